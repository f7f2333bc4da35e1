import { ChevronDown } from 'lucide-react'
import type { BalanceTable } from 'sync-protocol/rules/balance-table'
import { useScreenActs } from '../../../records/use-screen-acts.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { blanksOpened, drawsOpened, formOpened, isFull, lastCleared, type FormKind } from './create-flow.ts'
import { createText as text } from './create-text.ts'
import { useTable, useTableSession } from './session-context.ts'
import { withUndo } from './undo-toast.ts'

/** DRAW, BALANCE and CLEAR LAST ENTRY (`spec 2 §2`). */
export function TableTools({ table }: { table: BalanceTable }) {
  const session = useTableSession()
  const full = useTable(({ flow }) => isFull(flow.open))
  const open = (kind: FormKind) => session.update((flow) => formOpened(flow, kind))
  const openBlanks = () => session.update(blanksOpened)
  const unlessFull = (act: () => void) => (full ? undefined : act)
  useScreenActs({
    'full draw': unlessFull(() => session.update(drawsOpened)),
    'partial draw': table.mayPartialDraw ? unlessFull(() => open('partial_draw')) : undefined,
    'add balance': unlessFull(() => open('add_balance')),
    'edit balance': unlessFull(() => open('edit_balance')),
    blanks: openBlanks,
  })
  const className = `${buttonClass('quiet')} create-menu`
  return (
    <div className="create-tools" role="toolbar" aria-label={text.tools}>
      <MenuButton
        label={text.draw}
        className={`${buttonClass('primary')} create-menu`}
        items={[
          { id: 'full', label: text.fullDraw, disabled: full },
          { id: 'partial', label: text.partialDraw, disabled: full || !table.mayPartialDraw },
        ]}
        onAction={(id) => (id === 'full' ? session.update(drawsOpened) : open('partial_draw'))}
      >
        {text.draw}
        <ChevronDown aria-hidden />
      </MenuButton>
      <MenuButton
        label={text.balanceMenu}
        className={className}
        items={[
          { id: 'edit', label: text.editBalance, disabled: full },
          { id: 'add', label: text.addBalance, disabled: full },
        ]}
        onAction={(id) => open(id === 'edit' ? 'edit_balance' : 'add_balance')}
      >
        {text.balanceMenu}
        <ChevronDown aria-hidden />
      </MenuButton>
      <Button disabled={!table.mayClear} onClick={() => withUndo(session, lastCleared, text.cleared)}>
        {text.clearLast}
      </Button>
      <Button data-act className="create-blanks" onClick={openBlanks}>
        {text.blanks}
      </Button>
      {full && <span className="create-below">{text.full}</span>}
    </div>
  )
}
