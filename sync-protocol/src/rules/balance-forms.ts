import { isStorableText } from '../records/fields.ts'
import { CONTAINER_MAX, NAME_MAX, QUANTITY_MAX } from '../records/limits.ts'
import { messages } from '../records/messages.ts'
import { asksReason, reasonMessage } from './adjustments.ts'
import { type Hundredths, readVolume, vanishingMessage } from './ledger-volume.ts'
import type { TableEntry } from './table-entry.ts'
import type { OtherBottle, TableEventOf } from './table-events.ts'

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
function newBottleMessage(
  typed: string,
  old: string,
  others: readonly string[],
  isOpen: (bottle: string) => string,
): string | null {
  const message = bottleMessage(typed, 'Please enter the new bottle number.')
  if (message !== null) return message
  if (sameBottle(typed, old)) return SAME_BOTTLE
  // What it holds is counted already: as a new one it would bring the same ml again.
  return others.some((bottle) => sameBottle(bottle, typed)) ? isOpen(typed.trim()) : null
}

const openAlready = (bottle: string) => `Bottle ${bottle} is open already: its volume is in the balance.`
const noPartialDraw = (bottle: string) => `${openAlready(bottle)} No partial draw is needed.`

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

/** The first problem of ADD BALANCE, in the order of `spec 2 §5`; `bottle` is the one in use, `others` are open beside it. */
export function checkAddBalance(
  form: AddBalanceForm,
  { bottle, others }: Pick<AdjustedTable, 'bottle' | 'others'>,
): FormProblem<keyof AddBalanceForm> | null {
  const bottled = newBottleMessage(form.bottle_number, bottle, others, openAlready)
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

/** What a form that may adjust the balance needs of its table; volumes in hundredths of a ml. */
export interface AdjustedTable {
  /** The bottle in use, and the ones that stand open beside it: '' for those without a known number. */
  bottle: string
  others: readonly string[]
  balance: Hundredths
  /** Drawn since the last adjustment. */
  used: Hundredths
  lastDraw: { bottle_number: string; used: Hundredths | null } | null
}

/** As typed: what each further open bottle holds, and why the balance on record is another. */
export interface CountedForm {
  others?: readonly { bottle_number: string; volume: string }[] | undefined
  reason?: string | undefined
}

/** What is typed for one of the further open bottles. */
export const typedOf = ({ others = [] }: CountedForm, bottle: string): string =>
  others.find(({ bottle_number }) => bottle_number === bottle)?.volume ?? ''

/** The place of a further open bottle among a form's fields. */
export const otherField = (at: number): `others.${number}` => `others.${at}`
export type OtherField = ReturnType<typeof otherField>

/** By how much the balance is to change. */
export interface Adjustment {
  difference: Hundredths
  /** It is more than stays in hubs and needles: it needs a reason. */
  asks: boolean
}

const volumeOf = (typed: string): Hundredths | null => {
  const volume = readVolume(typed)
  return typeof volume === 'string' ? null : volume
}

/** What all bottles hold by what was typed; null until it is typed of each. */
function held(form: CountedForm, { others }: AdjustedTable, first: string): Hundredths | null {
  const volumes = [first, ...others.map((bottle) => typedOf(form, bottle))].map(volumeOf)
  return volumes.reduce<Hundredths | null>(
    (all, volume) => (all === null || volume === null ? null : all + volume),
    0,
  )
}

function adjustment(to: Hundredths | null, before: Hundredths, used: Hundredths): Adjustment | null {
  const difference = to === null ? null : to - before
  return difference === null ? null : { difference, asks: asksReason(difference, used) }
}

/** What EDIT BALANCE will write; null until it is known. */
export const editAdjustment = (form: EditBalanceForm, table: AdjustedTable): Adjustment | null =>
  adjustment(held(form, table, form.volume), table.balance, table.used)

/** What PARTIAL DRAW will write beside the two halves of the draw; null until it is known. */
export function partialAdjustment(form: PartialDrawForm, table: AdjustedTable): Adjustment | null {
  const drawn = table.lastDraw?.used ?? 0
  return adjustment(held(form, table, form.drawn), table.balance + drawn, table.used - drawn)
}

const REMAINING = 'Volume remaining for'
const named = (bottle: string) => (bottle === '' ? 'the other bottles' : `bottle ${bottle}`)

/** What is wrong with the volume that a bottle is said to hold; 0 and less is not (`spec 2 §5`). */
function remainingMessage(typed: string, bottle: string): string | null {
  const volume = readVolume(typed)
  const label = `${REMAINING} ${named(bottle)}`
  if (volume === 'empty') return `Please enter the volume remaining for ${named(bottle)}.`
  if (volume === 'invalid') return `${label} is an invalid number.`
  const vanished = vanishingMessage(typed, label, true)
  return vanished ?? (Math.abs(volume) > MOST ? sure(label) : null)
}

/** The first thing wrong with what is typed of the further open bottles. */
export function othersProblem(
  form: CountedForm,
  { others }: Pick<AdjustedTable, 'others'>,
): FormProblem<OtherField> | null {
  for (const [at, bottle] of others.entries()) {
    const message = remainingMessage(typedOf(form, bottle), bottle)
    if (message !== null) return { field: otherField(at), message }
  }
  return null
}

/** What is wrong with the reason for an adjustment, where it asks for one. */
export function reasonProblem(form: CountedForm, found: Adjustment | null): FormProblem<'reason'> | null {
  const message = found?.asks === true ? reasonMessage(form.reason ?? '') : null
  return message === null ? null : { field: 'reason', message }
}

/** What of the further bottles, and of the reason where one is asked for, goes into the table. */
function countedOf(form: CountedForm, { others }: AdjustedTable, found: Adjustment | null) {
  const volumes = others.map((bottle): OtherBottle => ({
    bottle_number: bottle,
    volume: checkedVolume(typedOf(form, bottle)),
  }))
  return {
    ...(volumes.length > 0 && { others: volumes }),
    ...(found?.asks === true && { reason: (form.reason ?? '').trim() }),
  }
}

export interface PartialDrawForm extends CountedForm {
  /** Drawn from the old bottle. */
  drawn: string
  bottle_number: string
  /** What the new bottle holds. */
  container: string
}

/** The first problem of PARTIAL DRAW, in the order of `spec 2 §5`; the reason for a difference comes last. */
export function checkPartialDraw(
  form: PartialDrawForm,
  table: AdjustedTable,
): FormProblem<keyof PartialDrawForm | OtherField> | null {
  const draw = table.lastDraw ?? { bottle_number: table.bottle, used: null }
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
  const other = othersProblem(form, table)
  if (other !== null) return other
  const bottled = newBottleMessage(form.bottle_number, draw.bottle_number, table.others, noPartialDraw)
  if (bottled !== null) return { field: 'bottle_number', message: bottled }
  const bottle = form.bottle_number.trim()
  const label = `Volume of bottle ${bottle}`
  const empty = `Please enter the container volume for bottle ${bottle}.`
  const message = volumeMessage(form.container, { empty, label, tooLarge: sure(label) })
  if (message !== null) return { field: 'container', message }
  return reasonProblem(form, partialAdjustment(form, table))
}

/** @throws RangeError for a form that `checkPartialDraw` finds fault with */
export const partialDrawOf = (form: PartialDrawForm, table: AdjustedTable): TableEventOf<'partial_draw'> => ({
  kind: 'partial_draw',
  taken: checkedVolume(form.drawn),
  bottle_number: form.bottle_number.trim(),
  container_size: checkedVolume(form.container),
  ...countedOf(form, table, partialAdjustment(form, table)),
})

const BELOW_ZERO = 'The balance would be below zero.'

/** What is asked before a draw leaves less than zero in the other open bottles; null where nothing is. */
export function confirmPartialDraw(form: PartialDrawForm, table: AdjustedTable): string | null {
  const left = held(form, table, '0')
  return left !== null && left < 0 ? BELOW_ZERO : null
}

export interface EditBalanceForm extends CountedForm {
  /** What the bottle in use holds; may be 0 or, after a confirmation, below it. */
  volume: string
}

/** The first problem of EDIT BALANCE (`spec 2 §5`): the sentence of each open bottle, then the reason for the difference. */
export function checkEditBalance(
  form: EditBalanceForm,
  table: AdjustedTable,
): FormProblem<keyof EditBalanceForm | OtherField> | null {
  const message = remainingMessage(form.volume, table.bottle)
  if (message !== null) return { field: 'volume', message }
  return othersProblem(form, table) ?? reasonProblem(form, editAdjustment(form, table))
}

/** What is asked before a balance below zero is taken; null where nothing is. */
export function confirmEditBalance(form: EditBalanceForm, table: AdjustedTable): string | null {
  const found = editAdjustment(form, table)
  return found !== null && table.balance + found.difference < 0 ? BELOW_ZERO : null
}

/** @throws RangeError for a form that `checkEditBalance` finds fault with */
export const editBalanceOf = (form: EditBalanceForm, table: AdjustedTable): TableEventOf<'edit_balance'> => ({
  kind: 'edit_balance',
  volume: checkedVolume(form.volume),
  ...countedOf(form, table, editAdjustment(form, table)),
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

/**
 * By how much a draw is to be another one than its record says; of a draw taken from two bottles, than the rest was. Beyond 0.1 ml
 * and 5 % of it, that is asked about. Null until it is known.
 */
export function drawChange(form: EditDrawForm, draw: EditedDraw | null): Adjustment | null {
  const record = draw?.remainder ? (draw.rest ?? draw.used) : (draw?.original ?? draw?.used ?? null)
  return record === null ? null : adjustment(volumeOf(form.volume), record, record)
}
type EditedDraw = Pick<TableEntry, 'used' | 'original' | 'remainder' | 'rest'>

/** @throws RangeError for a form that `checkEditDraw` finds fault with */
export const editDrawOf = (form: EditDrawForm): TableEventOf<'edit_draw'> => ({
  kind: 'edit_draw',
  volume: checkedVolume(form.volume),
})
