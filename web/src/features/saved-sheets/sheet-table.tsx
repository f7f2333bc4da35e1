import type { ReactNode } from 'react'
import type { SheetFluid } from 'sync-protocol/records/sheet'
import { savedSheetsText as text } from './saved-sheets-text.ts'

interface Head {
  label: string
  unit?: string
  className?: string
}

interface TableProps {
  caption: ReactNode
  /** The heading above says it already. */
  hideCaption?: boolean
  /** The table above has the same columns: their heads are for those who listen. */
  hideHeads?: boolean
  heads: readonly Head[]
  children: ReactNode
}

export function Table({ caption, hideCaption = false, hideHeads = false, heads, children }: TableProps) {
  return (
    <table className="sheet-table">
      <caption className={hideCaption ? 'visually-hidden' : undefined}>{caption}</caption>
      <thead className={hideHeads ? 'sheet-heads-again' : undefined}>
        <tr>
          {heads.map(({ label, unit, className }) =>
            label === '' ? (
              <td key={className} className={className} aria-hidden />
            ) : (
              <th key={label} scope="col" className={className}>
                <span className={hideHeads ? 'visually-hidden' : undefined}>
                  {label} {unit}
                </span>
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

export const concentration = {
  label: text.concentration,
  className: 'sheet-number sheet-roomy',
}
export const volume = (label: string) => ({ label, unit: text.ml, className: 'sheet-volume' })
export const route = { label: text.route, className: 'sheet-route sheet-roomy' }
/** A column that is there for what stands in it elsewhere. */
export const unnamed = (head: Head): Head => ({ ...head, label: '' })
const rate = { label: text.rate, className: 'sheet-number sheet-roomy' }
/** A sheet of another program may keep none. */
export const rateOf = (fluids: readonly SheetFluid[]): Head =>
  fluids.some((fluid) => fluid.rate !== undefined) ? rate : unnamed(rate)
