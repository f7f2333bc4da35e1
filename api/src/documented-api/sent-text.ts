import { name } from 'sync-protocol/records/fields'
import * as z from 'zod'

/**
 * Text as it is sent: of any length, so that the record's own rule refuses what is too long, in its words and at its field. The
 * documentation says that rule's length.
 * @throws Error for a rule that has none
 */
export function sentText(rule: z.core.$ZodType) {
  const { maxLength } = z.toJSONSchema(rule)
  if (maxLength === undefined) throw new Error('This rule does not say how long a text may be.')
  return z.string().meta({ maxLength })
}

/** What anything is called. */
export const sentName = sentText(name('Name'))
