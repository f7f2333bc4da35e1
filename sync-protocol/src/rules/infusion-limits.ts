import { unitOf, type Measured } from '../records/amount-unit.ts'
import {
  INFUSION_LABELS,
  INFUSION_UNIT_NAMES,
  type InfusionLimits,
  type InfusionUnit,
} from '../records/infusion-limits.ts'
import { messages } from '../records/messages.ts'
import { INFUSION_UNITS } from './infusion.ts'
import { type Decimal, decimalOf, decimalText, numberOf, numberText, readNumber } from './number-input.ts'
import { exactQuantity } from './typed-quantity.ts'

/** A drug's limits of an infusion for one species as they are typed; '-' is a unit that nobody chose. Not rounded. */
export type TypedInfusion = { from: string; to: string; unit: '-' | InfusionUnit }
export type InfusionEnd = keyof TypedInfusion

/** Whether a unit counts mg, or units. */
export const amountIn = (unit: string): 'mg' | 'units' => (unit.startsWith('units') ? 'units' : 'mg')

/** In what an infusion of a drug can be dosed; none of one that is measured in mEq. */
export const infusionUnitsFor = (drug: object): InfusionUnit[] =>
  INFUSION_UNIT_NAMES.filter((unit) => /* @rule infusion-limit-unit */ amountIn(unit) === unitOf(drug))

/**
 * The unit that typed limits are in: the only one need not be chosen. One of another amount counts for none, and is never taken for
 * another.
 */
export function typedUnit({ unit }: TypedInfusion, drug: object): '-' | InfusionUnit {
  const units = infusionUnitsFor(drug)
  if (unit === '-' && units.length === 1) return units[0] ?? '-'
  return units.find((one) => one === unit) ?? '-'
}

/** What is typed in a unit, in mg or units an hour: exact, because an hour is 60 minutes and a mg a power of ten of mcg. */
function perHourIn(typed: string, unit: InfusionUnit): number | undefined {
  const read = readNumber(typed)
  if (typeof read === 'string') return undefined
  const { over, under } = INFUSION_UNITS[unit].perHour
  return numberOf({ digits: read.digits * over, scale: read.scale + String(under).length - 1 })
}

/** The same back; null for a number that is no decimal in that unit, which only another program can have sent. */
function decimalIn(perHour: number, unit: InfusionUnit): Decimal | null {
  const { over, under } = INFUSION_UNITS[unit].perHour
  const { digits, scale } = decimalOf(perHour)
  const scaled = digits * under
  return scaled % over === 0n ? { digits: scaled / over, scale } : null
}

/** Stored limits as people read them: in the unit that they were typed in, or by the hour where they are no decimals of it. */
export function infusionLimitsIn({ min_per_hour: min, max_per_hour: max, shown_in }: InfusionLimits): {
  min: string | undefined
  max: string | undefined
  unit: InfusionUnit
} {
  const ends = [min, max].map((end) => (end === undefined ? undefined : decimalIn(end, shown_in)))
  if (ends.includes(null)) {
    const unit = amountIn(shown_in) === 'mg' ? 'mg/kg/h' : 'units/kg/h'
    const [low, high] = [min, max].map((end) => (end === undefined ? undefined : numberText(end)))
    return { min: low, max: high, unit }
  }
  const [low, high] = ends.map((end) => (end ? decimalText(end) : undefined))
  return { min: low, max: high, unit: shown_in }
}

/** '2 to 10 mcg/kg/h' */
export function infusionLimitsWords(limits: InfusionLimits): string {
  const { min, max, unit } = infusionLimitsIn(limits)
  if (min !== undefined && max !== undefined) return `${min} to ${max} ${unit}`
  return max !== undefined ? `up to ${max} ${unit}` : min !== undefined ? `from ${min} ${unit}` : ''
}

export function typedInfusion(limits?: InfusionLimits | null): TypedInfusion {
  if (!limits) return { from: '', to: '', unit: '-' }
  const { min = '', max = '', unit } = infusionLimitsIn(limits)
  return { from: min, to: max, unit }
}

const isTyped = ({ from, to }: TypedInfusion) => from.trim() !== '' || to.trim() !== ''

/** What is saved of them, or null when no number is typed. For limits that `infusionProblem` finds no fault with. */
export function infusionOf(typed: TypedInfusion, drug: Measured): InfusionLimits | null {
  const unit = typedUnit(typed, drug)
  if (!isTyped(typed) || unit === '-') return null
  const [min, max] = [perHourIn(typed.from, unit), perHourIn(typed.to, unit)]
  return {
    ...(min !== undefined && { min_per_hour: min }),
    ...(max !== undefined && { max_per_hour: max }),
    shown_in: unit,
  }
}

export const INFUSION_IN_MG = 'Only a drug measured in mg or units can have infusion limits.'

/** Why typed limits of a species cannot be saved, and at which of them; null when they can, or nothing is typed. */
export function infusionProblem(
  typed: TypedInfusion,
  species: string,
  drug: Measured,
): { end: InfusionEnd; message: string } | null {
  const labelOf = (end: keyof typeof INFUSION_LABELS) => `${species} ${INFUSION_LABELS[end].toLowerCase()}`
  if (!isTyped(typed)) return null
  for (const [end, name] of [
    ['from', 'min'],
    ['to', 'max'],
  ] as const) {
    if (typed[end].trim() === '') continue
    const read = exactQuantity(typed[end], labelOf(name))
    if ('message' in read) return { end, message: read.message }
  }
  if (infusionUnitsFor(drug).length === 0)
    return { end: typed.from.trim() === '' ? 'to' : 'from', message: INFUSION_IN_MG }
  if (/* @rule infusion-limit-without-unit */ typedUnit(typed, drug) === '-')
    return { end: 'unit', message: messages.required(labelOf('unit')) }
  const { min_per_hour: min, max_per_hour: max } = infusionOf(typed, drug) ?? {}
  return /* @rule infusion-limits-order */ min !== undefined && max !== undefined && min > max
    ? { end: 'to', message: `${labelOf('max')} must not be below the lowest.` }
    : null
}
