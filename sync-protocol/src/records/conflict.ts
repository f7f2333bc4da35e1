import * as z from 'zod/mini'
import { collection } from './envelope.ts'
import { id, instant, optional } from './fields.ts'
import { CHOICES } from './mutation.ts'
import { fieldsOf } from './unchecked.ts'

const values = z.record(z.string(), z.json())

/** One clashing group: what both started from, what stands, and what the sender entered. */
export const clash = z.strictObject({ group: z.string(), base: values, theirs: values, mine: values })
export type Clash = z.infer<typeof clash>

export const settled = z.strictObject({ by: id, by_name: z.string(), at: instant, choice: z.enum(CHOICES) })

/** A clash that a person settles; it never expires (sync contract M9). */
export const conflictContent = z.strictObject({
  record: z.strictObject({ collection, _id: id }),
  kind: z.enum(['update', 'update_of_deleted', 'delete_of_changed', 'restore_of_changed', 'invalid_merge']),
  groups: z.array(clash),
  /** The record's version that the groups were compared with. */
  version: z.int().check(z.nonnegative()),
  mutation_id: id,
  lane: id,
  device: id,
  at: instant,
  message: optional(z.string()),
  /** For an edit of a deleted record: the whole content with the edit, to restore. */
  full: optional(values),
  settled: optional(settled),
})
export type ConflictContent = z.infer<typeof conflictContent>

/** Who settled a conflict or a refused change, and how; undefined while nobody has. */
export const settledIn = (content: unknown) => fieldsOf<ConflictContent>(content).settled

export const conflict = {
  nouns: ['conflict', 'conflicts'],
  subjects: [],
  title: 'name',
  schema: 1,
  content: conflictContent,
  sort: 'server',
  groups: {},
  fields: {},
} as const
