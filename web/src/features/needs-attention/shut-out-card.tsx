import { useState } from 'react'
import type { Mutation } from 'sync-protocol/records/mutation'
import { mayActForOthers } from 'sync-protocol/rules/permissions'
import { correctedTime } from 'sync-protocol/rules/time'
import type { ShutOutEntry } from '../../data/attention/attention.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Question } from '../../ui/question.tsx'
import { discardFor, sendFor } from './attention-actions.ts'
import { attentionText as text } from './attention-text.ts'
import { copiedWords } from './copied-words.ts'
import { Entered } from './entered.tsx'
import type { Person } from './entry-choices.ts'
import { copyOf, enteredLines, titleOf } from './entry-words.ts'
import { useDeciding } from './use-deciding.ts'
import { useKnownRecords } from './use-known-records.ts'
import { useNames } from './use-names.ts'

/** What somebody saved on this tablet and cannot send any more: a holder of 2 sends it under their name, or discards it. */
export function ShutOutCard({
  entry,
  person,
}: {
  entry: ShutOutEntry
  person: Person & { time_zone: string }
}) {
  const { mutations, author_name: author, removed } = entry
  const { busy, decide } = useDeciding(entry.key)
  const known = useKnownRecords(mutations)
  const names = useNames([mutations, [...known.values()]])
  const [discarding, setDiscarding] = useState(false)
  const decides = mayActForOthers({ user_id: person._id, perms: person.org_perms })
  const byOf = ({ at, clock_offset_ms: offset }: Mutation) =>
    text.meta(author, formatDateTime(correctedTime(at, offset).at, person.time_zone))
  const copied = () =>
    mutations
      .map((each) => copyOf(titleOf(each, known), byOf(each), enteredLines(each, names, known)))
      .join('\n\n')
  return (
    <article className="attention-card stack">
      <h2 className="title-3 row">
        {author}
        <Badge kind="harm">{text.shutOut}</Badge>
      </h2>
      <p className="attention-reason">
        {(removed ? text.removedText : text.shutOutText)(mutations.length, author)}
      </p>
      {mutations.map((mutation) => (
        <section key={mutation.id} className="stack-tight">
          <h3>{titleOf(mutation, known)}</h3>
          <p className="quiet small">{byOf(mutation)}</p>
          <Entered lines={enteredLines(mutation, names, known)} />
        </section>
      ))}
      <div className="row">
        {decides && (
          <Button
            kind="primary"
            disabled={busy}
            onClick={() => decide(() => sendFor(entry).then(() => text.sentFor(author)))}
          >
            {text.send}
          </Button>
        )}
        <Button disabled={busy} onClick={() => decide(() => copiedWords(copied()), 'stays')}>
          {text.copy}
        </Button>
        {decides && (
          <Button disabled={busy} onClick={() => setDiscarding(true)}>
            {text.discard}
          </Button>
        )}
      </div>
      {discarding && (
        <Question
          danger
          title={text.discardAllTitle(mutations.length, author)}
          text={text.discardAllText(mutations.length)}
          onNo={() => setDiscarding(false)}
          onYes={() => {
            setDiscarding(false)
            decide(() => discardFor(entry).then(() => text.discarded))
          }}
        />
      )}
    </article>
  )
}
