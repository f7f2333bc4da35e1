import { isStorableText } from '../records/fields.ts'
import { CONTAINER_MAX, NAME_MAX, QUANTITY_MAX } from '../records/limits.ts'
import { messages } from '../records/messages.ts'
import { type Hundredths, readVolume, vanishingMessage } from './ledger-volume.ts'
import type { TableEventOf } from './table-events.ts'

export interface FormProblem<Field extends string> {
  field: Field
  message: string
}

const MOST: Hundredths = CONTAINER_MAX * 100
const MOST_DRAWN: Hundredths = QUANTITY_MAX * 100

/** Bottle numbers are text, compared without regard to blanks around them and to case. */
export const sameBottle = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** `empty` is what is said of none. */
export function bottleMessage(typed: string, empty: string): string | null {
  const bottle = typed.trim()
  if (bottle === '') return empty
  if (bottle.length > NAME_MAX) return messages.tooLong('Bottle number')
  return isStorableText(bottle) ? null : messages.invalid('Bottle number')
}

const SAME_BOTTLE = 'New bottle number cannot be the same as the old bottle number.'
function newBottleMessage(typed: string, old: string): string | null {
  const message = bottleMessage(typed, 'Please enter the new bottle number.')
  return message ?? (sameBottle(typed, old) ? SAME_BOTTLE : null)
}

export interface VolumeWords {
  empty: string
  /** Begins the messages about its value. */
  label: string
  tooLarge: string
}

/** The first thing wrong with a typed volume in ml: above 0 and at most 1,000,000 after rounding (`spec 2 §5`). */
export function volumeMessage(typed: string, words: VolumeWords): string | null {
  const volume = readVolume(typed)
  if (volume === 'empty') return words.empty
  if (volume === 'invalid') return `${words.label} is an invalid number.`
  if (volume <= 0) return vanishingMessage(typed, words.label) ?? `${words.label} must be greater than zero.`
  return volume > MOST ? words.tooLarge : null
}

const sure = (label: string) => `${label} is too large! Are you sure you entered it correctly?`

/** @throws RangeError for what the form's check finds fault with */
export function checkedVolume(typed: string): Hundredths {
  const volume = readVolume(typed)
  if (typeof volume === 'string') throw new RangeError('this form is not complete')
  return volume
}

export interface AddBalanceForm {
  bottle_number: string
  /** ml, as typed; so are all volumes of these forms. */
  volume: string
}

/** The first problem of ADD BALANCE, in the order of `spec 2 §5`; `bottle` is the one in use. */
export function checkAddBalance(
  form: AddBalanceForm,
  bottle: string,
): FormProblem<keyof AddBalanceForm> | null {
  const bottled = newBottleMessage(form.bottle_number, bottle)
  if (bottled !== null) return { field: 'bottle_number', message: bottled }
  const label = `Volume for bottle ${form.bottle_number.trim()}`
  const empty = `Please enter the volume for bottle ${form.bottle_number.trim()}.`
  const message = volumeMessage(form.volume, { empty, label, tooLarge: sure(label) })
  return message === null ? null : { field: 'volume', message }
}

/** @throws RangeError for a form that `checkAddBalance` finds fault with */
export const addBalanceOf = (form: AddBalanceForm): TableEventOf<'add_balance'> => ({
  kind: 'add_balance',
  bottle_number: form.bottle_number.trim(),
  volume: checkedVolume(form.volume),
})

export interface PartialDrawForm {
  /** Drawn from the old bottle. */
  drawn: string
  bottle_number: string
  /** What the new bottle holds. */
  container: string
}

/** The first problem of PARTIAL DRAW, in the order of `spec 2 §5`; `draw` is the last one, `used` in hundredths of a ml. */
export function checkPartialDraw(
  form: PartialDrawForm,
  draw: { bottle_number: string; used: Hundredths | null },
): FormProblem<keyof PartialDrawForm> | null {
  const old = `Volume drawn from bottle ${draw.bottle_number}`
  const drawn =
    volumeMessage(form.drawn, {
      empty: `Please enter the volume drawn from bottle ${draw.bottle_number}.`,
      label: old,
      tooLarge: sure(old),
    }) ??
    (checkedVolume(form.drawn) > (draw.used ?? 0)
      ? `${old} exceeds the actual volume drawn! Are you sure you entered it correctly?`
      : null)
  if (drawn !== null) return { field: 'drawn', message: drawn }
  const bottled = newBottleMessage(form.bottle_number, draw.bottle_number)
  if (bottled !== null) return { field: 'bottle_number', message: bottled }
  const bottle = form.bottle_number.trim()
  const label = `Volume of bottle ${bottle}`
  const empty = `Please enter the container volume for bottle ${bottle}.`
  const message = volumeMessage(form.container, { empty, label, tooLarge: sure(label) })
  return message === null ? null : { field: 'container', message }
}

/** @throws RangeError for a form that `checkPartialDraw` finds fault with */
export const partialDrawOf = (form: PartialDrawForm): TableEventOf<'partial_draw'> => ({
  kind: 'partial_draw',
  taken: checkedVolume(form.drawn),
  bottle_number: form.bottle_number.trim(),
  container_size: checkedVolume(form.container),
})

export interface EditBalanceForm {
  /** What the bottle holds; may be 0 or, after a confirmation, below it. */
  volume: string
}

/** The first problem of EDIT BALANCE (`spec 2 §5`); `bottle` is the one in use. */
export function checkEditBalance(
  form: EditBalanceForm,
  bottle: string,
): FormProblem<keyof EditBalanceForm> | null {
  const volume = readVolume(form.volume)
  const label = `Volume remaining for bottle ${bottle}`
  const said = (message: string) => ({ field: 'volume', message }) as const
  if (volume === 'empty') return said(`Please enter the volume remaining for bottle ${bottle}.`)
  if (volume === 'invalid') return said(`${label} is an invalid number.`)
  const vanished = vanishingMessage(form.volume, label, true)
  if (vanished !== null) return said(vanished)
  return Math.abs(volume) > MOST ? said(sure(label)) : null
}

/** What is asked before a balance below zero is taken; null where nothing is. */
export function confirmEditBalance(form: EditBalanceForm): string | null {
  const volume = readVolume(form.volume)
  return typeof volume === 'number' && volume < 0 ? 'The balance would be below zero.' : null
}

/** @throws RangeError for a form that `checkEditBalance` finds fault with */
export const editBalanceOf = (form: EditBalanceForm): TableEventOf<'edit_balance'> => ({
  kind: 'edit_balance',
  volume: checkedVolume(form.volume),
})

export interface EditDrawForm {
  volume: string
}

/** The first problem of an edit of the last draw's volume: at most 100,000 ml, generic messages (`spec 2 §5`). */
export function checkEditDraw(form: EditDrawForm): FormProblem<keyof EditDrawForm> | null {
  const volume = readVolume(form.volume)
  const said = (message: (label: string) => string) =>
    ({ field: 'volume', message: message('Volume') }) as const
  if (volume === 'empty') return said(messages.required)
  if (volume === 'invalid') return said(messages.notANumber)
  if (volume <= 0) return said((label) => vanishingMessage(form.volume, label) ?? messages.notPositive(label))
  return volume > MOST_DRAWN ? said(messages.tooLarge) : null
}

/** @throws RangeError for a form that `checkEditDraw` finds fault with */
export const editDrawOf = (form: EditDrawForm): TableEventOf<'edit_draw'> => ({
  kind: 'edit_draw',
  volume: checkedVolume(form.volume),
})
