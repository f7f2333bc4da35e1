import { useId, useState } from 'react'
import { isInMg, perKg } from 'sync-protocol/records/amount-unit'
import { dosageFields, dosageLabel, type DosageField, type DrugContent } from 'sync-protocol/records/drug'
import { ROUTES, type Species } from 'sync-protocol/records/fields'
import { INFUSION_LABELS } from 'sync-protocol/records/infusion-limits'
import { LIMIT_ENDS, type LimitsEnd } from 'sync-protocol/rules/dose-limits'
import { formOfDrug, type DrugForm } from 'sync-protocol/rules/drug-form'
import { drugFormGuard } from 'sync-protocol/rules/drug-form-guard'
import {
  infusionUnitsFor,
  typedInfusion,
  typedUnit,
  type TypedInfusion,
} from 'sync-protocol/rules/infusion-limits'
import type { DrugFormNote } from 'sync-protocol/rules/drug-form-notes'
import { speciesWord } from '../../../paths.ts'
import { GuardLines } from '../../../ui/guard-lines.tsx'
import { Select } from '../../../ui/select.tsx'
import { SpeciesPicture } from '../../../ui/species-picture.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { Editor } from '../editor/use-editor.ts'
import { guardLines, noteAt, savedDrug } from './drug-notes.tsx'
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
  const saved = savedDrug(editor.opening)
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
      <InfusionFields editor={editor} species={species} saved={saved} />
    </section>
  )
}

const NOTHING_TYPED: [TypedInfusion, TypedInfusion] = [typedInfusion(), typedInfusion()]

/** The limits of its infusions. Nobody is asked for a unit before a number is typed, and no number counts without one. */
function InfusionFields({
  editor,
  species,
  saved,
}: Pick<SpeciesDosagesProps, 'editor' | 'species'> & { saved: DrugContent | null }) {
  const { values, set, readOnly, errorAt, save } = editor
  const all = values.infusion ?? (saved && formOfDrug(saved).infusion) ?? NOTHING_TYPED
  const typed = all[species]
  const units = infusionUnitsFor(values)
  const unit = typedUnit(typed, values)
  // What was typed before the drug was measured in mEq stays in sight, also while it is being emptied.
  const [hadSome, setHadSome] = useState(false)
  if (units.length === 0 && !hadSome && typed.from === '' && typed.to === '') return null
  const change = (part: Partial<TypedInfusion>) => {
    setHadSome(units.length === 0)
    set({ infusion: withHalf(all, species, { ...typed, ...part }) })
  }
  const end = (name: 'from' | 'to', label: string) => (
    <TextField
      label={label}
      optional
      name={`infusion_${name}.${species}`}
      inputMode="decimal"
      suffix={unit === '-' ? undefined : unit}
      value={typed[name]}
      readOnly={readOnly}
      error={errorAt(`infusion_${name}.${species}`)}
      onChange={(value) => change({ [name]: value })}
      onEnter={save}
    />
  )
  return (
    <div className="species-range-row">
      {end('from', INFUSION_LABELS.min)}
      {end('to', INFUSION_LABELS.max)}
      {units.length > 0 && (
        <div data-field={`infusion_unit.${species}`}>
          <Select
            label={INFUSION_LABELS.unit}
            value={unit === '-' ? null : unit}
            options={units.map((value) => ({ value, label: value }))}
            disabled={readOnly}
            error={errorAt(`infusion_unit.${species}`)}
            onChange={(chosen) => change({ unit: chosen })}
          />
        </div>
      )}
    </div>
  )
}
