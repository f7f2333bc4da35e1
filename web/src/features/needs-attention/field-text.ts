import { differenceText } from 'sync-protocol/log/log-text'
import type { Collection } from 'sync-protocol/records/envelope'
import { USUAL_LABEL } from 'sync-protocol/records/drug'
import type { Field, Kind } from 'sync-protocol/records/kind'
import { kinds } from 'sync-protocol/records/kinds'

/** A plain field stands in no copy within another record. A library record's words come before a fact's of the same name. */
const fields = Object.values(kinds)
  .filter(({ sort }) => sort !== 'server')
  .flatMap((kind) => Object.entries<Field>(kind.fields).filter(([, { plain }]) => plain === undefined))
  .toReversed()

/** What stands within a record. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fields.map(([name, { label }]) => [name, label])),
  usual: USUAL_LABEL,
  volume: 'Volume',
  volume_exact: 'Volume before rounding',
  volume_low: 'Low volume',
  volume_high: 'High volume',
  volume_low_exact: 'Low volume before rounding',
  volume_high_exact: 'High volume before rounding',
  title: 'Title',
  patient_name: 'Patient name',
  bottle_number: 'Bottle number',
  draw_id: 'Draw',
  others: 'Other open bottles',
  key: 'Section number',
  guard: 'Dose check',
  kinds: 'What was found',
  added: 'Added',
  used: 'Used',
  adjusted: 'Adjusted',
  balance: 'Balance',
  reason: 'Reason',
  content: '',
}

const UNITS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fields.map(([name, { unit = '' }]) => [name, unit])),
  ...differenceText.units,
  usual: 'mg/kg',
  volume: 'ml',
  volume_exact: 'ml',
  volume_low: 'ml',
  volume_high: 'ml',
  volume_low_exact: 'ml',
  volume_high_exact: 'ml',
}

const DAYS: readonly string[] = [
  'day',
  'date',
  'date_start',
  'date_end',
  ...fields.flatMap(([name, { reads }]) => (reads === 'day' ? [name] : [])),
]

interface FieldSaid {
  /** Absent for a field that nobody named; '' for one that only holds others together. */
  label: string | undefined
  unit: string
  isDay: boolean
}

/** A field of a record of this collection as its kind says it; any other field as it is named here, whatever it stands in. */
export function saidOf(name: string, collection?: Collection): FieldSaid {
  const own: Kind['fields'] = collection === undefined ? {} : kinds[collection].fields
  const field = Object.hasOwn(own, name) ? own[name] : undefined
  const isFactsDay = DAYS.includes(name) && field?.group === undefined
  if (field) return { label: field.label, unit: field.unit ?? '', isDay: isFactsDay || field.reads === 'day' }
  const label = Object.hasOwn(FIELD_WORDS, name) ? FIELD_WORDS[name] : undefined
  return { label, unit: UNITS[name] ?? '', isDay: isFactsDay }
}

export const SPECIES_WORDS = ['Canine', 'Feline'] as const

/** One of a list whose items have no names. */
export const ITEM_WORDS: Readonly<Record<string, string>> = { pages: 'Page', events: 'Entry' }

/** Names of other records, and a section's number: nobody typed them, and no form shows them. */
export const REFERENCES: readonly string[] = [
  'key',
  'source_id',
  'sheet_id',
  'day_row',
  'order',
  'draw_id',
  'previous_id',
  'combined_ids',
]
