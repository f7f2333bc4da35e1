import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useState } from 'react'
import { isWaiting } from 'sync-protocol/records/waiting'
import type { RefusedEntry } from '../../data/attention/attention.ts'
import { isRefusedAgain } from '../../data/attention/refused-again.ts'
import type { KeptForm } from '../../data/drafts/kept-forms.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { Question } from '../../ui/question.tsx'
import { approve, discard, reopen, retry } from './attention-actions.ts'
import { approvalSaid } from './approval-said.ts'
import { attentionText as text } from './attention-text.ts'
import { copiedWords } from './copied-words.ts'
import { Entered } from './entered.tsx'
import { actionsOf, drawToComplete, fieldsToComplete, formOpIn, tooMany } from './entry-choices.ts'
import type { Action, Person } from './entry-choices.ts'
import { copyOf, editsIn, enteredLines, titleOf } from './entry-words.ts'
import type { FaultyField } from './faulty-fields.ts'
import { RefusedEdit } from './refused-edits.tsx'
import { retryWords, whyNoForm } from './no-form.ts'
import { completeForm, comesBeforeEarlier, missingRecord, reopenForm } from './reopened-form.ts'
import { reopenTyped, typesSheet } from './reopened-draft.ts'
import { editsSections, reopenSections } from './reopened-sections.ts'
import { reopensTable, reopenTable } from './reopened-table.ts'
import { toldBy } from './told-by.ts'
import { useDeciding } from './use-deciding.ts'
import { useKnownRecords } from './use-known-records.ts'
import { useNames } from './use-names.ts'

interface RefusedCardProps {
  entry: RefusedEntry
  person: Person & { name: string; time_zone: string }
  /** What of it is to be typed anew is asked in a dialog, which outlives this card. */
  onComplete: (fields: FaultyField[] | null) => void
  onSheetReopened: (draftId: string) => void
  onFormReopened: (form: KeptForm) => void
  onTableReopened: (draftId: string) => void
  /** How many draws that it names wait themselves. */
  drawsFirst: number
  /** A balance sheet that waits names its draw. */
  isNamed: boolean
}

const statusWords = { rejected: text.refused, parked: text.parked, withdrawn: text.withdrawn }

/** What its reader is to do, where the reason alone does not say so. */
function nextFor(actions: readonly Action[], code: RefusedEntry['code']): string {
  if (actions[0] === 'complete') return text.next.complete
  return actions[0] === 'reopen' && code === 'invalid' ? text.next.reopen : ''
}

export function RefusedCard(props: RefusedCardProps) {
  const { entry, person, onComplete, onSheetReopened, onFormReopened, onTableReopened } = props
  const { drawsFirst, isNamed } = props
  const { busy, decide } = useDeciding(entry.key)
  const [discarding, setDiscarding] = useState(false)
  const author = entry.author_id === person._id ? null : entry.author_name
  const mutations = useMemo(() => [entry.mutation], [entry.mutation])
  const known = useKnownRecords(mutations)
  const names = useNames([entry.mutation, entry.beside, [...known.values()]])
  const many = useMemo(() => tooMany(entry), [entry])
  const title = titleOf(many === undefined ? entry.mutation : { ...entry.mutation, ops: many }, known)
  const lines = enteredLines(entry.mutation, names, known)
  const by = text.meta(entry.author_name, formatDateTime(entry.at, person.time_zone))
  const edits = editsIn(entry.mutation)
  const acts: Readonly<Record<Action, () => void>> = {
    reopen: () => {
      if (formOpIn(entry) !== undefined || editsSections(entry))
        return decide(async () => {
          onFormReopened(await (editsSections(entry) ? reopenSections : reopenForm)(entry))
          return null
        }, 'stays')
      return decide(async () => {
        if (reopensTable(entry)) {
          onTableReopened(await reopenTable(entry))
          return text.tableReopened
        }
        if (typesSheet(entry)) {
          onSheetReopened(await reopenTyped(entry))
          return text.reopened([], null)
        }
        const { draftId, missing, day } = await reopen(entry)
        onSheetReopened(draftId)
        return text.reopened(missing, day === undefined ? null : formatDate(day))
      })
    },
    complete: () =>
      drawToComplete(entry) === undefined
        ? onComplete(fieldsToComplete(entry))
        : decide(async () => {
            onFormReopened(await completeForm(entry))
            return null
          }, 'stays'),
    approve: () => decide(() => approve(entry).then((heard) => approvalSaid(heard, author))),
    retry: () => decide(() => retry(entry).then(() => text.retried)),
    copy: () =>
      decide(
        () => copiedWords(copyOf(title, by, lines) + (entry.raw === undefined ? '' : `\n${entry.raw}`)),
        'stays',
      ),
    discard: () => setDiscarding(true),
  }
  const missing = useLiveQuery(() => missingRecord(entry), [entry]) ?? null
  const isEarly = useLiveQuery(() => comesBeforeEarlier(entry), [entry]) ?? false
  const isAgain = useLiveQuery(() => isRefusedAgain(entry, person), [entry, person])
  const waiting = isEarly ? text.waitsForEarlier : text.waiting
  const can = { isEarly, isRefusedAgain: isAgain ?? true }
  const own = actionsOf(entry, person, can)
  const said = isEarly ? text.early : toldBy(entry, many?.length, own.includes('approve'), author)
  const actions = actionsOf(entry, person, { ...can, drawsFirst }).filter(
    (action) => action !== 'reopen' || missing === null,
  )
  const why = isAgain === undefined ? null : whyNoForm(entry, person, missing, isAgain)
  const next = why === null && !isWaiting(entry) ? nextFor(actions, entry.code) : ''

  return (
    <article className="attention-card stack">
      <header>
        <p className="quiet small">{by}</p>
        <h2 className="title-3 row">
          {title}
          <Badge kind="attention">{isWaiting(entry) ? waiting : statusWords[entry.status]}</Badge>
          {entry.record === undefined && <Badge>{text.onlyHere}</Badge>}
        </h2>
      </header>
      <p className="attention-reason">
        {said} {drawsFirst > 0 ? text.drawsFirst(drawsFirst) : next}
      </p>
      {edits.length === 0 && <Entered lines={lines} />}
      {edits.map((op) => (
        <RefusedEdit
          key={op._id}
          op={op}
          schema={entry.mutation.schema}
          author={entry.author_name}
          entry={entry}
        />
      ))}
      {entry.beside.length > 0 && (
        <details className="entered">
          <summary>{text.beside(entry.beside.length)}</summary>
          {entry.beside.map(({ key, mutation }) => (
            <Entered key={key} lines={enteredLines(mutation, names)} />
          ))}
        </details>
      )}
      {entry.raw !== undefined && <pre className="attention-raw">{entry.raw}</pre>}
      {why !== null && <p className="quiet">{why}</p>}
      <div className="row">
        {actions.map((action, index) => (
          <Button
            key={action}
            kind={index === 0 && action !== 'copy' ? 'primary' : 'quiet'}
            disabled={busy}
            onClick={acts[action]}
          >
            {action === 'retry' ? retryWords(entry) : text[action]}
          </Button>
        ))}
      </div>
      {discarding && (
        <Question
          danger
          title={text.discardTitle}
          text={isNamed ? `${text.discardNamed} ${text.discardText}` : text.discardText}
          onNo={() => setDiscarding(false)}
          onYes={() => {
            setDiscarding(false)
            decide(() => discard(entry).then(() => text.discarded))
          }}
        />
      )}
    </article>
  )
}
