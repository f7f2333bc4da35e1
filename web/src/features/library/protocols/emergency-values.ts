import type { EmergencyProtocolContent } from 'sync-protocol/records/emergency-protocol'
import type { Species } from 'sync-protocol/records/fields'
import { EMERGENCY_DRUGS_MAX } from 'sync-protocol/records/limits'
import { typedEmergencyProtocol, type TypedEmergencyDrug } from 'sync-protocol/rules/emergency-protocol-form'
import type { More } from '../editor/with-plain.ts'
import { changedRow, freshRow, withBack, without, type Removed, type Row } from './rows.ts'

export type EmergencyRow = TypedEmergencyDrug & Row

/** An emergency protocol as it stands in its form. */
export interface EmergencyValues extends More {
  species: Species
  name: string
  drugs: readonly EmergencyRow[]
}

export function emergencyValues(
  content: EmergencyProtocolContent | undefined,
  species: Species,
): EmergencyValues {
  if (content === undefined) return { species, name: '', drugs: [], more: {} }
  const { name, drugs } = typedEmergencyProtocol(content)
  return {
    species: content.species,
    name,
    drugs: drugs.map((drug, index) => ({ ...drug, row: index + 1 })),
    more: {},
  }
}

export const isFull = ({ drugs }: EmergencyValues) => drugs.length >= EMERGENCY_DRUGS_MAX

/** An eleventh drug is not added (`spec 2 §9`). */
export const drugAdded = (values: EmergencyValues, drug: TypedEmergencyDrug): EmergencyValues =>
  isFull(values) ? values : { ...values, drugs: [...values.drugs, { ...drug, row: freshRow() }] }

export const drugChanged = (
  values: EmergencyValues,
  drug: number,
  change: Partial<TypedEmergencyDrug>,
): EmergencyValues => ({
  ...values,
  drugs: changedRow(values.drugs, drug, (one) => ({ ...one, ...change })),
})

export const drugRemoved = (values: EmergencyValues, drug: number): EmergencyValues => ({
  ...values,
  drugs: without(values.drugs, drug),
})

export const drugBack = (values: EmergencyValues, removed: Removed<EmergencyRow>): EmergencyValues => {
  const drugs = withBack(values.drugs, removed, EMERGENCY_DRUGS_MAX)
  return drugs === values.drugs ? values : { ...values, drugs }
}
