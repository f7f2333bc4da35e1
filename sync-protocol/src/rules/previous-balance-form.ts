import {
  addBalanceOf,
  bottleMessage,
  checkedVolume,
  checkEditBalance,
  confirmEditBalance,
  editAdjustment,
  editBalanceOf,
  othersProblem,
  reasonProblem,
  sameBottle,
  typedOf,
  volumeMessage,
  type AdjustedTable,
  type Adjustment,
  type CountedForm,
  type EditBalanceForm,
  type FormProblem,
  type OtherField,
} from './balance-forms.ts'
import { sameJson } from '../records/json.ts'
import { type Hundredths, mlText, readVolume } from './ledger-volume.ts'
import type { TableEvent } from './table-events.ts'

/** As typed; volumes in ml. With several open bottles `substance` is what the one in use holds, else all that there is. */
export interface PreviousBalanceForm extends CountedForm {
  bottle_number: string
  container: string
  substance: string
}

/** What the last balance sheet of the drug closed with, volumes in hundredths of a ml. */
export interface FetchedBalance {
  previous_id: string
  bottle_number: string
  container_size: Hundredths
  balance: Hundredths
  /** The bottles that stood open beside it, the oldest first; absent where none did, or none is known. */
  others?: string[]
}

const changedBottle = (form: PreviousBalanceForm, fetched: FetchedBalance) =>
  !sameBottle(form.bottle_number, fetched.bottle_number)

/** The bottles that are open beside the one of a closing: more than that can hold is in others too, known or not (''). */
export const openBeside = ({ others, balance, container_size }: FetchedBalance): readonly string[] =>
  others ?? (balance > container_size ? [''] : [])

/** The last sheet closed with 0, and nobody has to say of another bottle that it is empty. */
const isEmpty = (fetched: FetchedBalance) => fetched.balance === 0 && openBeside(fetched).length === 0

/** The last sheet closed with 0, and another bottle is typed: the table goes on with that one. */
const isNewBottle = (form: PreviousBalanceForm, fetched: FetchedBalance) =>
  isEmpty(fetched) && changedBottle(form, fetched)

/** A bottle is typed that no number of the last sheet's open ones is of; the one that it closed with is not empty by its balance. */
const isUnknown = (form: PreviousBalanceForm, fetched: FetchedBalance): boolean =>
  !isEmpty(fetched) &&
  form.bottle_number.trim() !== '' &&
  ![fetched.bottle_number, ...openBeside(fetched)].some((bottle) => sameBottle(bottle, form.bottle_number))

/**
 * The typed bottle comes to those of the closing, which are counted before it: in a row of its own. Not where some of them have
 * no known number: it may be one of these, and is counted with them.
 */
const isAdded = (form: PreviousBalanceForm, fetched: FetchedBalance): boolean =>
  isUnknown(form, fetched) && !openBeside(fetched).includes('')

/**
 * The bottles that are counted beside the one that is typed: if that is one of the open ones, the one of the closing stands in
 * its place; if it is none of them, the one of the closing comes first, so that what it holds does not vanish.
 */
export function othersToCount(form: PreviousBalanceForm, fetched: FetchedBalance | null): readonly string[] {
  if (fetched === null) return []
  if (isUnknown(form, fetched)) return [fetched.bottle_number, ...openBeside(fetched)]
  return openBeside(fetched).map((bottle) =>
    bottle !== '' && sameBottle(bottle, form.bottle_number) ? fetched.bottle_number : bottle,
  )
}

/** The form as it is prefilled; empty where there is no previous sheet. Of several bottles only their sum is known. */
export function previousBalanceForm(
  fetched: FetchedBalance | null,
): Omit<PreviousBalanceForm, keyof CountedForm> {
  if (fetched === null) return { bottle_number: '', container: '', substance: '' }
  const { bottle_number, container_size, balance } = fetched
  const substance = openBeside(fetched).length > 0 ? '' : mlText(balance)
  return { bottle_number, container: mlText(container_size), substance }
}

