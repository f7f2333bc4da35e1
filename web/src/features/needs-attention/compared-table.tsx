import { EqualNot } from 'lucide-react'
import { useId, useState } from 'react'
import { BrokenAtSlashes } from '../../ui/broken-at-slashes.tsx'
import { Button } from '../../ui/button.tsx'
import { attentionText as text } from './attention-text.ts'
import { compareSides, type ComparedRow } from './compare-sides.ts'
import type { FieldLine } from './field-lines.ts'
import './compared-table.css'

export interface ComparedSide {
  label: string
  /** Null for a record that is deleted on this side. */
  lines: readonly FieldLine[] | null
  /** What is said of it in place of lines where it is not deleted. */
  missing?: string
}

/** Lines that are the same on every side are folded above this number: what differs is what is decided over. */
const SAME_SHOWN = 6

/**
 * Sides of one record, line by line. What differs is marked by a sign, a word for screen readers and a frame, never by colour
 * alone. On a narrow screen the sides of a line stand under each other.
 */
export function ComparedTable({ title, sides }: { title: string; sides: readonly ComparedSide[] }) {
  const [all, setAll] = useState(false)
  const heading = useId()
  const shown = sides.flatMap((side) => (side.lines === null ? [] : [{ ...side, lines: side.lines }]))
  const rows = compareSides(shown.map(({ lines }) => lines))
  const same = rows.filter(({ differs }) => !differs).length
  const differing = rows.length - same
  const folds = shown.length > 1 && differing > 0 && same > SAME_SHOWN
  const visible = folds && !all ? rows.filter(({ differs }) => differs) : rows
  return (
    <div className="stack-tight">
      <h3 id={heading} className="small row">
        {title}
        {shown.length > 1 && <span className="quiet">{text.differing(differing)}</span>}
      </h3>
      {sides
        .filter(({ lines }) => lines === null)
        .map(({ label, missing = text.missing }) => (
          <p key={label}>
            <span className="quiet">{label}: </span>
            {missing}
          </p>
        ))}
      {visible.length > 0 && (
        <table aria-labelledby={heading} className={`compared compared-${shown.length}`}>
          <thead>
            <tr className="compared-head">
              <th scope="col">{text.field}</th>
              {shown.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visible.map((row) => (
              <Row key={row.label} row={row} labels={shown.map(({ label }) => label)} />
            ))}
          </tbody>
        </table>
      )}
      {folds && (
        <div className="row">
          <Button aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? text.hideSame : text.showSame(same)}
          </Button>
        </div>
      )}
    </div>
  )
}

function Row({ row, labels }: { row: ComparedRow; labels: readonly string[] }) {
  const several = labels.length > 1
  const differs = several && row.differs
  return (
    <tr className={differs ? 'compared-row compared-differs' : 'compared-row'}>
      <th scope="row" className="compared-label">
        {differs && (
          <>
            <EqualNot className="compared-sign" aria-hidden />
            <span className="visually-hidden">{text.differs} </span>
          </>
        )}
        {row.label}
      </th>
      {row.cells.map((cell, index) => (
        <td key={labels[index]} className="compared-cell">
          {several && (
            <span className="compared-side" aria-hidden>
              {labels[index]}
            </span>
          )}
          {cell === null ? <span className="quiet">{text.none}</span> : <BrokenAtSlashes text={cell} />}
        </td>
      ))}
    </tr>
  )
}
