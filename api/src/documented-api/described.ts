import type { PlainField } from 'sync-protocol/rules/plain-fields'
import * as z from 'zod'

/** 'Review after: months.': a plain field in the words of its kind. */
export const plainWord = ({ label, unit }: PlainField): string =>
  unit === undefined ? `${label}.` : `${label}: ${unit}.`

/** The protocol's schema with words of this call's own: a copy, so that other calls say what they say. */
export function described<S extends z.core.$ZodType>(schema: S, description: string): S {
  const copy = z.clone(schema)
  z.globalRegistry.add(copy, { description })
  return copy
}
