import { useLiveQuery } from 'dexie-react-hooks'
import { Trash2 } from 'lucide-react'
import { DRUG_CLASSES } from 'sync-protocol/records/fields'
import { SECTION_LABELS } from 'sync-protocol/records/section'
import { labelClassWords } from 'sync-protocol/rules/label-class-words'
import type { SectionForm } from 'sync-protocol/rules/section-form'
import { usePerson } from '../../../records/use-person.ts'
import { Button } from '../../../ui/button.tsx'
import { DrugClassSwatch } from '../../../records/drug-class-swatch.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { takeFocus } from '../../../ui/take-focus.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { changerOf } from '../editor/meanwhile.ts'
import type { SectionRow } from './section-edits.ts'
import { sectionsText as text } from './sections-text.ts'

const NONE = 'none'
const CLASS_OPTIONS = [
  { value: NONE, label: text.noClass },
  ...DRUG_CLASSES.map((value) => ({
    value,
    label: labelClassWords[value],
    icon: (
      <span aria-hidden>
        <DrugClassSwatch drugClass={value} size="small" />
      </span>
    ),
  })),
]

export interface SectionRowProps {
  row: SectionRow
  /** Drugs of both species in this section. */
  drugs: number
  fault: { field: 'title_s' | 'title_p'; message: string } | undefined
  isNewest: boolean
  onChange: (part: Partial<SectionForm>) => void
  onRemove: () => void
  onKeep: () => void
}

const nameOf = ({ form }: SectionRow) => form.title_p.trim() || text.newSection

export function SectionRowFields(props: SectionRowProps) {
  const { row, drugs, fault, isNewest, onChange, onRemove, onKeep } = props
  const { form } = row
  if (row.state === 'removed') {
    return (
      <fieldset className="section-row section-row-removed" aria-label={nameOf(row)}>
        <p>{text.removed(nameOf(row), drugs)}</p>
        <Button onClick={onKeep}>{text.keepSection}</Button>
      </fieldset>
    )
  }
  const title = (field: 'title_s' | 'title_p') => (
    <div className={`section-row-${field}`}>
      <TextField
        label={SECTION_LABELS[field]}
        name={`${field}.${row._id}`}
        value={form[field]}
        error={fault?.field === field ? fault.message : undefined}
        onChange={(typed) => onChange({ [field]: typed })}
        {...(field === 'title_s' && isNewest && { inputRef: takeFocus })}
      />
    </div>
  )
  return (
    <fieldset className="section-row" aria-label={nameOf(row)}>
      {title('title_s')}
      {title('title_p')}
      <div className="section-row-class">
        <Select
          label={text.drugClass}
          value={form.drug_class ?? NONE}
          options={CLASS_OPTIONS}
          onChange={(value) => onChange({ drug_class: DRUG_CLASSES.find((one) => one === value) ?? null })}
        />
      </div>
      <span className="section-row-drugs quiet small tabular">
        {row.state === 'added' ? text.newSection : text.counted(drugs)}
      </span>
      <IconButton label={text.remove(nameOf(row))} icon={<Trash2 />} onClick={onRemove} />
      {row.gone && <Gone _id={row._id} />}
    </fieldset>
  )
}

/** Another person removed it since it was touched here. */
function Gone({ _id }: Pick<SectionRow, '_id'>) {
  const { time_zone } = usePerson()
  const { by, at } = useLiveQuery(() => changerOf('sections', _id), [_id]) ?? {}
  const removed =
    by === undefined || at === undefined
      ? text.removedMeanwhile
      : text.removedBy(by, formatDateTime(at, time_zone))
  return (
    <p className="section-row-gone">
      {removed} {text.removedWaits}
    </p>
  )
}
