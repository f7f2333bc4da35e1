import { useLiveQuery } from 'dexie-react-hooks'
import type { JsonObject } from 'sync-protocol/records/json'
import { getRecord } from '../../data/records.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { settleConflict } from './attention-actions.ts'
import { attentionText as text } from './attention-text.ts'
import { choicesOf } from './entry-choices.ts'
import type { ConflictEntry, Person } from './entry-choices.ts'
import { fieldLines } from './entry-words.ts'
import { useDeciding } from './use-deciding.ts'

interface ConflictCardProps {
  entry: ConflictEntry
  person: Person & { time_zone: string }
}

function Side({ label, values }: { label: string; values: JsonObject }) {
  const lines = fieldLines(values)
  return (
    <div className="side">
      <h4 className="quiet small">{label}</h4>
      {lines.length === 0 && <p>{text.missing}</p>}
      <dl>
        {lines.map((line, index) => (
          <div key={index}>
            <dt>{line.label}</dt>
            <dd>{line.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** What the sender entered and what stands, side by side; one of the two is kept. */
export function ConflictCard({ entry, person }: ConflictCardProps) {
  const { conflict, author_name } = entry
  const { busy, decide } = useDeciding()
  const target = useLiveQuery(
    () => getRecord(conflict.record.collection, conflict.record._id),
    [conflict.record.collection, conflict.record._id],
  )
  const removes = conflict.kind === 'delete_of_changed'
  const deleted = !removes && (target?.deleted ?? conflict.kind === 'update_of_deleted')
  const choices = choicesOf(entry, person, target ?? entry.record)
  const name = target?.content?.['name'] ?? conflict.full?.['name']
  const labels = {
    theirs: deleted ? text.keepDeleted : removes ? text.keepRecord : text.keepTheirs,
    mine: deleted ? text.restore : removes ? text.remove : text.keepMine(author_name),
  }
  return (
    <article className="attention-card stack">
      <header>
        <p className="quiet small">{text.meta(author_name, formatDateTime(entry.at, person.time_zone))}</p>
        <h2 className="title-3 row">
          {text.nouns[conflict.record.collection]}
          {typeof name === 'string' && `: ${name}`}
          <Badge kind="attention">{text.conflict}</Badge>
        </h2>
      </header>
      {conflict.message !== undefined && <p className="attention-reason">{conflict.message}</p>}
      {conflict.groups.map(({ group, theirs, mine }) => (
        <section key={group} className="stack-tight">
          <h3 className="small">{text.groups[group] ?? group}</h3>
          <div className="sides">
            <Side label={text.theirs} values={theirs as JsonObject} />
            <Side label={text.mine(author_name)} values={mine as JsonObject} />
          </div>
        </section>
      ))}
      <div className="row">
        {choices.map((choice) => (
          <Button
            key={choice}
            disabled={busy}
            onClick={() =>
              decide(() =>
                settleConflict(entry, deleted && choice === 'mine' ? 'restore' : choice).then(
                  () => text.settled,
                ),
              )
            }
          >
            {labels[choice]}
          </Button>
        ))}
      </div>
    </article>
  )
}
