import { useLayoutEffect, useRef } from 'react'
import { PastedCell } from '../../records/pasted-cell.tsx'
import type { UnusualWeight } from '../../records/unusual-weight.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { GuardLines } from '../../ui/guard-lines.tsx'
import { Select } from '../../ui/select.tsx'
import { pasteText as text } from './paste-text.ts'
import { cellIs, columnIs, COLUMNS, type Column, type Paste, type PastedRow } from './pasted-patients.ts'

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
  const nameAt = columns.indexOf('name')
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
            <tr
              key={at}
              data-left={left.includes(at) || undefined}
              data-doubt={(!left.includes(at) && (read[at]?.doubts.length ?? 0) > 0) || undefined}
            >
              <th scope="row">
                <Checkbox
                  label={text.rowAdded(at + 1, row[nameAt] ?? '')}
                  hideLabel
                  checked={!left.includes(at)}
                  onChange={(isIncluded) => include(at, isIncluded)}
                />
              </th>
              {row.map((cell, place) => (
                <td
                  key={place}
                  data-left={columns[place] === null || undefined}
                  data-name={columns[place] === 'name' || undefined}
                >
                  <PastedCell
                    label={text.cell(labelOf(columns[place] ?? null, place), at + 1)}
                    value={cell}
                    doubt={
                      left.includes(at)
                        ? undefined
                        : read[at]?.doubts.find(({ column }) => column === place)?.message
                    }
                    onChange={(value) => onChange(cellIs(paste, at, place, value))}
                  />
                  {columns[place] === 'weight' && !left.includes(at) && (
                    <Unusual weight={read[at]?.unusual ?? null} />
                  )}
                  {place === nameAt &&
                    notedOf(read[at], left.includes(at)).map((words) => (
                      <span key={words} className="paste-listed">
                        {words}
                      </span>
                    ))}
                </td>
              ))}
            </tr>
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

const notedOf = (row: PastedRow | undefined, isLeft: boolean): string[] => [
  ...(row?.isListed === true ? [text.isListed] : []),
  ...(row?.isRepeated === true ? [text.isRepeated] : []),
  // The column of the weights may be out of sight.
  ...(!isLeft && row?.row != null && row.unusual !== null ? [text.checkWeight] : []),
]

const Unusual = ({ weight }: { weight: UnusualWeight | null }) =>
  weight !== null && (
    <div className="paste-unusual">
      <GuardLines findings={[{ level: weight.level, words: weight.short }]} />
    </div>
  )

const labelOf = (column: Column | null, place: number): string =>
  column === null ? text.column(place) : text.columns[column]
