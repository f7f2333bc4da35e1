import type { Effects } from 'sync-protocol/merge/push-state'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import type { LedgerFact } from 'sync-protocol/rules/ledger'
import { LEDGERED } from 'sync-protocol/rules/ledger-records'
import { correctedTime } from 'sync-protocol/rules/time'

export interface LedgerContext {
  org: string
  epoch: string
  received_at: string
}

/** What a push did to controlled-substance facts, in its order: each one stored, each one voided. */
export function ledgerFacts(
  effects: readonly Effects[],
  { org, epoch, received_at }: LedgerContext,
): LedgerFact[] {
  return effects.flatMap(({ mutation, sender, records }) => {
    if (!mutation) return []
    const { at } = correctedTime(mutation.at, mutation.clock_offset_ms)
    return records
      .filter(({ collection }) => LEDGERED.includes(collection))
      .flatMap((record) =>
        whatHappened(record).map(({ op, content }) => ({
          org,
          epoch,
          user: sender.user_id,
          device: sender.device,
          received_at,
          at,
          mutation_id: mutation.id,
          op,
          record: {
            collection: record.collection,
            _id: record._id,
            version: record.version,
            author: record.meta.author_id,
            ...(op === 'create' && whoseAndWhen(record, at)),
          },
          content,
        })),
      )
  })
}

/** The time of a fact that somebody approved later is not that of its entry. */
function whoseAndWhen({ meta: { author_name, date_created } }: SyncRecord, at: string) {
  return { author_name, ...(date_created !== at && { made_at: date_created }) }
}

/** A fact that one change made and voided has both, so that the ledger always holds what the fact says. */
function whatHappened({
  content,
  voided,
  version,
}: SyncRecord): { op: 'create' | 'void'; content: JsonObject }[] {
  const made = { op: 'create' as const, content: content ?? {} }
  if (!voided) return [made]
  const ended = { op: 'void' as const, content: { voided: { ...voided } } }
  return version === 1 ? [made, ended] : [ended]
}
