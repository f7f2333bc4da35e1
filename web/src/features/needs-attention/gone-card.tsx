import { useLiveQuery } from 'dexie-react-hooks'
import type { ConflictContent } from 'sync-protocol/records/conflict'
import type { AttentionEntry } from '../../data/attention.ts'
import { getRecord } from '../../data/records.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { attentionText as text } from './attention-text.ts'
import { titleOf } from './entry-words.ts'

type Settled = NonNullable<ConflictContent['settled']>

const nameOf = (entry: AttentionEntry): string => {
  if (entry.sort === 'refused') return titleOf(entry.mutation)
  return entry.sort === 'conflict' ? text.nouns[entry.conflict.record.collection] : entry.author_name
}

async function settledOf(entry: AttentionEntry): Promise<Settled | null> {
  if (entry.sort === 'shut-out') return null
  const record =
    entry.sort === 'conflict'
      ? await getRecord('conflicts', entry.record._id)
      : entry.attention_id && (await getRecord('attention', entry.attention_id))
  return record ? ((record.content?.['settled'] as Settled | undefined) ?? null) : null
}

/** In the place of an entry that somebody else settled while it was on this screen. */
export function GoneCard({
  entry,
  timeZone,
  onPutAway,
}: {
  entry: AttentionEntry
  timeZone: string
  onPutAway: () => void
}) {
  const settled = useLiveQuery(() => settledOf(entry), [entry])
  return (
    <article className="attention-card attention-gone stack">
      <h2 className="title-3">{nameOf(entry)}</h2>
      <output>
        {settled
          ? text.settledBy(
              settled.by_name,
              formatDateTime(settled.at, timeZone),
              text.choices[settled.choice],
            )
          : text.settledElsewhere}
      </output>
      <div className="row">
        <Button onClick={onPutAway}>{text.putAway}</Button>
      </div>
    </article>
  )
}
