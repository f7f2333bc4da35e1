import type { BalanceDraft } from 'sync-protocol/records/draft'
import { sameJson, type Json, type JsonObject } from 'sync-protocol/records/json'
import type { ContentOf } from 'sync-protocol/records/kinds'
import type { Mutation } from 'sync-protocol/records/mutation'
import { fieldsOf } from 'sync-protocol/records/unchecked'
import { balanceContentOf } from 'sync-protocol/rules/balance-sheet'
import { tableOf } from 'sync-protocol/rules/balance-table'
import { readOpenTable } from 'sync-protocol/rules/open-table'

/** The content of a balance sheet that a change makes from a table; a combined one was not entered in any. */
export function balanceMade({ ops }: Mutation): JsonObject | undefined {
  const op = ops.find((each) => each.op === 'create' && each.collection === 'balances')
  if (op?.op !== 'create') return undefined
  return fieldsOf<ContentOf<'balances'>>(op.content).combined === true ? undefined : op.content
}

/** The table that a change of an open one says. */
export function tableTyped({ ops }: Mutation): Json | undefined {
  const op = ops.find((each) => each.collection === 'drafts' && each.op !== 'delete')
  const typed = op?.op === 'create' ? op.content : op?.op === 'update' ? op.set : undefined
  return fieldsOf<BalanceDraft>(typed).table
}

/** Made with the table: what was typed into it later, also under another draft, has the same. */
export const originOf = (table: Json | undefined): string | undefined => readOpenTable(table)?.origin

/** True when this table makes exactly that balance sheet. */
export function makes(table: Json, content: JsonObject): boolean {
  const open = readOpenTable(table)
  if (open === null || open.substance === null || open.events.length === 0) return false
  return sameJson(balanceContentOf(tableOf(open.events), open.substance), content)
}

/** True when all entries of `one` are the first of `whole`: ending it loses nothing. */
export function isBeginningOf(one: Json, whole: Json): boolean {
  const [first, all] = [readOpenTable(one)?.events, readOpenTable(whole)?.events]
  if (first === undefined || all === undefined || first.length > all.length) return false
  return first.every((event, index) => sameJson(event, all[index]))
}
