import type { ReactNode } from 'react'
import { savedSheetsText as text } from './saved-sheets-text.ts'

interface Head {
  label: string
  unit?: string
  className?: string
}

interface TableProps {
  caption: string
  /** The heading above says it already. */
  hideCaption?: boolean
  heads: readonly Head[]
  children: ReactNode
}

export function Table({ caption, hideCaption = false, heads, children }: TableProps) {
  return (
    <table className="sheet-table">
      <caption className={hideCaption ? 'visually-hidden' : undefined}>{caption}</caption>
      <thead>
        <tr>
          {heads.map(({ label, unit, className }) => (
            <th key={label} scope="col" className={className}>
              {label} {unit !== undefined && <span className="sheet-unit">{unit}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

export const concentration = {
  label: text.concentration,
  unit: text.perMl,
  className: 'sheet-number sheet-roomy',
}
export const volume = (label: string) => ({ label, unit: text.ml, className: 'sheet-volume' })
export const route = { label: text.route, className: 'sheet-route sheet-roomy' }
