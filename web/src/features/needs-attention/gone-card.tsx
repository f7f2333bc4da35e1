import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { isWaiting } from 'sync-protocol/records/waiting'
import type { AttentionEntry } from '../../data/attention/attention.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { settledOf } from './settled-of.ts'
import { attentionText as text } from './attention-text.ts'
import { choiceWords, titleOf, titleOfConflict } from './entry-words.ts'
import { useKnownContent, useKnownRecords } from './use-known-records.ts'

/** As its card was called while it waited. */
function useName(entry: AttentionEntry): string {
  const mutations = useMemo(() => (entry.sort === 'refused' ? [entry.mutation] : []), [entry])
  const known = useKnownRecords(mutations)
  const content = useKnownContent(entry.sort === 'conflict' ? entry.conflict.record : undefined)
  if (entry.sort === 'refused') return titleOf(entry.mutation, known)
  if (entry.sort === 'shut-out') return entry.author_name
  return titleOfConflict(entry.conflict, content)
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
  const name = useName(entry)
  const doneByItself = entry.sort === 'refused' && isWaiting(entry) && settled?.choice === 'mine'
  return (
    <article className="attention-card attention-gone stack">
      <h2 className="title-3">{name}</h2>
      <output>
        {doneByItself
          ? text.doneByItself
          : settled
            ? text.settledBy(
                settled.by_name,
                formatDateTime(settled.at, timeZone),
                choiceWords(
                  text.choices,
                  settled.choice,
                  entry.sort === 'conflict' ? entry.conflict : undefined,
                ),
              )
            : text.settledElsewhere}
      </output>
      <div className="row">
        <Button onClick={onPutAway}>{text.putAway}</Button>
      </div>
    </article>
  )
}
