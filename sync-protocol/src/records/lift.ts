import type { ConflictContent } from './conflict.ts'
import type { Collection } from './envelope.ts'
import { isObject, type Json, type JsonObject } from './json.ts'
import type { Op } from './mutation.ts'
import { fieldsOf } from './unchecked.ts'

/** Of edition 1: `[low, high]` in mg/kg. What is no such pair stays as it is, and is refused where it is checked. */
function limitsOf(half: Json): Json {
  if (!Array.isArray(half) || half.length !== 2) return half
  const [min = null, max = null] = half
  return { min, max }
}
const bothLimits = (range: Json): Json => (Array.isArray(range) ? range.map(limitsOf) : range)

const LIMITS = 'limits'
const OF_RANGE: Readonly<Record<string, (value: Json) => [field: string, value: Json]>> = {
  range: (value) => [LIMITS, bothLimits(value)],
  'range.0': (value) => [`${LIMITS}.0`, limitsOf(value)],
  'range.1': (value) => [`${LIMITS}.1`, limitsOf(value)],
}

/**
 * Fields of a record, by their paths, as today's edition names them. Edition 1 had a drug's usual range; since edition 2 it is the
 * lowest and the highest of its limits. Pure, total, and no number changes.
 */
export function lifted(collection: Collection, values: JsonObject): JsonObject {
  if (collection !== 'drugs' || !Object.keys(values).some((path) => Object.hasOwn(OF_RANGE, path)))
    return values
  const entries = Object.entries(values).map(
    ([path, value]) => (Object.hasOwn(OF_RANGE, path) ? OF_RANGE[path]?.(value) : undefined) ?? [path, value],
  )
  return Object.fromEntries(entries)
}

/** Edition 1 knew no unit but mg: whoever says which concentration they saw, saw mg. */
const sawMg = (was: JsonObject, edition: number): JsonObject =>
  /* @rule saw-mg */ edition === 1 && 'concentration' in was && !('amount_unit' in was)
    ? { ...was, amount_unit: null }
    : was

/** An operation of a mutation of this edition as today's says it. */
export function liftedOp<O extends Op>(op: O, edition: number): O {
  if (op.collection !== 'drugs') return op
  const more: Partial<Record<'content' | 'set' | 'was', JsonObject>> = {}
  for (const field of ['content', 'set', 'was'] as const) {
    const values = (op as { [name in typeof field]?: JsonObject })[field]
    if (values !== undefined) more[field] = lifted('drugs', values)
  }
  if (more.was) more.was = sawMg(more.was, edition)
  return { ...op, ...more }
}

interface Stored {
  collection: Collection
  content: JsonObject | null
}
/** A conflict about a drug holds parts of its contents. */
function liftedConflict(content: JsonObject): JsonObject {
  const { record, groups, full } = content
  if (fieldsOf<ConflictContent['record']>(record).collection !== 'drugs' || !Array.isArray(groups))
    return content
  const part = (values: Json) => (isObject(values) ? lifted('drugs', values) : values)
  return {
    ...content,
    groups: groups.map((clash) =>
      isObject(clash)
        ? Object.fromEntries(Object.entries(clash).map(([name, values]) => [name, part(values)]))
        : clash,
    ),
    ...(full === undefined ? {} : { full: part(full) }),
  }
}

/** A stored record with its content as today's edition says it. */
export function liftedRecord<R extends Stored>(record: R): R {
  const { collection, content } = record
  if (content === null) return record
  const present = collection === 'conflicts' ? liftedConflict(content) : lifted(collection, content)
  return present === content ? record : { ...record, content: present }
}
