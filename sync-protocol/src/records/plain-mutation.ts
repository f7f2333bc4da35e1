import { COLLECTIONS } from './envelope.ts'
import { MUTATION_OPS_MAX } from './limits.ts'
import type { Mutation } from './mutation.ts'

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const INSTANT =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
const ACTION = /^[a-z_]+(\.[a-z_]+)*$/
const PATH = /^[a-z_]{1,40}(\.[01])?$/
const names: ReadonlySet<unknown> = new Set(COLLECTIONS)
const DEEPEST = 64

type Fields = Record<string, unknown>

const isText = (value: unknown): value is string => typeof value === 'string'
const isWhole = (value: unknown, least: number) => Number.isSafeInteger(value) && (value as number) >= least

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Unlike `every`, also of what an array leaves out. */
function eachIs(values: readonly unknown[], is: (value: unknown) => boolean): boolean {
  for (const value of values) if (!is(value)) return false
  return true
}

function isJson(value: unknown, depth: number): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (depth > DEEPEST) return false
  if (Array.isArray(value)) return eachIs(value, (each) => isJson(each, depth + 1))
  return isObject(value) && holds(value, depth, () => true)
}

/** The schema leaves out what is called `__proto__`. */
function holds(fields: Fields, depth: number, takes: (key: string) => boolean): boolean {
  for (const key of Object.keys(fields))
    if (key === '__proto__' || !takes(key) || !isJson(fields[key], depth + 1)) return false
  return true
}

const isContent = (value: unknown) => isObject(value) && holds(value, 0, (key) => key.length <= 40)
const isValues = (value: unknown) => isObject(value) && holds(value, 0, (key) => PATH.test(key))

/** How many fields each operation has, and whether those beside the record's name are right. */
function isPlainOp(op: unknown): boolean {
  if (!isObject(op)) return false
  const { op: what, collection, _id, base, content, set, was } = op
  if (!names.has(collection) || !isText(_id) || !ID.test(_id)) return false
  const count = Object.keys(op).length
  if (what === 'create') return count === 4 && isContent(content)
  if (!isWhole(base, 0)) return false
  if (what === 'update') return count === 6 && isValues(set) && isValues(was)
  if (what === 'delete') return count === 4
  return what === 'restore' && count === 5 && isContent(content)
}

/**
 * Whether a parsed text is a `mutation` of the kind that almost all are, in a twentieth of the time that its schema takes to
 * say so. False says nothing: the schema decides then, and names what is wrong.
 */
export function isPlainMutation(value: unknown): value is Mutation {
  if (!isObject(value) || Object.keys(value).length !== 8) return false
  const { n, id, at, clock_offset_ms: offset, schema, action, detail, ops } = value
  return (
    isWhole(n, 1) &&
    isText(id) &&
    ID.test(id) &&
    isText(at) &&
    INSTANT.test(at) &&
    (offset === null || Number.isSafeInteger(offset)) &&
    isWhole(schema, 1) &&
    isText(action) &&
    action.length <= 60 &&
    ACTION.test(action) &&
    detail === null &&
    Array.isArray(ops) &&
    ops.length <= MUTATION_OPS_MAX &&
    /* @rule plain-ops */ eachIs(ops, isPlainOp)
  )
}
