import { Pencil } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { mlText, type Hundredths } from 'sync-protocol/rules/ledger-volume'
import { rowWords, type TableEntry } from 'sync-protocol/rules/table-entry'
import { DrugName } from '../../../ui/drug-name.tsx'
import { VolumeNumber } from '../../../ui/volume-number.tsx'
import { Amount } from '../amount.tsx'
import { createText as text } from './create-text.ts'
import type { TableLine } from './table-lines.ts'

interface TableRowProps {
  line: TableLine
  index: number
  measure: (row: HTMLElement | null) => void
  /** As it is shown; empty before the first draw. */
  day: string
  drug: string
  onEditDraw: () => void
}

interface Cells {
  date: string
  title: ReactNode
  bottle: string
  reason: ReactNode
  amount: ReactNode
  balance: Hundredths
}

const speciesOf = ({ species }: TableEntry) =>
  species === 0 || species === 1 || species === 2 ? text.species[species] : ''

function Change({
  entry,
  isLastDraw,
  onEditDraw,
}: {
  entry: TableEntry
  isLastDraw: boolean
  onEditDraw: () => void
}) {
  const { added, used, original, edited, title } = entry
  if (added !== null) return <Amount value={text.added(mlText(added))} />
  if (used === null) return null
  const amount = <Amount value={text.drawnAmount(mlText(used))} />
  const changed =
    original !== undefined && (edited === true || (entry.remainder !== true && original !== used))
  return (
    <>
      {isLastDraw ? (
        <button
          type="button"
          className="create-edit-draw"
          aria-label={text.editThisDraw(title, text.drawnAmount(mlText(used)))}
          onClick={onEditDraw}
        >
          {amount}
          <Pencil aria-hidden />
        </button>
      ) : (
        amount
      )}
      {changed && <span className="quiet small">{text.wasChosenAs(mlText(original))}</span>}
    </>
  )
}

function cellsOf({ line, day, drug, onEditDraw }: TableRowProps): Cells {
  if (line.kind === 'page') {
    return {
      date: day,
      title: (
        <>
          <span className="create-title">{rowWords.carriedTitle}</span>
          <span className="quiet small">{text.page(line.page)}</span>
        </>
      ),
      bottle: line.bottle_number,
      reason: rowWords.carriedReason,
      amount: null,
      balance: line.balance,
    }
  }
  const { entry, isLastDraw } = line
  const isDraw = entry.kind === 'draw'
  return {
    date: day,
    title: (
      <span className="create-title">
        {isDraw ? (
          text.patientSpecies(entry.title || text.unnamed, speciesOf(entry))
        ) : (
          <DrugName name={drug} />
        )}
      </span>
    ),
    bottle: entry.bottle_number,
    reason: (
      <>
        <span>{entry.reason}</span>
        {!isDraw && entry.description !== '' && <span className="quiet small">{entry.description}</span>}
      </>
    ),
    amount: <Change entry={entry} isLastDraw={isLastDraw} onEditDraw={onEditDraw} />,
    balance: entry.balance,
  }
}

const classOf = (line: TableLine, balance: Hundredths) =>
  [
    'create-row',
    line.kind === 'page' && 'create-row-page',
    line.kind === 'entry' && line.entry.kind !== 'draw' && 'create-row-balance',
    line.kind === 'entry' && line.opensGroup && 'create-row-opens',
    balance < 0 && 'create-row-below',
  ]
    .filter(Boolean)
    .join(' ')

const isDrawLine = (line: TableLine) => line.kind === 'entry' && line.entry.kind === 'draw'

/** One row of the table; the balance is what the eye finds. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { line, index, measure } = props
  const { date, title, bottle, reason, amount, balance } = cellsOf(props)
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} className={classOf(line, balance)}>
      <td className="create-cell-date quiet tabular">{date}</td>
      <th scope="row" className="create-cell-title">
        {title}
      </th>
      <td className="create-cell-bottle">{bottle}</td>
      <td className="create-cell-reason">{reason}</td>
      <td className="create-cell-amount">{amount}</td>
      <td className="create-cell-balance">
        <VolumeNumber value={mlText(balance)} size="small" />
        {balance < 0 && (
          <span className="create-below small">{isDrawLine(line) ? text.belowZero : text.isBelowZero}</span>
        )}
      </td>
    </tr>
  )
})
