import type { BalanceDraft, DraftContent } from './draft.ts'
import type { JsonObject } from './json.ts'
import { fieldsOf } from './unchecked.ts'

/**
 * An open balance table, and no sheet. Who asks may do so before a screen is loaded: the schemas of what a draft holds must not
 * come along.
 */
export const isTable = (content: JsonObject | null | undefined): content is BalanceDraft =>
  fieldsOf<DraftContent>(content).kind === 'balance'
