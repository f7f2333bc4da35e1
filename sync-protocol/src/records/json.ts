import canonicalize from 'canonicalize'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** The canonical JSON (RFC 8785) of a value; fields that are undefined are left out. */
export function canonical(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('A value without JSON cannot be canonical.')
  return text
}

/** True when both have the same canonical JSON, whatever the order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined || a === null || b === null) return false
  if (typeof a !== 'object' || typeof b !== 'object') return false
  return canonical(a) === canonical(b)
}

function hasSortedKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(hasSortedKeys)
  let before: string | undefined
  for (const [key, inner] of Object.entries(value)) {
    if ((before !== undefined && key <= before) || !hasSortedKeys(inner)) return false
    before = key
  }
  return true
}

/** Whether a text is canonical JSON, given what it was parsed to: what was in order already is not sorted again. */
export const isCanonical = (text: string, parsed: unknown): boolean =>
  (JSON.stringify(parsed) === text && hasSortedKeys(parsed)) || canonical(parsed) === text
