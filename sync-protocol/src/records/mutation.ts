import * as z from 'zod/mini'
import { COLLECTIONS } from './envelope.ts'
import { id, instant, isStorableText, optional } from './fields.ts'
import { MUTATION_OPS_MAX } from './limits.ts'
import { fieldsOf } from './unchecked.ts'

/** Path of a content field: `name`, or one half of a canine/feline pair, `dosage.0`. */
const path = z.string().check(z.regex(/^[a-z_]{1,40}(\.[01])?$/, 'This is not the path of a field.'))
const content = z.record(z.string().check(z.maxLength(40)), z.json())
const collection = z.enum(COLLECTIONS, {
  error: ({ input }) =>
    `This server does not know records of the kind ${JSON.stringify(input)?.slice(0, 60) ?? 'none'}.`,
})
export const VOID_REASON_MAX = 500
const reason = z.string().check(z.maxLength(VOID_REASON_MAX), z.refine(isStorableText))
const base = z.int().check(z.nonnegative())

export const CHOICES = ['theirs', 'mine', 'edited', 'restore', 'dismiss'] as const
export type Choice = (typeof CHOICES)[number]

export const op = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('create'), collection, _id: id, content }),
  z.strictObject({
    op: z.literal('update'),
    collection,
    _id: id,
    base,
    /** New values; null removes an optional field. */
    set: z.record(path, z.json()),
    /** What the user saw, for every field of each group that `set` touches; null for an absent one. */
    was: z.record(path, z.json()),
  }),
  z.strictObject({
    op: z.literal('delete'),
    collection,
    _id: id,
    base,
    /** The record as its deleter saw it, to be shown beside what others made of it meanwhile. */
    was: optional(content),
  }),
  z.strictObject({
    op: z.literal('restore'),
    collection,
    _id: id,
    base,
    content,
    /** The conflict that its delete has become where others had changed the record: that is taken back with it. */
    undoes: optional(id),
  }),
  z.strictObject({ op: z.literal('void'), collection, _id: id, base, reason }),
  z.strictObject({
    op: z.literal('settle'),
    collection: z.enum(['conflicts', 'attention']),
    _id: id,
    base,
    choice: z.enum(CHOICES),
    set: optional(z.record(path, z.json())),
  }),
])
export type Op = z.infer<typeof op>
const opList = z.array(op)
/** The operations that a value which was kept or sent has under `ops`; undefined for anything else. */
export const opsIn = (value: unknown): Op[] | undefined =>
  opList.safeParse(fieldsOf<Pick<Mutation, 'ops'>>(value).ops).data
export type OpOf<K extends Op['op']> = Extract<Op, { op: K }>

export const WITHDRAWN = 'withdrawn'

/** One intent of one person: a list of record operations that take effect together. */
export const mutation = z.strictObject({
  n: z.int().check(z.positive()),
  id,
  /** The device's clock when it was made. */
  at: instant,
  /** Server's clock less the device's, in ms, as known when it was made; null before any contact. */
  clock_offset_ms: z.nullable(z.int()),
  schema: z.int().check(z.positive()),
  action: z.string().check(z.regex(/^[a-z_]+(\.[a-z_]+)*$/), z.maxLength(60)),
  /** For the action log, for actions that touch no record. */
  detail: z.nullable(z.string().check(z.maxLength(200), z.refine(isStorableText))),
  ops: z.array(op).check(z.maxLength(MUTATION_OPS_MAX)),
})
export type Mutation = z.infer<typeof mutation>
