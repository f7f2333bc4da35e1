import type { DrugContent } from '../records/drug.ts'
import type { EmergencyDrug, EmergencyProtocolContent } from '../records/emergency-protocol.ts'
import { EMERGENCY_SECTION, type Species } from '../records/fields.ts'
import { EMERGENCY_DRUGS_MAX } from '../records/limits.ts'
import { numberText } from './number-input.ts'
import {
  chosenOf,
  drugNumberMessage,
  firstProblem,
  protocolNameMessage,
  quantityOf,
  type Check,
} from './protocol-form.ts'
import { readQuantity } from './typed-quantity.ts'

/** The numbers of a drug in the order in which they are checked (`spec 2 §5`). */
const NUMBERS = [
  ['concentration', 'Concentration'],
  ['dosage_from', 'Low dosage'],
  ['dosage_to', 'High dosage'],
] as const
type NumberField = (typeof NUMBERS)[number][0]

/** A drug of the open form: concentration in mg/ml, low and high dosage in mg/kg, or `amount_unit` in place of mg, as typed. */
export type TypedEmergencyDrug = Omit<EmergencyDrug, 'dosage' | NumberField> & Record<NumberField, string>

/** An emergency protocol while it is typed. */
export interface EmergencyProtocolForm {
  species: Species
  name: string
  drugs: readonly TypedEmergencyDrug[]
}

/** Where something is wrong: the path of a field, or the list that is empty or too long. */
export type EmergencyProtocolField = 'name' | 'drugs' | `drugs.${number}.${NumberField}`

function* checks(form: EmergencyProtocolForm): Generator<Check<EmergencyProtocolField>> {
  const message = protocolNameMessage(form.name, {
    tooLong: 'Your emergency protocol name is too long.',
    empty: 'Please enter the emergency protocol name.',
  })
  yield { field: 'name', message }
  if (form.drugs.length === 0) yield { field: 'drugs', message: 'Please add at least one emergency drug.' }
  if (form.drugs.length > EMERGENCY_DRUGS_MAX)
    yield { field: 'drugs', message: 'An emergency protocol has at most 10 drugs.' }
  for (const [d, drug] of form.drugs.entries()) {
    for (const [field, words] of NUMBERS) {
      const label = `${words} for ${drug.name}`
      const missing = `Please enter the ${words.toLowerCase()} for ${drug.name}.`
      const read = readQuantity(drug[field], label)
      yield { field: `drugs.${d}.${field}`, message: drugNumberMessage(read, missing, label) }
    }
  }
}

/** The first thing that is wrong, in the order of `spec 2 §5`; null when nothing is. Low may exceed high. */
export const checkEmergencyProtocol = (form: EmergencyProtocolForm) => firstProblem(checks(form))

/**
 * The protocol as it is saved: numbers with 3 decimals, `dosage` -1 (`spec 2 §3`).
 * @throws RangeError for a form that `checkEmergencyProtocol` finds fault with
 */
export function emergencyProtocolOf(form: EmergencyProtocolForm): EmergencyProtocolContent {
  const problem = checkEmergencyProtocol(form)
  if (problem !== null) throw new RangeError(problem.message)
  return {
    species: form.species,
    name: form.name.trim(),
    drugs: form.drugs.map((drug) => ({
      name: drug.name,
      concentration: quantityOf(drug.concentration),
      dosage: -1,
      dosage_from: quantityOf(drug.dosage_from),
      dosage_to: quantityOf(drug.dosage_to),
      ...chosenOf(drug),
    })),
  }
}

/** A saved protocol as the form shows it. */
export function typedEmergencyProtocol({
  species,
  name,
  drugs,
}: EmergencyProtocolContent): EmergencyProtocolForm {
  return {
    species,
    name,
    drugs: drugs.map((drug) => ({
      name: drug.name,
      concentration: numberText(drug.concentration),
      dosage_from: numberText(drug.dosage_from),
      dosage_to: numberText(drug.dosage_to),
      ...chosenOf(drug),
    })),
  }
}

/**
 * A copy of a library drug of Emergency Medications with the species' own range and route; null for a drug of another section,
 * which has no range, and for one that this species does not get.
 */
export function copyOfEmergencyDrug(
  drug: DrugContent,
  source_id: string,
  species: Species,
): TypedEmergencyDrug | null {
  if (drug.section_key !== EMERGENCY_SECTION || !drug.species.includes(species)) return null
  const { name, concentration, dosage_from, dosage_to, route } = drug
  return {
    name,
    concentration: numberText(concentration),
    dosage_from: numberText(dosage_from[species]),
    dosage_to: numberText(dosage_to[species]),
    ...chosenOf({
      ...drug,
      limits: drug.limits?.[species] ?? undefined,
      route: route[species],
      source_id,
    }),
  }
}
