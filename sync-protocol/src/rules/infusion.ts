import type { InfusionUnit } from '../records/infusion-limits.ts'
import { weightInKg, weightWords, type Weight } from './dose.ts'
import { dividedBy, isBelow, plus, positiveFraction, times, type Fraction } from './fraction.ts'
import { numberText } from './number-input.ts'
import { threeDigits } from './rounding.ts'

/** The units that the dose of an infusion is typed in; `perHour`: how much of a mg, or of a unit, one of it is in an hour. */
export const INFUSION_UNITS = {
  'mcg/kg/min': { perHour: { over: 60n, under: 1000n }, words: 'x 60 / 1000', per: 'mg/ml' },
  'mcg/kg/h': { perHour: { over: 1n, under: 1000n }, words: '/ 1000', per: 'mg/ml' },
  'mg/kg/h': { perHour: { over: 1n, under: 1n }, words: '', per: 'mg/ml' },
  'units/kg/h': { perHour: { over: 1n, under: 1n }, words: '', per: 'units/ml' },
} as const satisfies Record<InfusionUnit, { perHour: Fraction; words: string; per: string }>

/** `dose` in its unit; `concentration` of the drug as it is drawn up, in mg/ml, or units/ml. Above 0. */
export interface Infusion extends Weight {
  dose: number
  unit: InfusionUnit
  concentration: number
}

/** An amount as it is read, exact behind it, and the line that it follows from. */
export interface Computed {
  exact: Fraction
  /** '1.8': 3 digits and every whole one, without its unit. */
  text: string
  line: string
}

const SIXTY: Fraction = { over: 60n, under: 1n }

const words = (...parts: string[]): string => parts.filter(Boolean).join(' ')

interface PerHour {
  /** Of the drug, in mg or units an hour. */
  amount: Fraction
  strength: Fraction
  /** '20 kg x 30 mcg/kg/min x 60 / 1000' */
  line: string
}

function perHour({ dose, unit, concentration, ...weight }: Infusion): PerHour | null {
  const kg = weightInKg(weight)
  const [given, strength] = [positiveFraction(dose), positiveFraction(concentration)]
  if (kg === null || given === null || strength === null) return null
  const { perHour: factor, words: how } = INFUSION_UNITS[unit]
  return {
    amount: times(times(kg, given), factor),
    strength,
    line: words(weightWords(weight), 'x', numberText(dose), unit, how),
  }
}

/**
 * How fast the undiluted drug runs, in ml/h: '20 kg x 30 mcg/kg/min x 60 / 1000 / 20 mg/ml = 1.8 ml/h'. Null while a number is
 * missing or not above 0.
 */
export function infusionRate(infusion: Infusion): Computed | null {
  const hourly = perHour(infusion)
  if (hourly === null) return null
  const exact = dividedBy(hourly.amount, hourly.strength)
  const text = threeDigits(exact)
  const strength = `${numberText(infusion.concentration)} ${INFUSION_UNITS[infusion.unit].per}`
  return { exact, text, line: `${hourly.line} / ${strength} = ${text} ml/h` }
}

export interface Bag {
  /** ml of fluid in it before anything is taken out or added. */
  volume: number
  /** ml/h at which it is to run. */
  rate: number
}

export interface AddedToBag {
  /** mg, or units. */
  amount: Computed
  /** ml of the drug: as much fluid is taken out of the bag first. */
  drug: Computed
  /** Until the bag is empty, in hours. */
  hours: Computed
  /** In the unit of the dose: what the patient would get if the drug went on top of the full bag. */
  onTopOfBag: { exact: Fraction; text: string }
}

/**
 * What is added to a bag so that it gives this dose at its rate, once as much fluid was taken out as is added. Null while a
 * number is missing or not above 0; 'too-full' where the drug alone is more than the bag holds.
 */
