import type { Effects } from 'sync-protocol/merge/push-state'
import type { Collection } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import type { LedgerFact } from 'sync-protocol/rules/ledger'
import { correctedTime } from 'sync-protocol/rules/time'

/** The facts that concern controlled substances (sync contract, section 12). */
const LEDGERED: readonly Collection[] = ['draws', 'balances']

export interface LedgerContext {
  org: string
  epoch: string
  user: string
  device: string
  received_at: string
}

/** What a push did to controlled-substance facts, in its order: each one stored, each one voided. */
export function ledgerFacts(
  effects: readonly Effects[],
  { org, epoch, user, device, received_at }: LedgerContext,
): LedgerFact[] {
  return effects.flatMap(({ mutation, records }) => {
    if (!mutation) return []
    const { at } = correctedTime(mutation.at, mutation.clock_offset_ms)
    return records
      .filter(({ collection }) => LEDGERED.includes(collection))
      .map((record) => ({
        org,
        epoch,
        user,
        device,
        received_at,
        at,
        mutation_id: mutation.id,
        op: record.voided ? ('void' as const) : ('create' as const),
        record: {
          collection: record.collection,
          _id: record._id,
          version: record.version,
          author: record.meta.author_id,
        },
        content: record.voided
          ? ({ voided: { ...record.voided } } satisfies JsonObject)
          : (record.content ?? {}),
      }))
  })
}
