import type { BalanceContent } from '../records/balance.ts'
import type { DrawContent } from '../records/draw.ts'
import { MUTATION_OPS_MAX } from '../records/limits.ts'
import type { Op } from '../records/mutation.ts'

/** What a person wants done with draws and balance sheets, before it has its number and its time. */
export interface LedgerIntent {
  action: 'balance.create' | 'balance.combine' | 'balance.delete' | 'draw.create' | 'draw.delete'
  ops: Op[]
}

interface Versioned {
  _id: string
  version: number
}

const create = (
  collection: 'balances' | 'draws',
  _id: string,
  content: BalanceContent | DrawContent,
): Op => ({
  op: 'create',
  collection,
  _id,
  content: content,
})

/** One change: the balance sheet, and the end of the draft that it was made of. */
export function savingBalance(content: BalanceContent, _id: string, draft?: Versioned): LedgerIntent {
  const ends: Op[] = draft
    ? [{ op: 'delete', collection: 'drafts', _id: draft._id, base: draft.version }]
    : []
  return { action: 'balance.create', ops: [create('balances', _id, content), ...ends] }
}

/** The combined sheet; what it was made of stays as it is. */
export const combiningBalances = (content: BalanceContent, _id: string): LedgerIntent => ({
  action: 'balance.combine',
  ops: [create('balances', _id, content)],
})

export const savingDraw = (content: DrawContent, _id: string): LedgerIntent => ({
  action: 'draw.create',
  ops: [create('draws', _id, content)],
})

function voiding(
  collection: 'balances' | 'draws',
  records: readonly Versioned[],
  reason: string,
  opsMax: number,
): LedgerIntent[] {
  const intents: LedgerIntent[] = []
  for (let at = 0; at < records.length; at += opsMax) {
    intents.push({
      action: collection === 'balances' ? 'balance.delete' : 'draw.delete',
      ops: records.slice(at, at + opsMax).map(({ _id, version }) => ({
        op: 'void',
        collection,
        _id,
        base: version,
        reason: reason.trim(),
      })),
    })
  }
  return intents
}

/** Deleting balance sheets keeps them, voided, with the reason: as few changes as their size allows, usually one. */
export const voidingBalances = (
  balances: readonly Versioned[],
  reason: string,
  opsMax = MUTATION_OPS_MAX,
): LedgerIntent[] => voiding('balances', balances, reason, opsMax)

/** The same for draws. */
export const voidingDraws = (
  draws: readonly Versioned[],
  reason: string,
  opsMax = MUTATION_OPS_MAX,
): LedgerIntent[] => voiding('draws', draws, reason, opsMax)
