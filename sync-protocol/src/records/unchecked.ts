import { isObject, type Json, type JsonObject } from './json.ts'

/** Each name that one of the members of a union may have. */
type NamesOf<T> = T extends object ? keyof T : never

/** What no schema has passed, or one of another edition has: the names are those of `T`, and any JSON may stand under them. */
export type Unchecked<T> = { readonly [Name in NamesOf<T>]?: Json }

/** The fields of a JSON value that should be a `T`; none of what is no object. */
export function fieldsOf<T>(value: unknown): Unchecked<T>
export function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** '' for what is no text. */
export const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
/** Empty for what is no list. */
export const listIn = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
