import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { BalanceTable } from 'sync-protocol/rules/balance-table'
import { formatDate } from '../../../ui/format.ts'
import { useScrollStop } from '../../../ui/use-scroll-stop.ts'
import { formOpened } from './create-flow.ts'
import { createText as text } from './create-text.ts'
import { useTableSession } from './session-context.ts'
import { linesOf } from './table-lines.ts'
import { TableRow } from './table-row.tsx'

const ROW_PX = 64
const OVERSCAN = 8
const COLUMNS = ['date', 'title', 'bottle', 'reason', 'amount', 'balance'] as const

/** Stands for the rows that are not rendered. */
function Unseen({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden style={{ blockSize: height }} className="create-unseen" />
}

/** The open table, windowed: an entry in one of 500 rows shows in one frame. What was entered last is in sight. */
export function TableView({ table, drug }: { table: BalanceTable; drug: string }) {
  const session = useTableSession()
  const scroller = useRef<HTMLDivElement>(null)
  useScrollStop(scroller, text.table)
  const lines = useMemo(() => linesOf(table), [table])
  const day = table.date === null ? '' : formatDate(table.date)
  const virtualizer = useVirtualizer({
    count: lines.length,
    overscan: OVERSCAN,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => lines[index]?.key ?? index,
    initialOffset: lines.length * ROW_PX,
  })
  useEffect(() => {
    virtualizer.scrollToIndex(lines.length - 1, { align: 'end' })
  }, [lines.length, virtualizer])
  const onEditDraw = useCallback(() => session.update((flow) => formOpened(flow, 'edit_draw')), [session])

  const shown = virtualizer.getVirtualItems()
  const [above, below] = [shown[0]?.start ?? 0, virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0)]
  return (
    <div ref={scroller} className="create-scroller">
      <table className="create-table" aria-label={text.table} aria-rowcount={lines.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={`create-cell-${column}`}>
                {text.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Unseen height={above} />
          {shown.map(({ key, index }) => {
            const line = lines[index]
            return (
              line && (
                <TableRow
                  key={key}
                  line={line}
                  index={index}
                  day={day}
                  drug={drug}
                  measure={virtualizer.measureElement}
                  onEditDraw={onEditDraw}
                />
              )
            )
          })}
          <Unseen height={below} />
        </tbody>
      </table>
      {shown.length < lines.length && <p className="print-only">{text.partPrinted}</p>}
    </div>
  )
}
