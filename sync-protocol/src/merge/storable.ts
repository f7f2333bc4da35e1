import { isStorableText } from '../records/fields.ts'

/** True when every text and every name inside a value can be stored: no NUL, no lone surrogate, no `__proto__`. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.keys(value).every(
    (key) =>
      !['__proto__', 'constructor', 'prototype'].includes(key) &&
      isStorableText(key) &&
      isStorable((value as Record<string, unknown>)[key]),
  )
}
