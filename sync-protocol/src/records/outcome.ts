import * as z from 'zod'
import { recordEnvelope } from './envelope.ts'
import { id } from './fields.ts'

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
  n: z.int().positive(),
  id,
  status: z.enum(STATUSES),
  seq: z.int().positive().optional(),
  replayed: z.boolean().optional(),
  code: z.enum(REFUSALS).optional(),
  field: z.string().optional(),
  message: z.string().optional(),
  conflicts: z.array(id).optional(),
  receipt: z.string(),
  records: z.array(recordEnvelope),
})
export type MutationResult = z.infer<typeof mutationResult>
