import type { BalanceDraft, DraftContent, SheetDraft } from './draft.ts'
import type { Json, JsonObject } from './json.ts'
import { fieldsOf, listIn } from './unchecked.ts'

/**
 * An open balance table, and no sheet. Who asks may do so before a screen is loaded: the schemas of what a draft holds must not
 * come along.
 */
export const isTable = (content: JsonObject | null | undefined): content is BalanceDraft =>
  fieldsOf<DraftContent>(content).kind === 'balance'

/** In whose hands this open sheet was, one after the other, before its author's; nobody's where it is none. */
export const takenFrom = (content: JsonObject | null | undefined): readonly Json[] =>
  listIn(fieldsOf<SheetDraft>(content).taken_from)
