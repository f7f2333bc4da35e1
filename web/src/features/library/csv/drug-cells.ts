import Papa from 'papaparse'
import { perKg } from 'sync-protocol/records/amount-unit'
import { dosageFields } from 'sync-protocol/records/drug'
import { CANINE, FELINE, type Species } from 'sync-protocol/records/fields'
import type { DrugForm } from 'sync-protocol/rules/drug-form'
import type { LimitsEnd } from 'sync-protocol/rules/dose-limits'
import type { Column } from './drug-columns.ts'
import { csvText as text } from './csv-text.ts'

/** Between the parts of a reversal; one reversal is a line. */
export const REVERSAL_FORMAT = { delimiter: ';', newline: '\n' } as const

const both = (read: (code: Species) => readonly [Column, string]) => ([CANINE, FELINE] as const).map(read)

/** What the drug's row holds, by column: nothing of a species or of a kind of dosage that it does not have. */
export function cellsOf(form: DrugForm, section: string): Readonly<Record<Column, string>> {
  const ofSpecies = (code: Species, said: string) => (form.species.includes(code) ? said : '')
  const dosage = (field: 'dosage' | 'dosage_from' | 'dosage_to') =>
    both((code) => [
      `${field}.${code}`,
      dosageFields(form.section_key).includes(field) ? ofSpecies(code, form[field][code]) : '',
    ])
  const limit = (end: LimitsEnd) =>
    both((code) => [`range_${end}.${code}`, ofSpecies(code, form.range[code][end] ?? '')])
  return {
    name: form.name,
    section,
    concentration: form.concentration,
    amount_unit: form.amount_unit,
    species:
      form.species.length > 1 ? text.bothSpecies : form.species.map((code) => text.speciesNames[code]).join(),
    ...Object.fromEntries([
      ...(['dosage', 'dosage_from', 'dosage_to'] as const).flatMap(dosage),
      ...(['from', 'to', 'cap', 'never'] as const).flatMap(limit),
      ...both((code) => [`route.${code}`, ofSpecies(code, form.route[code])]),
    ]),
    form: form.form,
    controlled: form.controlled ? text.yes : text.no,
    schedule: form.schedule === null ? '' : text.schedules(form.schedule),
    reverses: reversesCell(form),
    ...form.more,
  }
}

/** 'Dexmedetomidine;Canine;10;times its dose;IM;IV only in arrest', a line for each. */
function reversesCell(form: DrugForm): string {
  const rows = form.reverses
    .filter(({ species }) => form.species.includes(species))
    .map(({ name, species, rule, value, route, note }) => [
      name,
      text.speciesNames[species],
      value,
      rule === 'times_mass' ? text.timesItsDose : perKg(form),
      route,
      note,
    ])
  return rows.length === 0 ? '' : Papa.unparse(rows, REVERSAL_FORMAT)
}
