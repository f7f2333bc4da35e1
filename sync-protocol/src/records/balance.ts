import * as z from 'zod/mini'
import { day, id, name, optional, quantity, text } from './fields.ts'
import { unchangingKind } from './kind.ts'
import { CONTAINER_MAX, NAME_MAX } from './limits.ts'

/** A volume in ml with at most 2 decimals; a balance may be below zero after a confirmed correction. */
const hundredths = z.number().check(
  z.minimum(-CONTAINER_MAX * 10),
  z.maximum(CONTAINER_MAX * 10),
  z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most two decimals.'),
)

const cell = text(200, 'Text')

/** Rows of a page, and pages of a sheet (`spec 2 §9`). */
export const PAGE_ROWS = 24
export const BALANCE_PAGES_MAX = 100

/**
 * A row of a balance sheet (`spec 2 §3`); `kind`, `adjusted`, `container_size` and `draw_id` let a machine recompute it. A
 * draw taken from two bottles has two rows, the second marked `remainder`.
 */
export const balanceRow = z.strictObject({
  kind: z.enum(['opening', 'carried', 'draw', 'bottle', 'adjustment', 'empty']),
  procedure_number: z.int(),
  date: z.union([day, z.literal('')]),
  title: cell,
  species: z.union([z.int().check(z.minimum(0), z.maximum(2)), z.literal('')]),
  description: cell,
  bottle_number: text(NAME_MAX, 'Bottle number'),
  reason: cell,
  added: z.nullable(hundredths),
  used: z.nullable(hundredths),
  adjusted: z.nullable(hundredths),
  balance: z.nullable(hundredths),
  /** Of an opening and of a new bottle, in ml. */
  container_size: optional(z.number().check(z.positive(), z.maximum(CONTAINER_MAX))),
  draw_id: optional(id),
  remainder: optional(z.literal(true)),
  empty: z.boolean(),
})
export type BalanceRow = z.infer<typeof balanceRow>

/** A controlled-substance balance sheet, a fact: volumes in ml, concentration in mg/ml (`spec 2 §3`). */
export const balance = unchangingKind({
  nouns: ['balance sheet', 'balance sheets'],
  subjects: ['balance'],
  title: 'drug_name',
  type: 6,
  sort: 'fact',
  fields: {
    drug_name: { schema: name('Drug name'), label: 'Drug name' },
    drug_concentration: { schema: quantity('Drug concentration'), label: 'Concentration', unit: 'mg/ml' },
    drug_form: { schema: z.literal('injection'), label: 'Form' },
    container_size: {
      schema: z.number().check(z.positive(), z.maximum(CONTAINER_MAX)),
      label: 'Container size',
      unit: 'ml',
    },
    date_start: { schema: day, label: 'First day' },
    date_end: { schema: day, label: 'Last day' },
    combined: { schema: z.boolean(), label: 'Combined' },
    pages: {
      schema: z
        .array(z.array(balanceRow).check(z.maxLength(PAGE_ROWS)))
        .check(z.maxLength(BALANCE_PAGES_MAX)),
      label: 'Pages',
    },
    previous_id: { schema: optional(id), label: 'Previous balance sheet' },
    combined_ids: {
      schema: optional(z.array(id).check(z.maxLength(500))),
      label: 'Combined balance sheets',
    },
    closing: {
      schema: optional(
        z.strictObject({
          bottle_number: text(NAME_MAX, 'Bottle number'),
          container_size: z.number().check(z.positive()),
          balance: hundredths,
          /** The bottles that stand open beside it, the oldest first: '' for those without a known number. */
          others: optional(z.array(text(NAME_MAX, 'Bottle number'))),
        }),
      ),
      label: 'Closing',
    },
  },
})
export const balanceContent = balance.content
export type BalanceContent = z.infer<typeof balanceContent>
