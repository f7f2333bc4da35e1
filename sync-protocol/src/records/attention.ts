import * as z from 'zod/mini'
import { settled } from './conflict.ts'
import { id, instant, optional } from './fields.ts'
import { unchangingKind } from './kind.ts'
import { mutation } from './mutation.ts'
import { REFUSALS } from './outcome.ts'

/** A refused or parked mutation, whole, until a person settles it (sync contract T3). */
export const attention = unchangingKind({
  nouns: ['refused change', 'refused changes'],
  subjects: [],
  title: 'name',
  sort: 'server',
  fields: {
    mutation: { schema: mutation, label: 'Change' },
    /** The JSON text as it was sent, when it was no mutation or could not be stored as one. */
    raw: { schema: optional(z.string()), label: 'As it was sent' },
    status: { schema: z.enum(['rejected', 'parked']), label: 'Status' },
    code: { schema: z.enum(REFUSALS), label: 'Reason' },
    field: { schema: optional(z.string()), label: 'Field' },
    message: { schema: z.string(), label: 'Message' },
    lane: { schema: id, label: 'Lane' },
    device: { schema: id, label: 'Tablet' },
    at: { schema: instant, label: 'Refused at' },
    settled: { schema: optional(settled), label: 'Decided' },
  },
})
export const attentionContent = attention.content
export type AttentionContent = z.infer<typeof attentionContent>
