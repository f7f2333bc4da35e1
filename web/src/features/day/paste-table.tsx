import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { PastedCell } from '../../records/pasted-cell.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { GuardLines } from '../../ui/guard-lines.tsx'
import { Select } from '../../ui/select.tsx'
import { pasteText as text } from './paste-text.ts'
import {
  cellIs,
  columnIs,
  COLUMNS,
  isUnitBeside,
  type Column,
  type Doubt,
  type Paste,
  type PastedRow,
} from './pasted-patients.ts'

/** Of the sentence above the table about units in the cells of the weights. */
export const BESIDE_ID = 'paste-beside'

const OPTIONS: readonly { value: Column | ''; label: string }[] = [
  { value: '', label: text.leaveOut },
  ...COLUMNS.map((value) => ({ value, label: text.columns[value] })),
]

interface PasteTableProps {
  paste: Paste
  read: readonly PastedRow[]
  onChange: (paste: Paste) => void
}

/** Every cell can be corrected in its place; what cannot be taken as it stands says why. */
export function PasteTable({ paste, read, onChange }: PasteTableProps) {
  const { cells, columns, left } = paste
  const sideways = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    showFirstDoubt(sideways.current)
    // Its columns have their widths only once all in them is drawn.
    const frame = requestAnimationFrame(() => showFirstDoubt(sideways.current))
    return () => cancelAnimationFrame(frame)
  }, [])
  const include = (row: number, isIncluded: boolean) =>
    onChange({ ...paste, left: isIncluded ? left.filter((one) => one !== row) : [...left, row] })
  return (
    <section className="paste-scroll" aria-label={text.table} ref={sideways}>
      <table className="paste-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{text.addRow}</span>
            </th>
            {columns.map((column, at) => (
              // A column has no name but its place.
              <th
                key={at}
                scope="col"
                data-left={column === null || undefined}
                data-name={column === 'name' || undefined}
              >
                <Select<Column | ''>
                  label={text.column(at)}
                  hideLabel
                  value={column ?? ''}
                  options={OPTIONS}
                  onChange={(value) => onChange(columnIs(paste, at, value === '' ? null : value))}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((row, at) => (
            <Row
              key={at}
              {...{ paste, row, at, onChange }}
              read={read[at]}
              isLeft={left.includes(at)}
              onInclude={(isIncluded) => include(at, isIncluded)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** On a phone the column that has to be corrected would be out of sight: it begins beside the names, which stay. */
function showFirstDoubt(scroll: HTMLElement | null): void {
  const cell = scroll?.querySelector('[aria-invalid=true]')?.closest('td')
  if (scroll === null || cell == null) return
  const [place, room] = [cell.getBoundingClientRect(), scroll.getBoundingClientRect()]
  if (place.right <= room.right && scroll.scrollLeft === 0) return
  const kept = [...(cell.parentElement?.querySelectorAll<HTMLElement>('th, [data-name]') ?? [])]
  scroll.scrollLeft +=
    place.left - room.left - scroll.clientLeft - kept.reduce((sum, { offsetWidth }) => sum + offsetWidth, 0)
}

interface RowProps {
  paste: Paste
  row: readonly string[]
  at: number
  read: PastedRow | undefined
  isLeft: boolean
  onInclude: (isIncluded: boolean) => void
  onChange: (paste: Paste) => void
}

/** A cell in doubt has its mark; the words stand in one line below the row. */
function Row({ paste, row, at, read, isLeft, onInclude, onChange }: RowProps) {
  const { columns } = paste
  const id = useId()
  const doubts = isLeft ? [] : (read?.doubts ?? [])
  const isBeside = (place: number) => isUnitBeside(paste, place, row[place] ?? '')
  // One sentence above the table says it of all such cells.
  const said = doubts.filter(({ column }) => column !== null && !isBeside(column))
  const unusual = isLeft ? null : (read?.unusual ?? null)
  const listed = [
    ...(read?.isListed === true ? [text.isListed] : []),
    ...(read?.isRepeated === true ? [text.isRepeated] : []),
  ]
  const hasWords = said.length > 0 || unusual !== null || listed.length > 0
  /** Said here, or for all above. */
  const doubtOf = said.length > 0 ? 'here' : doubts.length > 0 ? 'above' : undefined
  const wordsId = (place: number) => `${id}${place}`
  return (
    <>
      <tr data-left={isLeft || undefined} data-doubt={doubtOf} data-words={hasWords || undefined}>
        <th scope="row">
          <Checkbox
            label={text.rowAdded(at + 1, row[columns.indexOf('name')] ?? '')}
            hideLabel
            checked={!isLeft}
            onChange={onInclude}
          />
        </th>
        {row.map((cell, place) => {
          const column = columns[place] ?? null
          const isDoubt = doubts.some((one) => one.column === place)
          const isUnusual = unusual !== null && column === 'weight'
          return (
            <td
              key={place}
              data-left={column === null || undefined}
              data-name={column === 'name' || undefined}
              data-beside={(isDoubt && isBeside(place)) || undefined}
              data-unusual={isUnusual || undefined}
            >
              <PastedCell
                label={text.cell(labelOf(column, place), at + 1)}
                value={cell}
                doubtId={!isDoubt ? undefined : isBeside(place) ? BESIDE_ID : wordsId(place)}
                onChange={(value) => onChange(cellIs(paste, at, place, value))}
              />
              {isDoubt && !isBeside(place) && <CircleAlert className="paste-mark" aria-hidden />}
              {!isDoubt && isUnusual && <TriangleAlert className="paste-mark" aria-hidden />}
            </td>
          )
        })}
      </tr>
      {hasWords && (
        <tr className="paste-said" data-doubt={doubtOf}>
          <td colSpan={row.length + 1}>
            <div className="paste-words">
              {said.map(({ column, message }) => (
                <Words key={column} {...{ column, message, columns }} id={wordsId(column ?? 0)} />
              ))}
              {unusual !== null && <GuardLines findings={[{ level: unusual.level, words: unusual.short }]} />}
              {listed.map((words) => (
                <span key={words} className="quiet">
                  {words}
                </span>
              ))}
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

interface WordsProps extends Doubt {
  columns: Paste['columns']
  id: string
}

const Words = ({ column, message, columns, id }: WordsProps) => (
  <p className="field-error" id={id}>
    {text.doubt(labelOf(columns[column ?? 0] ?? null, column ?? 0), message)}
  </p>
)

const labelOf = (column: Column | null, place: number): string =>
  column === null ? text.column(place) : text.columns[column]
