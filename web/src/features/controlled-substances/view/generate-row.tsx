import { useLayoutEffect, useRef } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { MadeFile } from '../../../ui/made-file.tsx'
import { balanceViewText as text } from './balance-view-text.ts'
import type { MakingState } from './use-making.ts'

interface GenerateRowProps {
  state: MakingState
  failed: string
  /** No file can be made. */
  refused: boolean
  onCancel: () => void
}

/** GENERATE, what it is at, CANCEL while it lasts, and what came of it. */
export function GenerateRow({ state, failed, refused, onCancel }: GenerateRowProps) {
  const busy = state.step === 'busy'
  const generate = useRef<HTMLButtonElement>(null)
  const hadCancel = useRef(false)
  // CANCEL leaves with the focus on it: the keyboard goes on at GENERATE.
  useLayoutEffect(() => {
    if (!busy && hadCancel.current) generate.current?.focus()
    if (!busy) hadCancel.current = false
  }, [busy])

  return (
    <>
      {state.step === 'failed' && <Banner kind="harm">{failed}</Banner>}
      <div className="generate-row">
        {busy && (
          <Button
            onClick={onCancel}
            onFocus={() => (hadCancel.current = true)}
            onBlur={() => (hadCancel.current = false)}
          >
            {text.cancel}
          </Button>
        )}
        <Button ref={generate} type="submit" kind="primary" disabled={refused} busy={busy && text.generating}>
          {text.generate}
        </Button>
      </div>
      <div className="generate-state">
        {busy && (
          <>
            <progress aria-label={text.progress} value={state.page} max={state.total} />
            <span className="quiet">{text.page(state.page, state.total)}</span>
          </>
        )}
        <MadeFile file={state.step === 'made' ? state : null} words={text} />
        <output>{state.step === 'cancelled' && text.cancelled}</output>
      </div>
    </>
  )
}
