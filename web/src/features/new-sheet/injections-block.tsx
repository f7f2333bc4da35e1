import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { INJECTIONS_MAX } from 'sync-protocol/records/limits'
import { Button } from '../../ui/button.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { MODAL_STEP } from './modal-steps.ts'
import { injectionRemoved, pickerPressed } from './open-sheet.ts'
import { useSession, useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'

export function InjectionsBlock() {
  const session = useSession()
  const injections = useSheet(({ sheet }) => sheet.draft.injections)
  const full = injections.length >= INJECTIONS_MAX
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const removed = useRef<number | null>(null)

  // The pressed button went with its injection: the keyboard goes on at the next one.
  useEffect(() => {
    if (removed.current === null) return
    const buttons = list.current?.querySelectorAll('button') ?? []
    const next = buttons[Math.min(removed.current, buttons.length - 1)] ?? add.current
    next?.focus()
    removed.current = null
  })

  return (
    <section className="injections" aria-label={sheetText.injections}>
      <div className="injections-head">
        <h2 className="title-3">
          {sheetText.injections}{' '}
          <span className="quiet tabular">{sheetText.injectionCount(injections.length, INJECTIONS_MAX)}</span>
        </h2>
        <Button
          aria-disabled={injections.length === 0 || undefined}
          onClick={() => session.resetInjections()}
        >
          {sheetText.injectionsReset}
        </Button>
        <Button
          ref={add}
          aria-disabled={full || undefined}
          title={full ? sheetText.injectionsFull : undefined}
          onClick={() => session.update((sheet) => pickerPressed(sheet, MODAL_STEP.injections))}
        >
          {sheetText.injectionsAdd}
        </Button>
      </div>
      {injections.length > 0 && (
        <ul className="injection-list" ref={list}>
          {injections.map((name, index) => (
            // The same injection may stand twice, so its place is its identity.
            <li key={`${index}-${name}`} className="injection">
              <span>
                <DrugName name={name} />
              </span>
              <IconButton
                label={sheetText.injectionRemove(name)}
                icon={<X />}
                onClick={() => {
                  removed.current = index
                  session.update((sheet) => injectionRemoved(sheet, index))
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
