import canonicalize from 'canonicalize'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** Whether a part of some JSON has fields: it is no list, and no plain value. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Printable ASCII without quote and backslash: what JSON writes as it is. */
const PLAIN_TEXT = /^[ !#-[\]-~]*$/
const textOf = (text: string) => (PLAIN_TEXT.test(text) ? `"${text}"` : JSON.stringify(text))
/** What is nested deeper than any record must not end in a full stack. */
const DEEPEST = 64

/** A part of a value, and its canonical JSON. */
export interface Written {
  part: object
  text: string
}

/**
 * The canonical JSON of what JSON.parse gives, several times as fast as for any value; null for anything else. Half of a
 * surrogate pair is escaped, so that a change that holds one can be known again, and refused.
 */
function parsedText(value: unknown, depth: number, known?: Written): string | null {
  if (typeof value === 'string') return textOf(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (value === null) return 'null'
  if (typeof value !== 'object' || depth > DEEPEST) return null
  if (value === known?.part) return known.text
  if (Array.isArray(value)) {
    let items = ''
    for (const each of value as unknown[]) {
      const item = parsedText(each, depth + 1, known)
      if (item === null) return null
      items += items === '' ? item : `,${item}`
    }
    return `[${items}]`
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return null
  const fields = value as Record<string, unknown>
  let members = ''
  for (const key of Object.keys(fields).sort()) {
    const member = parsedText(fields[key], depth + 1, known)
    if (member === null) return null
    members += `${members === '' ? '' : ','}${textOf(key)}:${member}`
  }
  return `{${members}}`
}

/** The canonical JSON (RFC 8785) of a value; fields that are undefined are left out. What is `known` of it is not written again. */
export function canonical(value: unknown, known?: Written): string {
  const text = parsedText(value, 0, known) ?? canonicalize(value)
  if (text === undefined) throw new TypeError('A value without JSON cannot be canonical.')
  return text
}

/**
 * The same of what somebody sent, whatever it is: JSON can write a number that none can hold, and such a change is known by
 * what is kept of it, where null stands in that place.
 */
export function canonicalOfSent(value: unknown, known?: Written): string {
  try {
    return canonical(value, known)
  } catch {
    return canonical(JSON.parse(JSON.stringify(value)))
  }
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