/** What EDIT BALANCE would have before it: the balance that the last sheet closed with. Null where the table starts anew. */
function closedTable(form: PreviousBalanceForm, fetched: FetchedBalance | null): AdjustedTable | null {
  if (fetched === null || isNewBottle(form, fetched)) return null
  const { balance } = fetched
  if (isAdded(form, fetched)) {
    return { bottle: fetched.bottle_number, others: openBeside(fetched), balance, used: 0, lastDraw: null }
  }
  const bottle = changedBottle(form, fetched) ? form.bottle_number.trim() : fetched.bottle_number
  const others = othersToCount(form, fetched)
  return { bottle, others, balance, used: 0, lastDraw: null }
}

/** What is typed of the bottles that the last sheet closed with, as EDIT BALANCE would ask for it. */
function countedIn(form: PreviousBalanceForm, fetched: FetchedBalance | null): EditBalanceForm {
  const { substance, others, reason } = form
  const ofClosing = fetched !== null && isAdded(form, fetched)
  return { volume: ofClosing ? typedOf(form, fetched.bottle_number) : substance, others, reason }
}

/** By how much the table is to begin with another balance than the last sheet closed with; null while that is not known. */
export function previousAdjustment(
  form: PreviousBalanceForm,
  fetched: FetchedBalance | null,
): Adjustment | null {
  const table = closedTable(form, fetched)
  return table && editAdjustment(countedIn(form, fetched), table)
}

/** What is asked before the table begins below zero by what was typed; null where nothing is. */
export function confirmPreviousBalance(
  form: PreviousBalanceForm,
  fetched: FetchedBalance | null,
): string | null {
  const table = closedTable(form, fetched)
  if (table === null || editAdjustment(countedIn(form, fetched), table)?.difference === 0) return null
  return confirmEditBalance(countedIn(form, fetched), table)
}

/** The fetched values stand as they were: what the last sheet ended with cannot be wrong here. */
const isAsFetched = (form: PreviousBalanceForm, fetched: FetchedBalance | null) =>
  fetched !== null &&
  openBeside(fetched).length === 0 &&
  !changedBottle(form, fetched) &&
  readVolume(form.container) === fetched.container_size &&
  readVolume(form.substance) === fetched.balance

const ABOVE_CONTAINER = 'Your substance volume is greater than the container volume.'

/**
 * The first problem of the previous balance, in the order of `spec 2 §5`. The rules hold for typed values; an unchanged fetched
 * balance of 0 or below it is accepted. With several open bottles each is asked for as EDIT BALANCE does. Where the last sheet
 * closed with another balance, the reason for the difference comes last.
 */
export function checkPreviousBalance(
  form: PreviousBalanceForm,
  fetched: FetchedBalance | null,
): FormProblem<keyof PreviousBalanceForm | OtherField> | null {
  if (isAsFetched(form, fetched)) return null
  const bottle = bottleMessage(form.bottle_number, 'Please enter the bottle number.')
  if (bottle !== null) return { field: 'bottle_number', message: bottle }
  const container = volumeMessage(form.container, {
    empty: 'Please enter the container volume.',
    label: 'Container volume',
    tooLarge: 'Your container volume is too large! Are you sure you entered it correctly?',
  })
  if (container !== null) return { field: 'container', message: container }
  const table = closedTable(form, fetched)
  if (table !== null && fetched !== null && isAdded(form, fetched)) {
    const substance = typedSubstance(form) ?? aboveContainer(form, [])
    if (substance !== null) return { field: 'substance', message: substance }
    const other = othersProblem(form, { others: othersToCount(form, fetched) })
    return other ?? reasonProblem(form, editAdjustment(countedIn(form, fetched), table))
  }
  const counted = table && checkEditBalance(countedIn(form, fetched), table)
  const others = table?.others ?? []
  const remaining = counted?.field === 'volume' ? counted.message : null
  const substance = (others.length > 0 ? remaining : typedSubstance(form)) ?? aboveContainer(form, others)
  if (substance !== null) return { field: 'substance', message: substance }
  const { field, message } = counted ?? { field: 'volume' as const, message: '' }
  return field === 'volume' ? null : { field, message }
}

const typedSubstance = ({ substance }: PreviousBalanceForm) =>
  volumeMessage(substance, {
    empty: 'Please enter the substance volume.',
    label: 'Substance volume',
    tooLarge: 'Your substance volume is too large! Are you sure you entered it correctly?',
  })

