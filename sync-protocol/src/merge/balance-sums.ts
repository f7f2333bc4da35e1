import { asKnown } from '../records/known.ts'
import { balanceContent, type BalanceContent } from '../records/balance.ts'
import { type JsonObject, sameJson } from '../records/json.ts'
import { checkBalance } from '../rules/check-balance.ts'
import { combineBalances, COMBINE_MISMATCH } from '../rules/combine-balances.ts'
import type { CombineSource } from '../rules/combine-order.ts'
import { sameSubstance } from '../rules/substances.ts'
import { Refusing, type FactFlags } from './merge-state.ts'

type Records = Parameters<FactFlags>[0]

/** What a combined sheet says that it was made of; sheets that were voided meanwhile too, since their rows are kept. */
function sourcesOf(records: Records, { combined_ids = [] }: BalanceContent): CombineSource[] {
  return [...new Set(combined_ids)].flatMap((_id) => {
    const content = asKnown(balanceContent, records.require('balances', _id).content)
    return content === null ? [] : [{ _id, content }]
  })
}

/**
 * Looks at a balance sheet once more where it is decided: true when its numbers do not follow from its rows, or those of a
 * combined one not from the sheets that it names. It is stored all the same (sync contract P8).
 * @throws Refusing for a combined one that cannot have been made of the sheets that it names: it waits for a person
 */
export function sumsDiffer(records: Records, content: JsonObject): boolean {
  const sheet = asKnown(balanceContent, content)
  if (sheet === null) return false
  const differs = checkBalance(sheet).length > 0
  if (!sheet.combined) return differs
  const made = combineBalances(sourcesOf(records, sheet))
  if ('error' in made) throw new Refusing('invalid', made.error, 'combined_ids')
  if (!sameSubstance(made.content, sheet)) {
    throw new Refusing('invalid', COMBINE_MISMATCH, 'combined_ids')
  }
  return differs || !sameJson(sheet, made.content)
}
