import * as z from 'zod/mini'
import { collection } from './envelope.ts'
import { id, instant, optional } from './fields.ts'
import { unchangingKind } from './kind.ts'
import { CHOICES } from './mutation.ts'
import { fieldsOf } from './unchecked.ts'

const values = z.record(z.string(), z.json())

/** One clashing group: what both started from, what stands, and what the sender entered. */
export const clash = z.strictObject({ group: z.string(), base: values, theirs: values, mine: values })
export type Clash = z.infer<typeof clash>

export const settled = z.strictObject({ by: id, by_name: z.string(), at: instant, choice: z.enum(CHOICES) })

/** A clash that a person settles; it never expires (sync contract M9). */
export const conflict = unchangingKind({
  nouns: ['conflict', 'conflicts'],
  subjects: [],
  title: 'name',
  sort: 'server',
  fields: {
    record: { schema: z.strictObject({ collection, _id: id }), label: 'Record' },
    kind: {
      schema: z.enum([
        'update',
        'update_of_deleted',
        'delete_of_changed',
        'restore_of_changed',
        'invalid_merge',
      ]),
      label: 'Kind',
    },
    groups: { schema: z.array(clash), label: 'Clashing groups' },
    /** The record's version that the groups were compared with. */
    version: { schema: z.int().check(z.nonnegative()), label: 'Version' },
    mutation_id: { schema: id, label: 'Change' },
    lane: { schema: id, label: 'Lane' },
    device: { schema: id, label: 'Tablet' },
    at: { schema: instant, label: 'Set aside at' },
    message: { schema: optional(z.string()), label: 'Message' },
    /** For an edit of a deleted record: the whole content with the edit, to restore. */
    full: { schema: optional(values), label: 'Whole record' },
    settled: { schema: optional(settled), label: 'Decided' },
  },
})
export const conflictContent = conflict.content
export type ConflictContent = z.infer<typeof conflictContent>

/** Who settled a conflict or a refused change, and how; undefined while nobody has. */
export const settledIn = (content: unknown) => fieldsOf<ConflictContent>(content).settled
