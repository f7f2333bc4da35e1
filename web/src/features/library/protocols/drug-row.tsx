import { Trash2 } from 'lucide-react'
import { memo, useId } from 'react'
import type { ContentFault } from 'sync-protocol/merge/content-fault'
import type { DrugClass, Species } from 'sync-protocol/records/fields'
import type { LibraryLookup } from 'sync-protocol/rules/library-lookup'
import { nextForm, nextRoute } from 'sync-protocol/rules/protocol-form'
import { OwnClass } from '../../../records/own-class.tsx'
import { DrugName } from '../../../ui/drug-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { AnyDrug, DrugChange } from './any-drug.ts'
import { ControlledBadge } from './controlled-badge.tsx'
import { CycleCell } from './cycle-cell.tsx'
import type { LibraryDrug } from './library-drugs.ts'
import { LibraryMark } from './library-mark.tsx'
import { NumberCell } from './number-cell.tsx'
import { protocolsText as text } from './protocols-text.ts'
import { rowFindings } from './row-findings.ts'
import type { RowLayout } from './row-layout.ts'
import { RowMessage } from './row-message.tsx'

interface DrugRowProps {
  drug: AnyDrug
  layout: RowLayout
  /** The class of its section, where it has one. */
  ofSection?: DrugClass | undefined
  /** Path of the row, `sections.0.drugs.1`. */
  at: string
  /** What is wrong in this row. */
  fault: ContentFault | null
  library: LibraryDrug
  lookup: LibraryLookup
  species: Species
  readOnly: boolean
  onChange: (row: number, change: DrugChange) => void
  onRemove: (row: number) => void
}

/** Rendered again only when something of this drug changes: a protocol has up to 45. */
export const DrugRow = memo(function DrugRow(props: DrugRowProps) {
  const { drug, layout, ofSection, at, fault, library, lookup, species, readOnly, onChange, onRemove } = props
  const id = useId()
  const change = (part: DrugChange) => onChange(drug.row, part)
  const findings = rowFindings(drug, { layout, species, lookup })
  return (
    <fieldset
      aria-labelledby={id}
      tabIndex={-1}
      data-row={at}
      className={`labels-inside protocol-row protocol-row-${layout.name}`}
    >
      <div className="protocol-row-name">
        <span id={id} className="drug-name">
          <DrugName name={drug.name} />
        </span>
        {drug.controlled && <ControlledBadge schedule={drug.schedule} />}
        <LibraryMark drug={drug} library={library} species={species} />
        <OwnClass name={drug.name} ofSection={ofSection ?? 'none'} />
      </div>
      {layout.numbers.map(({ field, label, unitOf }) => (
        <NumberCell
          key={field}
          name={`${at}.${field}`}
          label={label}
          unit={unitOf(drug)}
          value={drug[field] ?? ''}
          readOnly={readOnly}
          errorId={fault?.field === `${at}.${field}` ? `${id}-wrong` : undefined}
          describedBy={fault === null && findings.length > 0 ? `${id}-wrong` : undefined}
          onChange={(value) => change({ [field]: value })}
        />
      ))}
      <CycleCell
        label={text.route}
        value={drug.route}
        readOnly={readOnly}
        onPress={() => change({ route: nextRoute(drug.route) })}
      />
      <CycleCell
        label={text.form}
        value={drug.form}
        readOnly={readOnly}
        onPress={() => change({ form: nextForm(drug.form) })}
      />
      {!readOnly && (
        <IconButton
          className="protocol-row-remove"
          label={text.remove(drug.name)}
          icon={<Trash2 />}
          onClick={() => onRemove(drug.row)}
        />
      )}
      <RowMessage id={`${id}-wrong`} message={fault?.message} findings={findings} />
    </fieldset>
  )
})
