import { useRef, useState } from 'react'
import type { LedgerLine } from 'sync-protocol/wire/ledger'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ledgerText as text } from './ledger-text.ts'
import { compareHead, readTypedHead, type HeadFault, type TypedHead } from './printed-head.ts'

interface ComparePrintedProps {
  lines: readonly LedgerLine[]
  onClose: () => void
}

/** A head from paper: the one thing that nobody who got at the server could change. */
export function ComparePrinted({ lines, onClose }: ComparePrintedProps) {
  const [typed, setTyped] = useState<TypedHead>({ n: '', hash: '' })
  const [fault, setFault] = useState<HeadFault | null>(null)
  const [told, setTold] = useState<{ ok: boolean; words: string } | null>(null)
  const number = useRef<HTMLInputElement>(null)
  const hash = useRef<HTMLInputElement>(null)

  const change = (some: Partial<TypedHead>) => {
    setTyped({ ...typed, ...some })
    setFault(null)
    setTold(null)
  }
  const compare = () => {
    const head = readTypedHead(typed)
    if ('field' in head) {
      setFault(head)
      setTold(null)
      const input = head.field === 'n' ? number : hash
      input.current?.focus()
      return
    }
    setFault(null)
    setTold(compareHead(head, lines))
  }
  const errorOf = (field: keyof TypedHead) => (fault?.field === field ? fault.message : undefined)
  return (
    <Modal title={text.compareTitle} onClose={onClose}>
      <div className="stack">
        <p className="quiet">{text.compareText}</p>
        <TextField
          label={text.number}
          value={typed.n}
          onChange={(n) => change({ n })}
          inputMode="numeric"
          inputRef={number}
          error={errorOf('n')}
          onEnter={compare}
        />
        <TextField
          label={text.hash}
          value={typed.hash}
          onChange={(digits) => change({ hash: digits })}
          inputRef={hash}
          error={errorOf('hash')}
          onEnter={compare}
        />
        <Button kind="primary" wide onClick={compare}>
          {text.compareDo}
        </Button>
        {told !== null && <Banner kind={told.ok ? 'info' : 'harm'}>{told.words}</Banner>}
      </div>
    </Modal>
  )
}
