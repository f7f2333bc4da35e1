import { isInCalendar } from '../rules/time.ts'
import { EDITION } from '../records/edition.ts'
import * as z from 'zod/mini'
import { collection as collectionName } from '../records/envelope.ts'
import { id, isStorableText } from '../records/fields.ts'
import { isObject, type Json, type JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import { MUTATION_OPS_MAX } from '../records/limits.ts'
import { derivedId } from '../records/mutation-hash.ts'
import {
  mutation,
  op as opSchema,
  VOID_REASON_MAX,
  WITHDRAWN,
  type Mutation,
  type Op,
  type OpOf,
} from '../records/mutation.ts'
import { fieldsOf } from '../records/unchecked.ts'
import { cutText } from '../rules/cut-text.ts'
import type { Pushed } from './push-state.ts'
import { isStorable } from './storable.ts'

export const UNREADABLE = 'unreadable'

type Creation = JsonObject & Pick<OpOf<'create'>, 'op' | 'collection'>
type Content = OpOf<'create'>['content']

/** An operation that says, whatever else is wrong with it, that a fact is created. */
function isFactCreation(said: unknown): said is Creation {
  if (!isObject(said)) return false
  const { op, collection } = said
  const name = collectionName.safeParse(collection)
  return op === 'create' && name.success && kinds[name.data].sort === 'fact'
}

/** A text in which what no store can hold is seen to have been there. */
const storableText = (text: string): string =>
  Array.from(text, (letter) => (isStorableText(letter) ? letter : '\uFFFD')).join('')

/** So that one letter in a drug's name does not take the whole protocol away. */
function withStorableTexts(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(withStorableTexts)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withStorableTexts(inner)]))
}

/** The fields of a content that can be stored. */
function legibleContent(said: unknown): Content {
  if (!isObject(said)) return {}
  const can = (field: [string, unknown]): field is [string, Json] => {
    const [key, value] = field
    return (
      key.length <= 40 &&
      isStorableText(key) &&
      isStorable({ [key]: value }) &&
      z.json().safeParse(value).success
    )
  }
  const seen = Object.entries(said).map(([key, value]): [string, unknown] => [key, withStorableTexts(value)])
  return Object.fromEntries(seen.filter(can))
}

/** The operation without the fields that are not its own; a fact that cannot be read as one keeps what can be, a void its reason. */
function legibleOp(said: unknown, index: number, of: string): Op[] {
  let left: unknown = said
  const first = opSchema.safeParse(said)
  if (!first.success && isObject(said)) {
    const strange = first.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
    )
    left = Object.fromEntries(Object.entries(said).filter(([key]) => !strange.includes(key)))
  }
  if (isObject(left) && left['op'] === 'void' && typeof left['reason'] === 'string')
    left = { ...left, reason: cutText(storableText(left['reason']), VOID_REASON_MAX) }
  const read = opSchema.safeParse(left)
  if (read.success && isStorable(left)) return [read.data]
  if (!isFactCreation(said)) return []
  const { op, collection, _id, content } = said
  const name = id.safeParse(_id)
  return [
    {
      op,
      collection,
      _id: name.success ? name.data : derivedId(of, `fact/${index}`),
      content: legibleContent(content),
    },
  ]
}

/**
 * What can be read of a mutation that is not the schema, or that holds what cannot be stored: enough to take its number. Where
 * it creates facts, all that is legible of them, so that each can be completed and approved (sync contract P8). An illegible
 * time is the one of its arrival, unconfirmed.
 */
export function legible(each: Pushed, now: string): Mutation {
  const { shape } = mutation
  const { n, id: _id, ops } = each
  const said = fieldsOf<Mutation>(each)
  const at = shape.at.safeParse(said.at)
  const offset = shape.clock_offset_ms.safeParse(said.clock_offset_ms)
  const clock = at.success && { at: at.data, clock_offset_ms: offset.success ? offset.data : null }
  const isTold = clock && isInCalendar(clock.at, clock.clock_offset_ms)
  const bare: Mutation = {
    n,
    id: _id,
    ...(isTold ? clock : { at: now, clock_offset_ms: null }),
    schema: EDITION,
    action: UNREADABLE,
    detail: null,
    ops: [],
  }
  if (!Array.isArray(ops) || ops.length > MUTATION_OPS_MAX || !ops.some(isFactCreation)) return bare
  const action = shape.action.safeParse(said.action)
  const detail = shape.detail.safeParse(said.detail)
  return {
    ...bare,
    action: action.success ? action.data : UNREADABLE,
    detail: detail.success ? detail.data : null,
    ops: (ops as unknown[]).flatMap((op, index) => legibleOp(op, index, _id)),
  }
}

/** Whether it creates a fact, as far as can be told. */
export function createsFact(each: Pushed): boolean {
  const { ops } = each
  return Array.isArray(ops) && ops.some(isFactCreation)
}

/** What cannot or shall not be sent any more says no more than that (sync contract P3). */
export function asWithdrawn(each: Pushed, now: string): Mutation | undefined {
  const { action, ops } = each
  return action === WITHDRAWN && Array.isArray(ops) && ops.length === 0
    ? { ...legible(each, now), action: WITHDRAWN }
    : undefined
}
