import { AMOUNT_UNIT_LABEL, CONCENTRATION_LABEL, dosageLabel, NAME_LABEL } from 'sync-protocol/records/drug'
import { CANINE, FELINE } from 'sync-protocol/records/fields'
import { LIMIT_ENDS } from 'sync-protocol/rules/dose-limits'
import { plainFields } from 'sync-protocol/rules/plain-fields'
import { csvText as text } from './csv-text.ts'

/** Where a column's words belong, as the form's check names the place: 'dosage.0' is the dog's dosage. */
export type Column = string

export interface DrugColumn {
  id: Column
  /** What the form calls it. */
  label: string
  /** The same with its unit, as the first row of the file says it. */
  header: string
}

const column = (id: Column, label: string, unit = ''): DrugColumn => ({
  id,
  label,
  header: `${label}${unit}`,
})
const dosages = (['dosage', 'dosage_from', 'dosage_to'] as const).flatMap((field) =>
  ([CANINE, FELINE] as const).map((code) => column(`${field}.${code}`, dosageLabel(field, code), text.perKg)),
)
const limits = (['from', 'to', 'cap', 'never'] as const).flatMap((end) =>
  ([CANINE, FELINE] as const).map((code) =>
    column(
      `range_${end}.${code}`,
      `${text.speciesNames[code]} ${LIMIT_ENDS[end].toLowerCase()}`,
      end === 'cap' ? text.inMg : end === 'never' ? '' : text.perKg,
    ),
  ),
)
const routes = ([CANINE, FELINE] as const).map((code) =>
  column(`route.${code}`, text.route(text.speciesNames[code])),
)

/** Every field of a drug, in the order of its form; a plain field that is added to drugs is a column by itself. */
export const DRUG_COLUMNS: readonly DrugColumn[] = [
  column('name', NAME_LABEL),
  column('section', text.section),
  column('concentration', CONCENTRATION_LABEL, text.perMl),
  column('amount_unit', AMOUNT_UNIT_LABEL),
  column('species', text.species),
  ...dosages,
  ...routes,
  column('form', text.form),
  column('controlled', text.controlled),
  column('schedule', text.schedule),
  ...limits,
  column('reverses', text.reverses),
  ...plainFields('drugs').map(({ name, label, unit }) =>
    column(name, label, unit === undefined ? '' : text.inUnit(unit)),
  ),
]
