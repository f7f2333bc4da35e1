import type { Json, JsonObject } from '../records/json.ts'
import type { Kind } from '../records/kind.ts'

/** `dosage.0` is one half of the pair `dosage`. */
function split(path: string): { field: string; half: 0 | 1 | undefined } {
  const [field = '', half] = path.split('.')
  return { field, half: half === undefined ? undefined : half === '0' ? 0 : 1 }
}
export const fieldOf = (path: string) => split(path).field

/** The value at a path; null for an absent one. */
export function valueAt(content: JsonObject, path: string): Json {
  const { field, half } = split(path)
  const value = Object.hasOwn(content, field) ? (content[field] ?? null) : null
  if (half === undefined) return value
  return Array.isArray(value) ? (value[half] ?? null) : null
}

/** A copy of the content with the values set; null removes a field. */
export function withValues(content: JsonObject, set: Readonly<Record<string, Json>>): JsonObject {
  const next: JsonObject = { ...content }
  for (const [path, value] of Object.entries(set)) {
    const { field, half } = split(path)
    if (half !== undefined) {
      const pair = next[field]
      const copy: Json[] = Array.isArray(pair) ? [...pair] : [null, null]
      copy[half] = value
      next[field] = copy
    } else if (value === null) {
      delete next[field]
    } else {
      next[field] = value
    }
  }
  return next
}

/** The group that a path belongs to, or undefined for a path that the kind does not have. */
export function groupOf(kind: Kind, path: string): string | undefined {
  const field = fieldOf(path)
  return Object.keys(kind.groups).find((group) => kind.groups[group]?.includes(field))
}
