import { volumeText, weightInKg, weightWords, printedVolume, type Volume, type Weight } from './dose.ts'
import { dividedBy, positiveFraction, times, type Fraction } from './fraction.ts'
import { numberText } from './number-input.ts'

/** The units that a loading dose is typed in; `one`: how much of a mg, or of a unit, one of it is. */
export const LOADING_UNITS = {
  'mcg/kg': { one: { over: 1n, under: 1000n }, words: ' / 1000', per: 'mg/ml' },
  'mg/kg': { one: { over: 1n, under: 1n }, words: '', per: 'mg/ml' },
  'units/kg': { one: { over: 1n, under: 1n }, words: '', per: 'units/ml' },
} as const
export type LoadingUnit = keyof typeof LOADING_UNITS

/** `dose` in its unit; `concentration` of the drug as it is drawn up, in mg/ml, or units/ml. Above 0. */
export interface LoadingDose extends Weight {
  dose: number
  unit: LoadingUnit
  concentration: number
}

export interface LoadingVolume {
  volume: Volume
  /** mg/kg, or units/kg: what the library's dosages and limits are in. */
  perKg: Fraction
  line: string
}

/**
 * What is drawn up for a loading dose, rounded as on a sheet: '20 kg x 500 mcg/kg / 1000 / 20 mg/ml = 0.5 ml'. Null while a number
 * is missing or not above 0.
 */
export function loadingVolume({ dose, unit, concentration, ...weight }: LoadingDose): LoadingVolume | null {
  const kg = weightInKg(weight)
  const [given, strength] = [positiveFraction(dose), positiveFraction(concentration)]
  if (kg === null || given === null || strength === null) return null
  const { one, words, per } = LOADING_UNITS[unit]
  const perKg = times(given, one)
  const volume = printedVolume(dividedBy(times(kg, perKg), strength))
  const dosed = `${numberText(dose)} ${unit}${words} / ${numberText(concentration)} ${per}`
  return { volume, perKg, line: `${weightWords(weight)} x ${dosed} = ${volumeText(volume)}` }
}
