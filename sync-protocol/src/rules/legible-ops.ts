import * as z from 'zod/mini'
import type { AttentionContent } from '../records/attention.ts'
import { collection as collectionName } from '../records/envelope.ts'
import { id, isStorableName, isStorableText } from '../records/fields.ts'
import { isObject, type Json, type JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import { MUTATION_OPS_MAX } from '../records/limits.ts'
import { derivedId } from '../records/mutation-hash.ts'
import { op as opSchema, VOID_REASON_MAX, type Mutation, type Op, type OpOf } from '../records/mutation.ts'
import { canStand, schemaWithin } from '../records/schema-within.ts'
import { fieldsOf } from '../records/unchecked.ts'
import { cutText } from './cut-text.ts'

type Creation = JsonObject & Pick<OpOf<'create'>, 'op' | 'collection'>
type Content = OpOf<'create'>['content']
/** The id that a text means; undefined for one that means none. */
type Meant = (text: string) => string | undefined

/** An operation that says, whatever else is wrong with it, that a fact is created. */
function isFactCreation(said: unknown): said is Creation {
  if (!isObject(said)) return false
  const { op, collection } = said
  const name = collectionName.safeParse(collection)
  return op === 'create' && name.success && kinds[name.data].sort === 'fact'
}

const lowerId = (said: unknown) =>
  typeof said === 'string' ? id.safeParse(said.toLowerCase()).data : undefined

/** One that says, whatever else is wrong with it, that this fact is voided. */
function isFactVoid(said: unknown): boolean {
  if (!isObject(said)) return false
  const name = collectionName.safeParse(said['collection'])
  const isVoid = said['op'] === 'void' && name.success && kinds[name.data].sort === 'fact'
  return /* @rule void-parked */ isVoid && lowerId(said['_id']) !== undefined
}

/** Whether these are operations of which one creates or voids a fact, as far as can be told. */
export const tellFacts = (ops: unknown): ops is unknown[] =>
  Array.isArray(ops) && ops.some((op) => isFactCreation(op) || isFactVoid(op))

/** A text in which what no store can hold is seen to have been there. */
const storableText = (text: string): string =>
  isStorableText(text)
    ? text
    : Array.from(text, (letter) => (isStorableText(letter) ? letter : '\uFFFD')).join('')

/** All of a value that can be stored: one letter of a drug's name, or one strange field, takes nothing else away. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (Array.isArray(value)) return value.map(storable)
  if (!isObject(value)) return value
  const fields = Object.entries(value).filter(([key, inner]) => isStorableName(key) && inner !== undefined)
  return Object.fromEntries(fields.map(([key, inner]) => [key, storable(inner)]))
}

/** The same value with the ids that are meant, where what came can be none. */
function withIds(schema: z.core.$ZodType | undefined, value: unknown, meant: Meant): unknown {
  if (Array.isArray(value)) return value.map((each, at) => withIds(schemaWithin(schema, at), each, meant))
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, withIds(schemaWithin(schema, key), inner, meant)]),
    )
  if (typeof value !== 'string' || canStand(schema, value)) return value
  const read = meant(value)
  return read !== undefined && canStand(schema, read) ? read : value
}

const json = z.json()

/** The fields of a content that can be stored. */
function legibleContent({ collection, content: said }: Creation, meant: Meant): Content {
  if (!isObject(said)) return {}
  const read = withIds(kinds[collection].content, storable(said), meant) as JsonObject
  const can = ([key, value]: [string, Json]) => key.length <= 40 && json.safeParse(value).success
  return Object.fromEntries(Object.entries(read).filter(can))
}

/** A void stays whatever was said of why, and of the version that was seen: it is done to whatever stands. */
function legibleVoid({ reason, base, ...rest }: JsonObject): JsonObject {
  const why = typeof reason === 'string' ? reason : JSON.stringify(reason ?? '')
  return {
    ...rest,
    base: Number.isSafeInteger(base) && Number(base) >= 0 ? Number(base) : 0,
    reason: cutText(storableText(reason === undefined || reason === null ? '' : why), VOID_REASON_MAX),
  }
}

/** The operation without the fields that are not its own; none where nobody can tell what was to be done to which record. */
function legibleOther(said: unknown, meant: Meant): Op[] {
  if (!isObject(said)) return []
  const { _id, set, ...rest } = storable(said) as JsonObject
  const name = collectionName.safeParse(rest['collection']).data
  const named: JsonObject = {
    ...rest,
    _id: (typeof _id === 'string' ? meant(_id) : undefined) ?? _id ?? null,
    ...(set !== undefined && { set: withIds(name && kinds[name].content, set, meant) as Json }),
  }
  let own = named
  // @rule void-kept
  if (rest['op'] === 'void') own = legibleVoid(named)
  const first = opSchema.safeParse(own)
  if (first.success) return [first.data]
  const strange = first.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  )
  const read = opSchema.safeParse(
    Object.fromEntries(Object.entries(own).filter(([key]) => !strange.includes(key))),
  )
  return read.success ? [read.data] : []
}

/**
 * All that is legible of the operations of the mutation `of`: the facts with what can be stored of them, and what goes with
 * them. An id that is written in upper case is the one in lower case; what can be no id at all is another one wherever the
 * same stands, so that a draw stays with its sheet.
 */
export function legibleOps(ops: readonly unknown[], of: string): Op[] {
  const made = new Map<string, string>()
  const idOf = (said: Json | undefined, index: number) => lowerId(said) ?? derivedId(of, `fact/${index}`)
  for (const [index, said] of ops.entries()) {
    const name = isFactCreation(said) ? said['_id'] : undefined
    // @rule link-kept
    if (typeof name === 'string' && !made.has(name)) made.set(name, idOf(name, index))
  }
  const meant: Meant = (text) => made.get(text) ?? lowerId(text)
  return ops.flatMap((said, index): Op[] => {
    if (!isFactCreation(said)) return legibleOther(said, meant)
    const { op, collection, _id } = said
    return [{ op, collection, _id: idOf(_id, index), content: legibleContent(said, meant) }]
  })
}

/**
 * What a change that waits for a person was to do. One that held more operations than one can is kept as it was sent, and read
 * again: whoever approves it does all of it.
 */
export function parkedOps({ mutation, raw }: Pick<AttentionContent, 'mutation' | 'raw'>): Op[] {
  // @rule approved-whole
  if (raw === undefined || mutation.ops.length > 0) return mutation.ops
  const ops = sentOps(raw)
  return tellFacts(ops) && ops.length > MUTATION_OPS_MAX ? legibleOps(ops, mutation.id) : []
}

/** What a change that was kept as it was sent says that it does; undefined for what nobody can read. */
export function sentOps(raw: string): unknown {
  try {
    return fieldsOf<Mutation>(JSON.parse(raw)).ops
  } catch {
    return undefined
  }
}
