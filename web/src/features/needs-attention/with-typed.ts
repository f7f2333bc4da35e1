import { contentFault } from 'sync-protocol/merge/content-fault'
import { isObject, type Json, type JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { numberOf, readNumber } from 'sync-protocol/rules/number-input'
import { attentionText as text } from './attention-text.ts'
import { faultyFields, inside, PARTS, valueIn, type FaultyField, type Path } from './faulty-fields.ts'

function withValue(value: Json | undefined, [key, ...rest]: Path, next: Json): Json {
  if (key === undefined) return next
  const held = inside(value, key)
  const isHeld = rest.length === 0 || (typeof rest[0] === 'number' ? Array.isArray(held) : isObject(held))
  const inner = withValue(isHeld ? held : PARTS[key]?.bare, rest, next)
  if (typeof key === 'string') return { ...(value as JsonObject), [key]: inner }
  const list = Array.isArray(value) ? value : []
  return key < list.length ? list.map((each, index) => (index === key ? inner : each)) : [...list, inner]
}

function without(value: Json | undefined, [key, ...rest]: Path): Json {
  if (key !== undefined && rest.length > 0) return withValue(value, [key], without(inside(value, key), rest))
  if (Array.isArray(value)) return value.filter((_, index) => index !== key)
  return Object.fromEntries(Object.entries(value as JsonObject).filter(([each]) => each !== key))
}

/** Nothing can be typed that would stand. */
export const isFixed = ({ isLeftOut, becomes }: Pick<FaultyField, 'isLeftOut' | 'becomes'>): boolean =>
  isLeftOut === true || becomes !== undefined

/** The later place first. */
function byPlace(a: Path, b: Path): number {
  const at = a.findIndex((key, index) => key !== b[index])
  const [one, other] = [a[at], b[at]]
  if (typeof one === 'number' && typeof other === 'number') return other - one
  return String(one ?? '') < String(other ?? '') ? 1 : -1
}

/** What goes does so last, and the later item of a list first: until then each is found where it was. */
const inOrder = (fields: readonly FaultyField[]): number[] => {
  const all = [...fields.entries()]
  const goes = all.filter(([, { isLeftOut }]) => isLeftOut).sort(([, a], [, b]) => byPlace(a.path, b.path))
  return [...all.filter(([, { isLeftOut }]) => !isLeftOut), ...goes].map(([index]) => index)
}

/** What is to stand in a field; undefined where nothing is. */
function valueOf({ isNumber, values, meant, becomes, blank }: FaultyField, said: string): Json | undefined {
  if (becomes !== undefined) return becomes.value
  const place = values?.indexOf(said) ?? -1
  if (meant !== undefined && place >= 0) return meant[place]
  if (blank !== undefined && said.trim() === '') return blank.value
  const number = isNumber ? readNumber(said) : 'empty'
  return typeof number === 'string' ? said : numberOf(number)
}

function mended(content: Json, { path, isLeftOut, keeps }: FaultyField, value: Json | undefined): Json {
  const list = keeps === undefined ? undefined : valueIn(content as JsonObject, path)
  if (Array.isArray(list)) return withValue(content, path, list.slice(0, keeps))
  return isLeftOut || value === undefined ? without(content, path) : withValue(content, path, value)
}

/** A procedure that is no text is said to be wrong as a whole, whatever is wrong in it. */
const isSaidOf = (path: Path, field: string | undefined) =>
  path.join('.') === field || (field === 'procedure' && path[0] === field)

export type WithTyped = { ops: Op[]; more?: FaultyField[] } | { field: number; message: string }

/**
 * The operations with these fields as they are typed now, and all else as it came; or what is wrong with the first field that
 * still cannot stand. `more` is what else is wrong with them: some of it shows only once the rest is right.
 */
export function withTyped(
  ops: readonly Op[],
  fields: readonly FaultyField[],
  typed: readonly string[],
): WithTyped {
  const order = inOrder(fields)
  const next = ops.map((op, at) => {
    if (op.op !== 'create') return op
    const content = order.reduce<Json>((now, index) => {
      const field = fields[index]
      return field?.at === at ? mended(now, field, valueOf(field, typed[index] ?? '')) : now
    }, op.content)
    return { ...op, content: content as JsonObject }
  })
  const faults = next.flatMap((op, at) => {
    const fault = op.op === 'create' ? contentFault(op.collection, op.content) : null
    if (fault === null) return []
    const isOf = (each: FaultyField) => each.at === at && !isFixed(each) && isSaidOf(each.path, fault.field)
    return [{ field: fields.findIndex(isOf), message: fault.message }]
  })
  const [first] = faults
  if (first === undefined) return { ops: next }
  const { field, message } = faults.find((each) => each.field >= 0) ?? first
  const more = field < 0 ? faultyFields(next) : null
  if (more !== null) return { ops: next, more }
  const values = fields[field]?.values
  const isUnchosen = values !== undefined && !values.includes(typed[field] ?? '')
  return { field: Math.max(0, field), message: isUnchosen ? text.chooseOne : message }
}
