import type { ConflictContent } from 'sync-protocol/records/conflict'
import type { AttentionEntry } from '../../data/attention/attention.ts'
import { getRecord } from '../../data/view/records.ts'

type Settled = NonNullable<ConflictContent['settled']>

/** Who decided it, when and how, where that is known; for a query that stays live. */
export async function settledOf(entry: AttentionEntry): Promise<Settled | null> {
  if (entry.sort === 'shut-out') return null
  const record =
    entry.sort === 'conflict'
      ? await getRecord('conflicts', entry.record._id)
      : entry.attention_id && (await getRecord('attention', entry.attention_id))
  return record ? (record.content?.settled ?? null) : null
}
