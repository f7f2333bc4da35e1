import { Check } from 'lucide-react'
import type { BalanceTable } from 'sync-protocol/rules/balance-table'
import { Button } from '../../../ui/button.tsx'
import { resetAsked, saveAsked } from './create-flow.ts'
import { createText as text } from './create-text.ts'
import { useTable, useTableSession } from './session-context.ts'

/** Within thumb's reach: RESET TABLE and SAVE AND EXPORT, and whether all of it is kept. */
export function TableActions({ table }: { table: BalanceTable }) {
  const session = useTableSession()
  const saving = useTable((state) => state.saving)
  const save = () => {
    if (table.negative.length > 0) session.update(saveAsked)
    else void session.save()
  }
  return (
    <footer className="create-actions">
      <Button onClick={() => session.update(resetAsked)}>{text.reset}</Button>
      <Kept />
      {saving === 'failed' && (
        <span className="create-below" role="alert">
          <strong>{text.notSaved}</strong>: {text.notSavedText}
        </span>
      )}
      <Button
        kind="primary"
        disabled={table.date === null}
        reason={table.date === null ? text.needsDraw : undefined}
        busy={saving === 'busy' && text.saving}
        onClick={save}
      >
        {saving === 'failed' ? text.retry : text.saveAndExport}
      </Button>
    </footer>
  )
}

/** An entry counts once it is on this tablet's disk. */
function Kept() {
  const session = useTableSession()
  const keeping = useTable((state) => state.keeping)
  if (keeping === 'failed')
    return (
      <span className="create-kept" role="alert">
        <span className="create-below">{text.notKept}</span>
        <Button onClick={() => void session.flush()}>{text.retry}</Button>
      </span>
    )
  return (
    <output className="create-kept quiet" data-keeping={keeping}>
      {keeping === 'kept' && <Check aria-hidden />}
      {text[keeping]}
    </output>
  )
}
