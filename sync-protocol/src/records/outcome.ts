import * as z from 'zod/mini'
import { recordEnvelope, type SyncRecord } from './envelope.ts'
import { id, optional } from './fields.ts'

export const STATUSES = ['applied', 'merged', 'conflict', 'rejected', 'parked'] as const
export type Status = (typeof STATUSES)[number]

/** Why a mutation was refused or parked. */
export const REFUSALS = [
  'forbidden',
  'invalid',
  'unknown_record',
  'immutable',
  'limit',
  'depends_on',
  'internal',
  'needs_approval',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** What became of one mutation, with the state afterwards of every record that it named. */
export const mutationResult = z.object({
  n: z.int().check(z.positive()),
  id,
  status: z.enum(STATUSES),
  seq: optional(z.int().check(z.positive())),
  replayed: optional(z.boolean()),
  code: optional(z.enum(REFUSALS)),
  field: optional(z.string()),
  message: optional(z.string()),
  conflicts: optional(z.array(id)),
  receipt: z.string(),
  records: z.array(recordEnvelope),
})
export type MutationResult = Omit<z.infer<typeof mutationResult>, 'records'> & { records: SyncRecord[] }
