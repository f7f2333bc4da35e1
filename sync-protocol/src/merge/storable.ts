import { isStorableName, isStorableText } from '../records/fields.ts'

/** True when every text and every name inside a value can be stored: no NUL, no lone surrogate, no `__proto__`. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.keys(value).every(
    (key) => isStorableName(key) && isStorable((value as Record<string, unknown>)[key]),
  )
}

/** No JSON text of the value is longer than this; far quicker than writing it. */
export function longestJson(value: unknown): number {
  if (typeof value === 'string') return 2 + 6 * value.length
  if (typeof value !== 'object' || value === null) return 25
  let length = 2
  for (const key of Object.keys(value))
    length +=
      (Array.isArray(value) ? 1 : 4 + 6 * key.length) + longestJson((value as Record<string, unknown>)[key])
  return length
}