/** A bottle can be fuller than its container says: where others have no number, the one in use may be all there is. */
const aboveContainer = ({ substance, container }: PreviousBalanceForm, others: readonly string[]) =>
  !others.includes('') && checkedVolume(substance) > checkedVolume(container) ? ABOVE_CONTAINER : null

/** What is to be said of a form, in the screen's words. */
export type PreviousBalanceNote =
  /** The fetched balance is 0, or below it. */
  | 'empty'
  | 'below_zero'
  /** The fetched balance is 0 and another bottle was typed: the table starts with a row of 0 and one of the new bottle. */
  | 'new_bottle'
  /** A bottle was typed that the last sheet does not know: what it closed with is counted, and a row of the typed one follows. */
  | 'other_bottle'
  /** The same, but it may be one of those whose numbers the last sheet does not know. */
  | 'unknown_bottle'
  /** The bottle can hold something else than the last sheet says. */
  | 'other_container'

export function notePreviousBalance(
  form: PreviousBalanceForm,
  fetched: FetchedBalance | null,
): PreviousBalanceNote | null {
  if (fetched === null) return null
  if (isAsFetched(form, fetched)) {
    if (fetched.balance === 0) return 'empty'
    return fetched.balance < 0 ? 'below_zero' : null
  }
  if (isNewBottle(form, fetched)) return 'new_bottle'
  if (isAdded(form, fetched)) return 'other_bottle'
  if (isUnknown(form, fetched)) return 'unknown_bottle'
  if (changedBottle(form, fetched)) return null
  const container = readVolume(form.container)
  return typeof container === 'number' && container !== fetched.container_size ? 'other_container' : null
}

/**
 * How the table starts. A sheet goes on from the last one with the balance that this one closed with; where another was counted,
 * an adjustment follows, so that no ml vanishes. Where a bottle was typed that the last sheet does not know, no ml appears from
 * nowhere: the row of what it closed with comes first, also if that is 0, and the typed bottle has a row of its own.
 * @throws RangeError for a form that `checkPreviousBalance` finds fault with
 */
export function startEvents(form: PreviousBalanceForm, fetched: FetchedBalance | null): TableEvent[] {
  const bottle_number = form.bottle_number.trim()
  const container_size = checkedVolume(form.container)
  const balance = checkedVolume(form.substance)
  const typed = { bottle_number, container_size, balance }
  const table = closedTable(form, fetched)
  if (fetched === null) return [{ kind: 'start', ...typed }]
  if (table === null) {
    return [{ kind: 'start', ...closingOf(fetched), new_bottle: typed }]
  }
  const counted = countedIn(form, fetched)
  const found = editAdjustment(counted, table)
  if (found === null) throw new RangeError('this form is not complete')
  const holds = (bottle: string) => readVolume(typedOf(form, bottle)) !== 0
  const open = found.difference === 0 ? table.others.filter(holds) : table.others
  const closing = closingOf(fetched)
  const added = isAdded(form, fetched)
  const opening: TableEvent = {
    kind: 'start',
    ...(added ? closing : { ...closing, bottle_number: table.bottle, container_size }),
    // Those without known numbers follow from the balance.
    ...(open.some((bottle) => bottle !== '') && { others: [...open] }),
  }
  return [
    opening,
    ...(found.difference === 0 ? [] : [editBalanceOf(counted, table)]),
    ...(added
      ? [
          {
            ...addBalanceOf({ bottle_number, volume: form.substance }),
            // An earlier version cannot open a table that says it.
            ...(container_size !== balance && { container_size }),
          },
        ]
      : []),
  ]
}

interface StartedTable {
  events: readonly TableEvent[]
  previous: PreviousBalanceForm
  fetched: FetchedBalance | null
}

/** How many of a table's events its previous balance made: beside the opening a count that differs, and a bottle that came. */
export function startLength({ events, previous, fetched }: StartedTable): number {
  if (checkPreviousBalance(previous, fetched) !== null) return 1
  const made = startEvents(previous, fetched)
  // Not of a table that an earlier version started otherwise.
  return made.every((event, at) => sameJson(event, events[at])) ? made.length : 1
}

/** Without what else may be known of it. */
const closingOf = ({ previous_id, bottle_number, container_size, balance }: FetchedBalance) => ({
  previous_id,
  bottle_number,
  container_size,
  balance,
})
