import { BALANCE_PAGES_MAX, balanceContent, balanceRow } from 'sync-protocol/records/balance'
import { id } from 'sync-protocol/records/fields'
import { numberOf, readNumber } from 'sync-protocol/rules/number-input'
import * as z from 'zod'
import { described } from '../described.ts'
import { sentName, sentText } from '../sent-text.ts'

const cell = sentText(balanceRow.shape.title)
const bottle = sentText(balanceRow.shape.bottle_number)
function typedNumber(typed: string): number | null {
  const read = readNumber(typed)
  if (read === 'empty') return null
  return read === 'invalid' ? Number.NaN : numberOf(read)
}
/** A number, its text as a form takes it, or nothing: what it may be the rules say; NaN for what is none. */
const volume = z
  .union([z.number(), z.string().max(50), z.null()])
  .transform((value) => (typeof value === 'string' ? typedNumber(value) : value))
  .optional()
  .meta({ description: 'In ml, with 2 decimals; also as text, and blank where the row has none.' })
const anyDay = z
  .string()
  .max(50)
  .transform((value) => {
    const [, month = '', date = '', year = ''] =
      /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(value.trim()) ?? []
    return year === '' ? value.trim() : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  })
  .meta({ description: 'YYYY-MM-DD, MM/DD/YYYY or MM.DD.YYYY.' })

/** A row as it is sent (`spec 2 §3`); what a tablet adds for machines may be left out. */
const row = z.strictObject({
  procedure_number: z
    .union([z.int(), z.literal('')])
    .optional()
    .meta({ description: '-1 or blank for none.' }),
  date: anyDay.optional(),
  title: cell.optional(),
  species: z.optional(balanceRow.shape.species),
  description: cell.optional(),
  bottle_number: z.union([bottle, z.number()]).optional(),
  reason: cell.optional(),
  added: volume,
  used: volume,
  balance: volume,
  empty: z.boolean().optional(),
  kind: z.optional(balanceRow.shape.kind).meta({
    description:
      'Left out: the first row is the opening, rows with `used` are draws, with `added` bottles, others adjustments.',
  }),
  adjusted: volume,
  container_size: volume,
  draw_id: z.optional(id).meta({ description: 'The draw that the row uses.' }),
  remainder: z.boolean().optional(),
})
export type SentRow = z.infer<typeof row>

/** Of the envelope and of other calls: taken, and not looked at. */
const ignored = z.unknown().optional().meta({ description: 'Taken and not looked at.' })

/** A balance sheet as it is sent (`spec 2 §3`): ml, mg/ml. */
export const balancePayload = z.strictObject({
  drug_name: sentName,
  drug_concentration: volume,
  drug_form: z.string().optional().meta({ description: '`injection`, in any case: there is no other.' }),
  container_size: volume,
  date_start: anyDay,
  date_end: anyDay,
  pages: z
    .array(z.array(row).max(100))
    .max(BALANCE_PAGES_MAX * 5)
    .meta({ description: 'Rows on pages of any length: carried and empty rows are made anew.' }),
  previous_id: described(
    balanceContent.shape.previous_id,
    'The sheet that this one goes on from; found by its closing balance where it is left out.',
  ),
  closing: ignored,
  combined: ignored,
  combined_ids: ignored,
  type: ignored,
  meta: ignored,
  _id: ignored,
})
export type SentBalance = Partial<z.infer<typeof balancePayload>>

export const combinePayload = z.strictObject({
  drugName: sentName,
  drugConcentration: volume,
  drugForm: z.string(),
  ids: z
    .array(z.string().max(100))
    .min(1)
    .max(500)
    .meta({ description: 'The first one gives the container.' }),
})
