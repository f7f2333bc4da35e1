import { useEffect } from 'react'
import { useStore } from 'zustand'
import { otherField, typedOf } from 'sync-protocol/rules/balance-forms'
import { closingBottles } from 'sync-protocol/rules/open-bottles'
import { mlText, hundredthsOf, readVolume } from 'sync-protocol/rules/ledger-volume'
import {
  notePreviousBalance,
  othersToCount,
  previousAdjustment,
  type FetchedBalance,
  type PreviousBalanceForm,
} from 'sync-protocol/rules/previous-balance-form'
import type { PreviousBalance } from 'sync-protocol/rules/previous-balance'
import { isFilling, syncStatus } from '../../../data/database/sync-status.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Modal } from '../../../ui/modal.tsx'
import { takeFocus } from '../../../ui/take-focus.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { ChosenSubstance } from './chosen-substance.tsx'
import { backToSubstance, blanksOpened, previousSubmitted, previousTyped } from './create-flow.ts'
import { createText as text } from './create-text.ts'
import { differenceLine, PreviewLines, type Line } from './form-preview.tsx'
import { NewerBalance } from './newer-balance.tsx'
import { useLivePrevious } from './previous-facts.ts'
import { ReasonField } from './reason-field.tsx'
import { useFormError, useTable, useTableSession } from './session-context.ts'
import { volumeInput } from './volume-input.ts'

function noteWords(form: PreviousBalanceForm, fetched: FetchedBalance | null): string | null {
  const note = notePreviousBalance(form, fetched)
  if (note === null || fetched === null) return null
  const typed = form.bottle_number.trim()
  if (note === 'other_bottle') return text.otherBottle(fetched.bottle_number, typed)
  if (note === 'unknown_bottle') return text.unknownBottle(fetched.bottle_number, typed)
  return note === 'other_container' ? text.otherContainer(mlText(fetched.container_size)) : text.notes[note]
}

/** A bottle's number is read as one: no line ends at its hyphen, while it is short. */
const unbroken = (words: string | null) =>
  words?.split(/(\b\w{1,8}(?:-\w{1,8}){1,2}\b)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="create-unbroken">
        {part}
      </span>
    ),
  )

/** What the table will begin with beside the balance on record, worked out while it is typed. */
function linesOf(form: PreviousBalanceForm, fetched: FetchedBalance | null): Line[] {
  const adjustment = previousAdjustment(form, fetched)
  const others = othersToCount(form, fetched)
  if (fetched !== null && notePreviousBalance(form, fetched) === 'other_bottle')
    return linesOfAdded(form, fetched, others.length)
  const several = others.length > 0
  if (fetched === null || (!several && (adjustment === null || adjustment.difference === 0))) return []
  const onRecord = { label: text.recorded(several ? 2 : 1), volume: fetched.balance }
  if (adjustment === null) return [onRecord]
  const counted = { label: text.counted, volume: fetched.balance + adjustment.difference }
  return [onRecord, ...(several ? [counted] : []), differenceLine(adjustment)]
}

/** What is on record is in the other bottles; what the typed one holds is added to it. */
function linesOfAdded(form: PreviousBalanceForm, fetched: FetchedBalance, open: number): Line[] {
  const adjustment = previousAdjustment(form, fetched)
  const added = readVolume(form.substance)
  const onRecord = { label: text.recorded(open), volume: fetched.balance }
  if (adjustment === null || typeof added !== 'number') return [onRecord]
  const becomes = fetched.balance + adjustment.difference + added
  return [onRecord, differenceLine(adjustment), { label: text.becomes, volume: becomes }]
}

