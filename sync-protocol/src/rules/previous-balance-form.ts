import { bottleMessage, checkedVolume, type FormProblem, sameBottle, volumeMessage } from './balance-forms.ts'
import { type Hundredths, mlText, readVolume } from './ledger-volume.ts'
import type { TableEventOf } from './table-events.ts'

/** As typed; volumes in ml. */
export interface PreviousBalanceForm {
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

/** The form as it is prefilled; empty where there is no previous sheet. */
export function previousBalanceForm(fetched: FetchedBalance | null): PreviousBalanceForm {
  if (fetched === null) return { bottle_number: '', container: '', substance: '' }
  const { bottle_number, container_size, balance } = fetched
  return { bottle_number, container: mlText(container_size), substance: mlText(balance) }
}

const changedBottle = (form: PreviousBalanceForm, fetched: FetchedBalance | null) =>
  fetched !== null && !sameBottle(form.bottle_number, fetched.bottle_number)

/** The fetched values stand as they were: what the last sheet ended with cannot be wrong here. */
const isAsFetched = (form: PreviousBalanceForm, fetched: FetchedBalance | null) =>
  fetched !== null &&
  !changedBottle(form, fetched) &&
  readVolume(form.container) === fetched.container_size &&
  readVolume(form.substance) === fetched.balance

const ABOVE_CONTAINER = 'Your substance volume is greater than the container volume.'

/**
 * The first problem of the previous balance, in the order of `spec 2 §5`. The rules hold for typed values; an unchanged fetched
 * balance of 0, below 0 or above its container is accepted.
 */
export function checkPreviousBalance(
  form: PreviousBalanceForm,
  fetched: FetchedBalance | null,
): FormProblem<keyof PreviousBalanceForm> | null {
  if (isAsFetched(form, fetched)) return null
  const bottle = bottleMessage(form.bottle_number, 'Please enter the bottle number.')
  if (bottle !== null) return { field: 'bottle_number', message: bottle }
  const container = volumeMessage(form.container, {
    empty: 'Please enter the container volume.',
    label: 'Container volume',
    tooLarge: 'Your container volume is too large! Are you sure you entered it correctly?',
  })
  if (container !== null) return { field: 'container', message: container }
  const substance =
    volumeMessage(form.substance, {
      empty: 'Please enter the substance volume.',
      label: 'Substance volume',
      tooLarge: 'Your substance volume is too large! Are you sure you entered it correctly?',
    }) ?? (checkedVolume(form.substance) > checkedVolume(form.container) ? ABOVE_CONTAINER : null)
  return substance === null ? null : { field: 'substance', message: substance }
}

/** What is to be said of a form without a problem, in the screen's words. */
export type PreviousBalanceNote =
  /** The fetched balance is 0, below 0, or above its container. */
  | 'empty'
  | 'below_zero'
  | 'above_container'
  /** The fetched balance is 0 and another bottle was typed: the table starts with a row of 0 and one of the new bottle. */
  | 'new_bottle'
  /** What was typed is not what the last sheet closed with. */
  | 'differs'

export function notePreviousBalance(
  form: PreviousBalanceForm,
  fetched: FetchedBalance | null,
): PreviousBalanceNote | null {
  if (fetched === null) return null
  if (isAsFetched(form, fetched)) {
    if (fetched.balance === 0) return 'empty'
    if (fetched.balance < 0) return 'below_zero'
    return fetched.balance > fetched.container_size ? 'above_container' : null
  }
  return fetched.balance === 0 && changedBottle(form, fetched) ? 'new_bottle' : 'differs'
}

/** How much more than the last sheet closed with the table starts with, in hundredths of a ml; 0 while no volume is typed. */
export function differenceFromFetched(form: PreviousBalanceForm, fetched: FetchedBalance): Hundredths {
  const typed = readVolume(form.substance)
  return typeof typed === 'number' ? typed - fetched.balance : 0
}

/**
 * How the table starts. Where the last sheet closed with 0 and another bottle was typed, no ml appears from nowhere: the row of
 * 0 comes first. The sheet goes on from the last one also where something else was typed.
 * @throws RangeError for a form that `checkPreviousBalance` finds fault with
 */
export function startOf(form: PreviousBalanceForm, fetched: FetchedBalance | null): TableEventOf<'start'> {
  const typed = {
    bottle_number: form.bottle_number.trim(),
    container_size: checkedVolume(form.container),
    balance: checkedVolume(form.substance),
  }
  if (fetched === null) return { kind: 'start', ...typed }
  const { previous_id, bottle_number, container_size, balance, others } = fetched
  const closed = {
    bottle_number,
    container_size,
    balance,
    ...(others !== undefined && { others: [...others] }),
  }
  if (isAsFetched(form, fetched)) return { kind: 'start', ...closed, previous_id }
  return balance === 0 && changedBottle(form, fetched)
    ? { kind: 'start', ...closed, previous_id, new_bottle: typed }
    : { kind: 'start', ...typed, previous_id }
}
