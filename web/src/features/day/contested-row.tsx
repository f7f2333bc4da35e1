import { useLiveQuery } from 'dexie-react-hooks'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import type { ConflictEntry } from '../../data/attention/attention.ts'
import { choicesOf, settleConflict } from '../../data/attention/settle-conflict.ts'
import type { DayRow } from '../../data/view/day-rows.ts'
import { currentOf } from '../../data/view/records.ts'
import { paths } from '../../paths.ts'
import { protocolIdsIn, useProtocolNames } from '../../records/use-protocol-names.ts'
import { usePerson } from '../../records/use-person.ts'
import { useWeightBands } from '../../records/use-weight-bands.ts'
import { formatDateTime } from '../../ui/format.ts'
import { GuardMarks } from '../../ui/guard-lines.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { contestedSides, type Side } from './contested-sides.ts'
import { dayText as text } from './day-text.ts'

interface ContestedRowProps {
  row: DayRow
  entries: readonly ConflictEntry[]
}

/** Two versions of a patient: of a weight or a plan both stand here, and one press decides; the rest is in Needs attention. */
export function ContestedRow({ row, entries }: ContestedRowProps) {
  return (
    <div className="day-contested">
      {entries.map((entry) => (
        <Decision key={entry.key} {...{ row, entry }} />
      ))}
    </div>
  )
}

function Decision({ row: { _id, content }, entry }: { row: DayRow; entry: ConflictEntry }) {
  const { conflict, author_name, at } = entry
  const person = usePerson()
  const names = useProtocolNames(protocolIdsIn([content, ...conflict.groups]))
  const stands = useLiveQuery(async () => (await currentOf('day_rows', [_id])).get(_id), [_id])
  const decided = useRef(false)
  const sides = contestedSides(conflict, content, names, useWeightBands())
  const choices = sides === null ? [] : choicesOf(entry, person, stands)
  const decide = (choice: 'theirs' | 'mine', words: string) => {
    // A second press may come before the row shows that it is decided.
    if (decided.current) return
    decided.current = true
    settleConflict(entry, choice).then(
      () => showToast({ text: text.decided(content.name, words) }),
      (error: unknown) => {
        decided.current = false
        console.error(error)
        showToast({ kind: 'harm', text: text.notSaved })
      },
    )
  }
  const moment = (instant: string | undefined) =>
    instant === undefined ? '' : formatDateTime(instant, person.time_zone)
  if (sides === null || choices.length === 0)
    return (
      <p className="day-contested-words">
        {text.contested} <Link to={paths.needsAttention}>{text.decide}</Link>
      </p>
    )
  const { theirs, mine } = sides
  const standsBy = stands?.meta.edited_by ?? stands?.meta.author_name ?? ''
  return (
    <fieldset className="day-decision" aria-label={text.decisionOf(content.name)}>
      <p className="day-contested-words">{sides.heading}</p>
      <div className="day-sides">
        <SideButton
          verb={text.keep}
          side={theirs}
          said={text.standsBy(standsBy, moment(theirs.at ?? stands?.meta.date_edited))}
          onPress={() => decide('theirs', theirs.words)}
        />
        {choices.includes('mine') && (
          <SideButton
            verb={text.use}
            side={mine}
            said={text.enteredBy(author_name, moment(mine.at ?? at))}
            onPress={() => decide('mine', mine.words)}
          />
        )}
      </div>
      <Link to={paths.needsAttention}>{text.compare}</Link>
    </fieldset>
  )
}

interface SideButtonProps {
  verb: string
  side: Side
  said: string
  onPress: () => void
}

function SideButton({ verb, side: { words, unusual }, said, onPress }: SideButtonProps) {
  return (
    <button type="button" className="day-side" onClick={onPress}>
      <span className="day-side-value tabular">
        <span className="day-side-verb">{verb}</span> {words}
      </span>
      {unusual !== null && <GuardMarks findings={[{ level: unusual.level, words: unusual.short }]} />}
      <span className="day-side-said">{said}</span>
    </button>
  )
}
