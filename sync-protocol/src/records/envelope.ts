import * as z from 'zod/mini'
import { id, instant, optional } from './fields.ts'
import type { JsonObject } from './json.ts'

export const COLLECTIONS = [
  'drugs',
  'fluids',
  'sections',
  'anesthesia_protocols',
  'emergency_protocols',
  'injections',
  'procedures',
  'sheets',
  'draws',
  'balances',
  'drafts',
  'conflicts',
  'attention',
  'policies',
  'code_events',
  'day_rows',
] as const
export const collection = z.enum(COLLECTIONS)
export type Collection = z.infer<typeof collection>

const NAMES: ReadonlySet<unknown> = new Set(COLLECTIONS)
/** Whether this release knows the collection. The server may be newer, and a record of another one is kept unread (W2). */
export const isKnown = (name: unknown): name is Collection => NAMES.has(name)

/** The name of a collection that this release may not know. */
export const collectionName = z.string().check(z.regex(/^[a-z_]{1,40}$/))

/** Who and when; the server's, except `date_created`, the mutation's (corrected) time. */
export const recordMeta = z.object({
  author_id: id,
  author_name: z.string(),
  date_created: instant,
  date_edited: optional(instant),
  /** Who changed a record of the library last, or deleted it; absent where an earlier release wrote it. */
  edited_by: optional(z.string()),
  /** When the server stored a fact; beside `date_created`, never instead of it. */
  received_at: optional(instant),
  /** The holder of 2 who approved a parked fact under its author's name. */
  approved_by: optional(z.string()),
  /** The holder of 2 who sent it for its author, who could not any more (sync contract D3). */
  sent_by: optional(z.string()),
})
export type RecordMeta = z.infer<typeof recordMeta>

export const voided = z.object({ by: id, by_name: z.string(), at: instant, reason: z.string() })
export type Voided = z.infer<typeof voided>

/** What is pointed out about a fact that was stored all the same. */
export const FLAGS = ['time_unconfirmed', 'volume_differs', 'sums_differ', 'dose_unexplained'] as const

/** A record as it travels. Who reads it passes over a collection and a flag that it does not know (sync contract W2). */
export const recordEnvelope = z.object({
  collection: collectionName,
  _id: id,
  schema: z.int().check(z.positive()),
  version: z.int().check(z.nonnegative()),
  /** The number of the commit that wrote this version; 0 before the server has it. */
  seq: z.int().check(z.nonnegative()),
  deleted: z.boolean(),
  meta: recordMeta,
  content: z.nullable(z.record(z.string(), z.json())),
  voided: optional(voided),
  flags: optional(z.array(z.string().check(z.maxLength(40)))),
})
export type Flag = (typeof FLAGS)[number]

/** A record whose content is of this type. */
export interface Enveloped<Content> {
  collection: Collection
  _id: string
  schema: number
  version: number
  seq: number
  deleted: boolean
  meta: RecordMeta
  content: Content | null
  voided?: Voided
  flags?: Flag[]
}
/** A record as it is stored and sent, its content not yet looked into. */
export type SyncRecord = Enveloped<JsonObject>

export const keyOf = (record: { collection: Collection; _id: string }) => `${record.collection}/${record._id}`
