import * as z from 'zod/mini'
import { optional } from './fields.ts'

/** What a drug's concentration and dosages count. Absent is mg, as in everything of before there was a choice. */
export const AMOUNT_UNITS = ['mg', 'units', 'mEq'] as const
export type AmountUnit = (typeof AMOUNT_UNITS)[number]
export const amountUnit = optional(z.enum(AMOUNT_UNITS))

/** A drug, or a copy of one: its numbers mean nothing without this. */
export interface Measured {
  amount_unit?: AmountUnit | undefined
}

/** In what a drug is measured. A unit that only a later release knows is said as it is, never taken for mg. */
export function unitOf(drug: object): string {
  const { amount_unit: unit } = drug as { amount_unit?: unknown }
  return /* @rule own-unit */ typeof unit === 'string' && unit !== '' ? unit : 'mg'
}

/** 'units/ml' where a drug in units has 'mg/ml' for its unit; a unit without mg stays as it is. */
export const unitFor = (drug: object, unit: string): string => unit.replace(/^mg(?=\/|$)/, unitOf(drug))
/** 'mg/ml', 'units/ml', 'mEq/ml' */
export const perMl = (drug: object): string => unitFor(drug, 'mg/ml')
/** 'mg/kg', 'units/kg', 'mEq/kg' */
export const perKg = (drug: object): string => unitFor(drug, 'mg/kg')
export const isInMg = (drug: object): boolean => unitOf(drug) === 'mg'

/** The unit as a copy or a record keeps it: mg is left out, as it always was. */
export const keptUnit = ({ amount_unit: unit }: Measured): { amount_unit?: AmountUnit } =>
  /* @rule copied-unit */ unit === undefined || unit === 'mg' ? {} : { amount_unit: unit }

/** Draws, balance sheets and the ledger count a controlled substance by its mg/ml. */
export const CONTROLLED_IN_MG = 'A controlled drug must be measured in mg.'
export const CAP_IN_MG = 'Only a drug measured in mg can have a maximum dose in mg.'

/** Refuses a controlled drug in another unit than mg, at the unit. */
export const controlledInMg = z.refine<Measured & { controlled?: boolean | undefined }>(
  (drug) => /* @rule controlled-in-mg */ !drug.controlled || isInMg(drug),
  { error: CONTROLLED_IN_MG, path: ['amount_unit'] },
)
