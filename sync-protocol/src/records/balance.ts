import * as z from 'zod'
import { day, id, name, quantity, text } from './fields.ts'
import { CONTAINER_MAX, NAME_MAX } from './limits.ts'

/** A volume in ml with at most 2 decimals; a balance may be below zero after a confirmed correction. */
const hundredths = z
  .number()
  .min(-CONTAINER_MAX * 10)
  .max(CONTAINER_MAX * 10)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most two decimals.')

const cell = text(200, 'Text')

/** A row of a balance sheet (`spec 2 §3`); `kind`, `adjusted` and `draw_id` let a machine recompute it. */
export const balanceRow = z.strictObject({
  kind: z.enum(['opening', 'carried', 'draw', 'bottle', 'adjustment', 'empty']),
  procedure_number: z.int(),
  date: z.union([day, z.literal('')]),
  title: cell,
  species: z.union([z.int().min(0).max(2), z.literal('')]),
  description: cell,
  bottle_number: text(NAME_MAX, 'Bottle number'),
  reason: cell,
  added: hundredths.nullable(),
  used: hundredths.nullable(),
  adjusted: hundredths.nullable(),
  balance: hundredths.nullable(),
  draw_id: id.optional(),
  empty: z.boolean(),
})
export type BalanceRow = z.infer<typeof balanceRow>

/** A controlled-substance balance sheet, a fact: volumes in ml, concentration in mg/ml (`spec 2 §3`). */
export const balanceContent = z.strictObject({
  drug_name: name('Drug name'),
  drug_concentration: quantity('Drug concentration'),
  drug_form: z.literal('injection'),
  container_size: z.number().positive().max(CONTAINER_MAX),
  date_start: day,
  date_end: day,
  combined: z.boolean(),
  pages: z.array(z.array(balanceRow).max(24)).max(100),
  previous_id: id.optional(),
  combined_ids: z.array(id).max(500).optional(),
  closing: z
    .strictObject({
      bottle_number: text(NAME_MAX, 'Bottle number'),
      container_size: z.number().positive(),
      balance: hundredths,
    })
    .optional(),
})
export type BalanceContent = z.infer<typeof balanceContent>
