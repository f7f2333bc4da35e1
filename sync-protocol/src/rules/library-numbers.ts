import { contentIn } from '../records/kinds.ts'
import type { AnesthesiaProtocolContent } from '../records/anesthesia-protocol.ts'
import { CONCENTRATION_LABEL, dosageFields, dosageLabel, type DrugContent } from '../records/drug.ts'
import type { EmergencyProtocolContent } from '../records/emergency-protocol.ts'
import type { Collection } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import { decimalOf } from './number-input.ts'
import { roundDosage } from './rounding.ts'

interface LibraryNumber {
  value: number
  /** As its message names it. */
  label: string
  /** Path of the field, `dosage.0`. */
  field: string
}

function* ofDrug(drug: DrugContent): Generator<LibraryNumber> {
  yield { value: drug.concentration, label: CONCENTRATION_LABEL, field: 'concentration' }
  for (const code of drug.species) {
    for (const field of dosageFields(drug.section_key)) {
      yield { value: drug[field][code], label: dosageLabel(field, code), field: `${field}.${code}` }
    }
  }
}

function* ofProtocol({ sections, fluids = [] }: AnesthesiaProtocolContent): Generator<LibraryNumber> {
  for (const [s, { title_p, drugs }] of sections.entries()) {
    for (const [d, { name, concentration, dosage }] of drugs.entries()) {
      const at = `sections.${s}.drugs.${d}`
      const of = `${name} (${title_p})`
      yield { value: concentration, label: `Concentration for ${of}`, field: `${at}.concentration` }
      yield { value: dosage, label: `Dosage for ${of}`, field: `${at}.dosage` }
    }
  }
  for (const [f, { name, rate }] of fluids.entries()) {
    yield { value: rate, label: `Rate for ${name}`, field: `fluids.${f}.rate` }
  }
}

function* ofEmergencyProtocol({ drugs }: EmergencyProtocolContent): Generator<LibraryNumber> {
  for (const [d, { name, concentration, dosage_from, dosage_to }] of drugs.entries()) {
    yield { value: concentration, label: `Concentration for ${name}`, field: `drugs.${d}.concentration` }
    yield { value: dosage_from, label: `Low dosage for ${name}`, field: `drugs.${d}.dosage_from` }
    yield { value: dosage_to, label: `High dosage for ${name}`, field: `drugs.${d}.dosage_to` }
  }
}

function numbersOf(collection: Collection, content: JsonObject): Iterable<LibraryNumber> {
  switch (collection) {
    case 'drugs':
      return ofDrug(contentIn('drugs', content))
    case 'fluids':
      return [{ value: contentIn('fluids', content).rate, label: 'Fluid rate', field: 'rate' }]
    case 'anesthesia_protocols':
      return ofProtocol(contentIn('anesthesia_protocols', content))
    case 'emergency_protocols':
      return ofEmergencyProtocol(contentIn('emergency_protocols', content))
    default:
      return []
  }
}

/** More than 0 and with at most 3 decimals: what almost every number is. */
const FINE = /^(?!0+(?:\.0+)?$)\d+(?:\.\d{1,3})?$/

/**
 * The first concentration (mg/ml), dosage (mg/kg) or rate (ml/kg) of a library record that cannot be kept with 3 decimals:
 * they would change it by more than 2 %, or to 0; null when there is none (`spec 1 §5`). `content` passes its kind's schema.
 */
export function firstTooFine(
  collection: Collection,
  content: JsonObject,
): { field: string; message: string } | null {
  for (const { value, label, field } of numbersOf(collection, content)) {
    if (FINE.test(String(value))) continue
    const { refusal } = roundDosage(decimalOf(value), label)
    if (refusal !== null) return { field, message: refusal }
  }
  return null
}
