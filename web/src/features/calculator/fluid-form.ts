import { fluidHours, dropsPerMinute, STARTING_RATES, type Computed } from 'sync-protocol/rules/infusion'
import type { Weight } from 'sync-protocol/rules/dose'
import type { Species } from 'sync-protocol/records/fields'
import { calculatorText as text, pumpWords } from './calculator-text.ts'
import { pumpFinding } from 'sync-protocol/rules/pump'
import type { DropSet } from './infusion-form.ts'
import { typedNumber } from './typed-number.ts'

/** As typed, in ml/kg/h. */
export interface FluidForm {
  start: string
  maintenance: string
  drops: '-' | DropSet
}

/** The low end for dogs and for cats (AAHA/AAFP fluid therapy guidelines: 2 to 6 and 2 to 3 ml/kg/h): only a suggestion. */
export const SUGGESTED_MAINTENANCE = '2'

/** With what a patient's form begins. */
export const fluidsFor = (species: Species): FluidForm => ({
  start: String(STARTING_RATES[species]),
  maintenance: SUGGESTED_MAINTENANCE,
  drops: '-',
})

export interface FluidRow {
  hour: number
  isLast: boolean
  rate: Computed
  drops: Computed | null
  /** Why a pump cannot be set to it. */
  pump: string | null
}

export interface FluidTable {
  rows: FluidRow[]
  /** What is wrong with the starting rate though it is a number. */
  belowMaintenance: string | null
}

/** Fluids hour by hour; no row while a number is missing. */
export function fluidTable(form: FluidForm, weight: Weight): FluidTable {
  const start = typedNumber(form.start, text.start).value
  const maintenance = typedNumber(form.maintenance, text.maintenance).value
  if (start === null || maintenance === null) return { rows: [], belowMaintenance: null }
  if (start < maintenance) return { rows: [], belowMaintenance: text.belowMaintenance }
  const hours = fluidHours(weight, start, maintenance) ?? []
  const rows = hours.map(({ hour, rate }) => {
    const found = pumpFinding(rate.exact)
    return {
      hour,
      isLast: hour === hours.length,
      rate,
      drops: form.drops === '-' ? null : dropsPerMinute(rate.exact, Number(form.drops)),
      pump: found && pumpWords(found),
    }
  })
  return { rows, belowMaintenance: null }
}
