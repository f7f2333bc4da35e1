import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { checkBlankPages } from 'sync-protocol/rules/blank-pages'
import { blankBalanceName, safeFileName } from 'sync-protocol/rules/file-name'
import { localDay } from 'sync-protocol/rules/local-day'
import { currentUser } from '../../../data/people/session.ts'
import { now } from '../../../data/database/time.ts'
import { isDrugLost, unprintableOnBlanks } from '../../../exports/balance-letters.ts'
import { clinicSettings } from '../../../data/people/clinic-settings.ts'
import { clinicOnPaper } from '../../../exports/clinic-on-paper.ts'
import { Banner } from '../../../ui/banner.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Form } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import './balance-view.css'
import { balanceViewText as text } from './balance-view-text.ts'
import { GenerateRow } from './generate-row.tsx'
import { useMaking } from './use-making.ts'

interface BlanksFormProps {
  drug_name: string
  drug_concentration: number
}

export function BlanksForm({ drug_name, drug_concentration }: BlanksFormProps) {
  const [user] = useState(currentUser)
  const settings = useStore(clinicSettings)
  const whose = useMemo(() => clinicOnPaper(user, settings), [user, settings])
  const [typed, setTyped] = useState('1')
  const [mistake, setMistake] = useState<string | null>(null)
  const { state, start, cancel } = useMaking(text.blanksFailed)
  const input = useRef<HTMLInputElement>(null)
  const isLost = isDrugLost({ drug_name })
  const missing = useMemo(() => unprintableOnBlanks({ drug_name, ...whose }), [drug_name, whose])

  const generate = () => {
    const read = checkBlankPages(typed)
    setMistake('message' in read ? read.message : null)
    if ('message' in read) {
      input.current?.focus()
      return
    }
    const { pages } = read
    const day = localDay(new Date(now()).toISOString(), user.time_zone)
    const name = `${safeFileName(blankBalanceName(drug_name, day))}.pdf`
    const log = { action: 'balance.blanks', detail: text.logged(pages), ops: [] }
    const paper = { drug_name, drug_concentration, ...whose, pages, day }
    void start({ kind: 'blanks', paper }, pages, name, log)
  }
  return (
    <Form className="stack" onSubmit={generate}>
      <p>{text.blanksText}</p>
      <p className="quiet">{text.blanksFor(drug_name, formatNumber(drug_concentration))}</p>
      {isLost && (
        <Banner kind="attention" title={text.nameless}>
          {text.blanksNamelessText(drug_name)}
        </Banner>
      )}
      {!isLost && missing.length > 0 && (
        <Banner kind="attention" title={text.unprintable}>
          {text.unprintableText(missing.join(' '))}
        </Banner>
      )}
      <TextField
        label={text.pages}
        inputMode="numeric"
        value={typed}
        onChange={(value) => {
          setTyped(value)
          setMistake(null)
        }}
        error={mistake ?? undefined}
        inputRef={input}
        onEnter={generate}
      />
      <GenerateRow state={state} refused={isLost} failed={text.blanksFailed} onCancel={cancel} />
    </Form>
  )
}
