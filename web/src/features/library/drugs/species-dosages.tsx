import { useId, useState } from 'react'
import { isInMg, perKg } from 'sync-protocol/records/amount-unit'
import { dosageFields, dosageLabel, type DosageField } from 'sync-protocol/records/drug'
import { ROUTES, type Species } from 'sync-protocol/records/fields'
import { contentIn } from 'sync-protocol/records/kinds'
import { LIMIT_ENDS, type LimitsEnd } from 'sync-protocol/rules/dose-limits'
import type { DrugForm } from 'sync-protocol/rules/drug-form'
import { drugFormGuard } from 'sync-protocol/rules/drug-form-guard'
import type { DrugFormNote } from 'sync-protocol/rules/drug-form-notes'
import { speciesWord } from '../../../paths.ts'
import { GuardLines } from '../../../ui/guard-lines.tsx'
import { Select } from '../../../ui/select.tsx'
import { SpeciesPicture } from '../../../ui/species-picture.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { Editor } from '../editor/use-editor.ts'
import { guardLines, noteAt } from './drug-notes.tsx'
import { drugsText as text } from './drugs-text.ts'

const ROUTE_OPTIONS = ROUTES.map((route) => ({ value: route, label: route }))

/** A pair with the half of one species replaced; the other species' half stays as it is. */
function withHalf<T>([canine, feline]: [T, T], species: Species, half: T): [T, T] {
  return species === 0 ? [half, feline] : [canine, half]
}

interface SpeciesDosagesProps {
  editor: Editor<DrugForm>
  species: Species
  notes: readonly DrugFormNote[]
}

/** What is given to one species, under its picture and its name, so that nobody types a cat's dosage for a dog. */
export function SpeciesDosages({ editor, species, notes }: SpeciesDosagesProps) {
  const { values, set, readOnly, errorAt, save } = editor
  const name = text.speciesNames[species]
  const unit = perKg(values)
  const guardId = useId()
  const { seen } = editor.opening
  const saved = seen === undefined ? null : contentIn('drugs', seen.content)
  // A cap in mg that was typed before the unit stays in sight, also while it is being emptied.
  const [hadCap, setHadCap] = useState(false)
  const hasCap = isInMg(values) || hadCap || (values.range[species].cap ?? '') !== ''
  const dosage = (field: DosageField) => (
    <TextField
      key={field}
      label={dosageLabel(field, species)}
      name={`${field}.${species}`}
      inputMode="decimal"
      suffix={unit}
      value={values[field][species]}
      readOnly={readOnly}
      error={errorAt(`${field}.${species}`)}
      hint={noteAt(notes, `${field}.${species}`, values)}
      describedBy={guardId}
      onChange={(typed) => set({ [field]: withHalf(values[field], species, typed) })}
      onEnter={save}
    />
  )
  const limit = (end: LimitsEnd, suffix?: string) => (
    <TextField
      label={LIMIT_ENDS[end]}
      optional
      name={`range_${end}.${species}`}
      {...(suffix !== undefined && { inputMode: 'decimal', suffix })}
      value={values.range[species][end] ?? ''}
      readOnly={readOnly}
      error={errorAt(`range_${end}.${species}`)}
      onChange={(typed) => {
        if (end === 'cap') setHadCap(!isInMg(values))
        set({ range: withHalf(values.range, species, { ...values.range[species], [end]: typed }) })
      }}
      onEnter={save}
    />
  )
  return (
    <section className="species-dosages" aria-label={name}>
      <h3 className="species-dosages-title">
        <SpeciesPicture species={speciesWord(species)} size={32} />
        {name}
      </h3>
      <div className="species-dosage-row">
        {dosageFields(values.section_key).map(dosage)}
        <div className="drug-guard" id={guardId} aria-live="polite">
          <GuardLines findings={guardLines(drugFormGuard(values, species, saved), values)} />
        </div>
        <Select
          label={text.route(name)}
          value={values.route[species]}
          options={ROUTE_OPTIONS}
          disabled={readOnly}
          onChange={(route) => set({ route: withHalf(values.route, species, route) })}
        />
      </div>
      <div className="species-range-row">
        {limit('from', unit)}
        {limit('to', unit)}
        {hasCap && limit('cap', 'mg')}
        {limit('never')}
      </div>
    </section>
  )
}
