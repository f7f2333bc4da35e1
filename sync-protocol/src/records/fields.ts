import * as z from 'zod/mini'
import { NAME_MAX, QUANTITY_MAX } from './limits.ts'
import { messages } from './messages.ts'
import { plainWords } from './plain-words.ts'

/** What is said of anything that has no words of its own: the small zod has none until it is told a language. */
z.config({ localeError: plainWords })

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/** What almost every text is. */
const PLAIN_TEXT = /^[ -~]*$/

/** True for text that PostgreSQL's jsonb can hold: no NUL, no half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return PLAIN_TEXT.test(text) || (!text.includes('\u0000') && !LONE_SURROGATE.test(text))
}

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** True for what a field of a stored object can be called. */
export const isStorableName = (name: string): boolean => !FORBIDDEN.has(name) && isStorableText(name)

/** A field that may be absent. What a tablet's database holds as undefined counts as absent, and is sent as such. */
export const optional = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(schema) as unknown as z.ZodMiniExactOptional<T>

/** Text of at most `max` characters that every store can hold. */
export const text = (max: number, label: string) =>
  z
    .string(messages.required(label))
    .check(z.maxLength(max, messages.tooLong(label)), z.refine(isStorableText, messages.invalid(label)))

/** A required name: 1 to 50 characters, not only blanks (`spec 1 §9`). */
export const name = (label: string, said: { empty?: string; tooLong?: string } = {}) =>
  z.string(said.empty ?? messages.required(label)).check(
    z.refine((value) => value.trim() !== '', { error: said.empty ?? messages.required(label), abort: true }),
    z.maxLength(NAME_MAX, said.tooLong ?? messages.tooLong(label)),
    z.refine(isStorableText, messages.invalid(label)),
  )

/** A quantity above 0 and at most 100000 in the unit of its field (`spec 1 §9`). */
export const quantity = (label: string) =>
  z
    .number(messages.notANumber(label))
    .check(
      z.gt(0, { error: messages.notPositive(label), abort: true }),
      z.maximum(QUANTITY_MAX, messages.tooLarge(label)),
    )

/** Lower case only: a database takes both for one, and the two would pass each other by in memory. */
export const id = z
  .uuid()
  .check(z.refine((value) => value === value.toLowerCase(), 'An id is written in lower case.'))
/** An instant in UTC. */
export const instant = z.iso.datetime()
/** A clinic's local day, YYYY-MM-DD. */
export const day = z.iso.date()

export const ROUTES = ['IV', 'IM', 'SC', 'EPIDURAL', 'OTHER'] as const
export const FORMS = ['INJECTION', 'TABLET', 'LIQUID', 'OTHER'] as const
export const SCHEDULES = ['II', 'III', 'IV', 'V'] as const
export const DRUG_CLASSES = [
  'opioid',
  'induction',
  'tranquilizer',
  'anticholinergic',
  'local-anesthetic',
  'vasopressor',
  'antagonist',
] as const
export const route = z.enum(ROUTES)
export const form = z.enum(FORMS)
export const schedule = z.enum(SCHEDULES)
export const drugClass = z.enum(DRUG_CLASSES)
export type Route = z.infer<typeof route>
export type Form = z.infer<typeof form>
export type Schedule = z.infer<typeof schedule>
export type DrugClass = z.infer<typeof drugClass>

/** 0 canine, 1 feline. Sheets may also hold 2, exotic (`spec 1 §9`). */
export const species = z.union([z.literal(0), z.literal(1)])
export type Species = z.infer<typeof species>
export const CANINE = 0
export const FELINE = 1

/** Section keys that always exist (`spec 1 §3`). */
export const EMERGENCY_SECTION = -2
export const UNSET_SECTION = -1
