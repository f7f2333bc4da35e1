import { PROTOCOL } from '../wire/version.ts'
import type { JsonObject } from '../records/json.ts'
import type { Mutation, Op } from '../records/mutation.ts'
import type { PushRequest } from '../wire/push.ts'

/** A UUIDv7-shaped id that tests can name. */
export function testId(family: number, number: number): string {
  return `00000000-${family.toString(16).padStart(4, '0')}-7000-8000-${number.toString(16).padStart(12, '0')}`
}

export const AT = '2026-11-20T09:58:03.120Z'

export const ketamine = (over: JsonObject = {}): JsonObject => ({
  name: 'Ketamine',
  concentration: 100,
  dosage: [5, 4],
  dosage_from: [-1, -1],
  dosage_to: [-1, -1],
  route: ['IM', 'IM'],
  form: 'INJECTION',
  controlled: true,
  schedule: 'III',
  species: [0, 1],
  section_key: 999,
  ...over,
})

/** Measured in units, not in mg. */
export const vasopressin = (over: JsonObject = {}): JsonObject => ({
  name: 'Vasopressin',
  concentration: 20,
  amount_unit: 'units',
  dosage: [0.8, 0.8],
  dosage_from: [-1, -1],
  dosage_to: [-1, -1],
  limits: [{ min: 0.4, max: 0.8 }, null],
  route: ['IV', 'IV'],
  form: 'INJECTION',
  controlled: false,
  species: [0, 1],
  section_key: 999,
  ...over,
})

export const draw = (over: JsonObject = {}): JsonObject => ({
  drug_name: 'Ketamine',
  drug_concentration: 100,
  drug_volume: 0.5,
  drug_form: 'INJECTION',
  sheet_id: '-',
  sheet_data: { patient_name: 'Rex', reason: 'Castration', species: 0 },
  day: '2026-11-20',
  ...over,
})

export function mutationOf(
  n: number,
  id: string,
  action: string,
  ops: Op[],
  over: Partial<Mutation> = {},
): Mutation {
  return { n, id, at: AT, clock_offset_ms: 0, schema: 1, action, detail: null, ops, ...over }
}

export function pushOf(
  epoch: string,
  who: { device: string; lane: string },
  mutations: { n: number; id: string }[],
): PushRequest {
  return { protocol: PROTOCOL, epoch, ...who, sent_at: AT, mutations }
}
