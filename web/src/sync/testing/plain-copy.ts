/** Only objects and arrays that JSON could hold, and what else has no identity, are copied here. */
class NotPlain extends Error {}
const NOT_PLAIN = new NotPlain('not plain')

/**
 * A copy of what is plain: data in objects and arrays, nothing of it shared with the value. Throws for what only a structured
 * clone can copy (dates, maps, buffers, objects of a class) or refuse (functions, symbols).
 */
export function plainCopy<T>(value: T): T
export function plainCopy(value: unknown): unknown {
  if (typeof value !== 'object') {
    if (typeof value === 'function' || typeof value === 'symbol') throw NOT_PLAIN
    return value
  }
  if (value === null) return null
  if (Array.isArray(value)) {
    const made: unknown[] = []
    // A hole becomes a value, as `length` is what an index sees of it; rows hold none.
    for (let at = 0; at < value.length; at++) made.push(plainCopy(value[at] as unknown))
    return made
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw NOT_PLAIN
  const made: Record<string, unknown> = {}
  for (const [key, each] of Object.entries(value)) {
    if (key === '__proto__') throw NOT_PLAIN
    made[key] = plainCopy(each as unknown)
  }
  return made
}
