import * as z from 'zod/mini'
import { settled } from './conflict.ts'
import { id, instant, optional } from './fields.ts'
import { mutation } from './mutation.ts'
import { REFUSALS } from './outcome.ts'

/** A refused or parked mutation, whole, until a person settles it (sync contract T3). */
export const attentionContent = z.strictObject({
  mutation,
  /** The JSON text as it was sent, when it was no mutation or could not be stored as one. */
  raw: optional(z.string()),
  status: z.enum(['rejected', 'parked']),
  code: z.enum(REFUSALS),
  field: optional(z.string()),
  message: z.string(),
  lane: id,
  device: id,
  at: instant,
  settled: optional(settled),
})
export type AttentionContent = z.infer<typeof attentionContent>

export const attention = {
  nouns: ['refused change', 'refused changes'],
  subjects: [],
  title: 'name',
  schema: 1,
  content: attentionContent,
  sort: 'server',
  groups: {},
  fields: {},
} as const
