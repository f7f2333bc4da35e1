import { differenceText } from 'sync-protocol/log/log-text'
import type { Collection } from 'sync-protocol/records/envelope'
import { USUAL_LABEL } from 'sync-protocol/records/drug'
import type { Field, Kind } from 'sync-protocol/records/kind'
import { kinds } from 'sync-protocol/records/kinds'

/** A plain field stands in no copy within another record. */
const fields = Object.values(kinds).flatMap((kind) =>
  Object.entries<Field>(kind.fields).filter(([, { plain }]) => plain === undefined),
)

/** What stands within a record, and all that a fact says. */
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
  drug_name: 'Drug name',
  drug_concentration: 'Concentration',
  drug_volume: 'Volume',
  drug_form: 'Form',
  patient_name: 'Patient name',
  patient_id: 'Patient ID',
  weight: 'Patient weight',
  check: 'Double-check',
  check_asked: 'Double-check asked for',
  container_size: 'Container size',
  bottle_number: 'Bottle number',
  added: 'Added',
  used: 'Used',
  adjusted: 'Adjusted',
  balance: 'Balance',
  day: 'Day',
  reason: 'Reason',
  outcome: 'Outcome',
  procedure: 'Procedure',
  anesthesia_protocol: 'Anesthesia protocol',
  emergency_protocol: 'Emergency protocol',
  injections: 'Injections',
  content: '',
  sheet_data: '',
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
  if (field) return { label: field.label, unit: field.unit ?? '', isDay: field.reads === 'day' }
  const label = Object.hasOwn(FIELD_WORDS, name) ? FIELD_WORDS[name] : undefined
  return { label, unit: UNITS[name] ?? '', isDay: DAYS.includes(name) }
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
