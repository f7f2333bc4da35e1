import { Trash2 } from 'lucide-react'
import { memo, useId } from 'react'
import type { ContentFault } from 'sync-protocol/merge/content-fault'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { FluidRow as Fluid } from './anesthesia-values.ts'
import { NumberCell } from './number-cell.tsx'
import { protocolsText as text } from './protocols-text.ts'
import { RowMessage } from './row-message.tsx'

interface FluidRowProps {
  fluid: Fluid
  /** Path of the row, `fluids.1`. */
  at: string
  fault: ContentFault | null
  readOnly: boolean
  onType: (row: number, rate: string) => void
  onRemove: (row: number) => void
}

export const FluidRow = memo(function FluidRow({
  fluid,
  at,
  fault,
  readOnly,
  onType,
  onRemove,
}: FluidRowProps) {
  const id = useId()
  return (
    <fieldset
      aria-labelledby={id}
      tabIndex={-1}
      data-row={at}
      className="labels-inside protocol-row protocol-row-fluid"
    >
      <div className="protocol-row-name">
        <span id={id} className="drug-name">
          {fluid.name}
        </span>
      </div>
      <NumberCell
        name={`${at}.rate`}
        label={text.rate}
        unit={text.mlPerKg}
        value={fluid.rate}
        readOnly={readOnly}
        errorId={fault === null ? undefined : `${id}-wrong`}
        onChange={(rate) => onType(fluid.row, rate)}
      />
      {!readOnly && (
        <IconButton
          className="protocol-row-remove"
          label={text.remove(fluid.name)}
          icon={<Trash2 />}
          onClick={() => onRemove(fluid.row)}
        />
      )}
      <RowMessage id={`${id}-wrong`} message={fault?.message} />
    </fieldset>
  )
})