export function addedToBag(infusion: Infusion, { volume, rate }: Bag): AddedToBag | 'too-full' | null {
  const hourly = perHour(infusion)
  const [bag, speed, dose] = [volume, rate, infusion.dose].map(positiveFraction)
  if (hourly === null || !bag || !speed || !dose) return null
  const hours = dividedBy(bag, speed)
  const amount = times(hourly.amount, hours)
  const drug = dividedBy(amount, hourly.strength)
  if (/* @rule bag-too-full */ !isBelow(drug, bag)) return 'too-full'
  const { per } = INFUSION_UNITS[infusion.unit]
  const [of] = per.split('/')
  const [amountText, drugText, hoursText] = [amount, drug, hours].map(threeDigits)
  const bagWords = `${numberText(volume)} ml / ${numberText(rate)} ml/h`
  const without = dividedBy(times(dose, bag), plus(bag, drug))
  return {
    amount: {
      exact: amount,
      text: amountText ?? '',
      line: `${hourly.line} x ${bagWords} = ${amountText} ${of}`,
    },
    drug: {
      exact: drug,
      text: drugText ?? '',
      line: `${amountText} ${of} / ${numberText(infusion.concentration)} ${per} = ${drugText} ml`,
    },
    hours: { exact: hours, text: hoursText ?? '', line: `${bagWords} = ${hoursText} h` },
    onTopOfBag: { exact: without, text: threeDigits(without) },
  }
}

/** Drops a minute of a set that gives so many drops from a ml, at a rate in ml/h. Null for what is not above 0. */
export function dropsPerMinute(rate: Fraction | null, dropsPerMl: number): Computed | null {
  const drops = positiveFraction(dropsPerMl)
  if (rate === null || drops === null) return null
  const exact = dividedBy(times(rate, drops), SIXTY)
  const text = threeDigits(exact)
  return {
    exact,
    text,
    line: `${threeDigits(rate)} ml/h x ${numberText(dropsPerMl)} drops/ml / 60 = ${text} drops/min`,
  }
}

/** ml/kg/h in the first hour of an anesthesia, for [dogs, cats] (AAHA/AAFP fluid therapy guidelines). */
export const STARTING_RATES = [5, 3] as const
const LESS_EACH_HOUR: Fraction = { over: 3n, under: 4n }
const WRITTEN_OUT = 3

export interface FluidHour {
  /** 1 for the first. */
  hour: number
  /** ml/kg/h */
  perKg: { exact: Fraction; text: string }
  /** ml/h, and ml in this hour. */
  rate: Computed
}

/** What is done to the starting rate until this hour: ' x 0.75 x 0.75', or ' x 0.75^4' later on. */
function lessWords(hoursBefore: number): string {
  if (hoursBefore > WRITTEN_OUT) return ` x 0.75^${hoursBefore}`
  return ' x 0.75'.repeat(hoursBefore)
}

/**
 * Fluids of an anesthesia hour by hour: it starts at `start` ml/kg/h and is a quarter less each hour, never below `maintenance`
 * ml/kg/h; the last hour is the first at maintenance. Null while a number is missing or not above 0, or the start is below
 * maintenance.
 */
export function fluidHours(weight: Weight, start: number, maintenance: number): FluidHour[] | null {
  const kg = weightInKg(weight)
  const [first, last] = [positiveFraction(start), positiveFraction(maintenance)]
  if (kg === null || first === null || last === null || isBelow(first, last)) return null
  const hours: FluidHour[] = []
  for (let [perKg, hour] = [first, 1]; ; perKg = times(perKg, LESS_EACH_HOUR), hour += 1) {
    const isLast = !isBelow(last, perKg)
    const given = isLast ? last : perKg
    const rate = times(kg, given)
    const text = threeDigits(rate)
    const perKgWords = isLast
      ? `${numberText(maintenance)} ml/kg/h`
      : `${numberText(start)} ml/kg/h${lessWords(hour - 1)}`
    hours.push({
      hour,
      perKg: { exact: given, text: threeDigits(given) },
      rate: { exact: rate, text, line: `${weightWords(weight)} x ${perKgWords} = ${text} ml/h` },
    })
    if (isLast) return hours
  }
}
