import * as z from 'zod/mini'
import { id, instant, name, quantity } from './fields.ts'
import { NAME_MAX } from './limits.ts'
import { weightUnit } from './weight-unit.ts'

/** When a clinic asks that a second person checks the weight of a sheet; a clinic that asks for none has no such setting. */
export const DOUBLE_CHECKS = ['red doses', 'always'] as const
export const doubleCheck = z.enum(DOUBLE_CHECKS, 'Please choose when a second person checks.')
export type DoubleCheck = z.infer<typeof doubleCheck>

/** Who read the scale once more, without seeing what was entered, and when. */
const second = { by: id, name: name('Name'), at: instant }

/** The check that a sheet was saved with, and what the second person read. */
export const sheetCheck = z.strictObject({
  ...second,
  weight: quantity('Checked weight'),
  weight_units: weightUnit,
})
export type SheetCheck = z.infer<typeof sheetCheck>

/** The check of an open sheet: the weight as typed, and the digest of the drugs that it was made with. */
export const draftCheck = z.strictObject({
  ...second,
  weight: z.string().check(z.maxLength(NAME_MAX)),
  weight_units: weightUnit,
  plan: z.string().check(z.maxLength(64)),
})
export type DraftCheck = z.infer<typeof draftCheck>