/** Step 2: Previous Balance, filled in from the local database (`spec 2 §2`). */
export function PreviousStep() {
  const session = useTableSession()
  const form = useTable(({ flow }) => flow.open.previous)
  const fetched = useTable(({ flow }) => flow.open.fetched)
  const substance = useTable(({ flow }) => flow.open.substance)
  const { previous, failed } = useLivePrevious(substance)
  const filling = useStore(syncStatus, isFilling)
  const others = othersToCount(form, fetched)
  const inUse = form.bottle_number.trim() || (fetched?.bottle_number ?? '')
  const back = () => session.update(backToSubstance)
  return (
    <Modal
      title={text.previousTitle}
      onClose={back}
      back={back}
      footer={
        <>
          <Button onClick={() => session.update(blanksOpened)}>{text.blanks}</Button>
          <Button kind="primary" onClick={() => session.update((flow) => previousSubmitted(flow))}>
            {text.next}
          </Button>
        </>
      }
    >
      <div className="create-form">
        {substance && <ChosenSubstance {...substance} />}
        {filling && (
          <Banner kind="attention" title={text.loadingTitle}>
            {text.loadingPrevious}
          </Banner>
        )}
        <Branches previous={previous} />
        <NewerBalance />
        <p className="quiet">{failed ? text.previousUnreadable : <Source previous={previous} />}</p>
        <div className="create-pair">
          <PreviousField field="bottle_number" label={text.bottleNumber} value={form.bottle_number} first />
          <PreviousField field="container" label={text.containerVolume} value={form.container} volume />
        </div>
        {others.length > 0 && <p className="quiet">{text.countEach}</p>}
        <PreviousField
          field="substance"
          label={others.length > 0 ? text.remaining(inUse) : text.substanceVolume}
          value={form.substance}
          volume
        />
        {others.map((bottle, at) => (
          <PreviousField
            key={otherField(at)}
            field={otherField(at)}
            label={text.remaining(bottle)}
            value={typedOf(form, bottle)}
            volume
          />
        ))}
        <output className="create-note">{unbroken(noteWords(form, fetched))}</output>
        <PreviewLines lines={linesOf(form, fetched)} />
        {previousAdjustment(form, fetched)?.asks === true && (
          <ReasonField
            value={form.reason ?? ''}
            onTyped={(reason) => session.update((flow) => previousTyped(flow, 'reason', reason))}
            onEnter={() => session.update((flow) => previousSubmitted(flow))}
          />
        )}
      </div>
    </Modal>
  )
}

/** Where the filled-in values come from. */
function Source({ previous }: { previous: PreviousBalance | null }) {
  const fetched = useTable(({ flow }) => flow.open.fetched)
  const filling = useStore(syncStatus, isFilling)
  const from = previous?.ends.find(({ _id }) => _id === fetched?.previous_id)
  // What is not here yet is not said to be none.
  if (fetched === null) return filling ? null : text.noPrevious
  return from === undefined ? null : text.fetchedFrom(formatDate(from.date_end), from.author_name)
}

/** Two tablets went on from the same balance: both stand, and somebody has to count. */
function Branches({ previous }: { previous: PreviousBalance | null }) {
  if (previous === null || previous.ends.length < 2) return null
  return (
    <Banner kind="attention" title={text.branchesTitle}>
      <ul className="create-branches">
        {previous.ends.map(({ _id, date_end, author_name, closing, open }) => (
          <li key={_id}>
            {text.branch(
              formatDate(date_end),
              author_name,
              closingBottles(closing?.bottle_number ?? '', open),
              mlText(hundredthsOf(closing?.balance ?? 0)),
            )}
          </li>
        ))}
      </ul>
      {text.branchesText}
    </Banner>
  )
}

interface PreviousFieldProps {
  field: string
  label: string
  value: string
  volume?: boolean
  first?: boolean
}

function PreviousField({ field, label, value, volume = false, first = false }: PreviousFieldProps) {
  const session = useTableSession()
  const { error, input } = useFormError(field)
  useEffect(() => {
    if (first) takeFocus(input.current)
  }, [first, input])
  return (
    <TextField
      label={label}
      name={field}
      value={value}
      error={error}
      inputRef={input}
      onChange={(next) => session.update((flow) => previousTyped(flow, field, next))}
      onEnter={() => session.update((flow) => previousSubmitted(flow))}
      {...(volume && volumeInput(value, error))}
    />
  )
}
