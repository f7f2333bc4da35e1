import { useMemo } from 'react'
import { drawFacts } from '../../../data/lists/draw-facts.ts'
import { balanceFacts } from '../../../data/lists/balance-facts.ts'
import { listIndex } from '../../../data/lists/list-index.ts'
import { savedUses } from '../../../data/lists/saved-uses.ts'
import { Banner } from '../../../ui/banner.tsx'
import { formatDate } from '../../../ui/format.ts'
import { useLiveList } from '../../../ui/use-live-list.ts'
import { tableIn } from './create-flow.ts'
import { createText as text } from './create-text.ts'
import { useTable } from './session-context.ts'
import { doubtsOf } from './table-doubts.ts'

/** Draws of the table that were deleted, or saved in another balance sheet, after they were chosen. */
export function DoubtfulDraws() {
  const table = useTable(({ flow }) => tableIn(flow.open))
  const draws = useLiveList(() => listIndex('draws'))
  const balances = useLiveList(() => listIndex('balances'))
  const voided = useMemo(
    () => new Set(drawFacts(draws.items).flatMap((draw) => (draw.voided ? [draw._id] : []))),
    [draws.items],
  )
  const doubts = useMemo(() => {
    const ids = table?.entries.flatMap(({ draw_id }) => (draw_id === undefined ? [] : [draw_id])) ?? []
    return doubtsOf(ids, balanceFacts(balances.items), savedUses(balances.items), voided)
  }, [table, balances.items, voided])
  if (table === null || doubts.length === 0) return null
  const patient = (id: string) => table.entries.find(({ draw_id }) => draw_id === id)?.title || text.unnamed
  return (
    <Banner kind="attention" title={text.doubtsTitle}>
      <ul className="create-branches">
        {doubts.map((doubt) => (
          <li key={doubt.draw_id}>
            {doubt.kind === 'voided_draw'
              ? text.voidedDraw(patient(doubt.draw_id))
              : text.usedDraw(patient(doubt.draw_id), formatDate(doubt.in.date_end), doubt.in.author_name)}
          </li>
        ))}
      </ul>
      {text.doubtsText}
    </Banner>
  )
}
