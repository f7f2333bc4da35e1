import * as z from 'zod/mini'
import { id, instant, isStorableText, optional } from '../records/fields.ts'
import type { Json } from '../records/json.ts'
import { startLength } from './previous-balance-form.ts'
import { tableEvent } from './table-events.ts'

/** What a person is typing may be wrong and long; only what cannot be stored is refused. */
const typed = z.string().check(z.maxLength(2000), z.refine(isStorableText))
/** Hundredths of a ml. */
const volume = z.int()

/** What is typed of each further open bottle, in ml; and why, once the difference asks for it. */
const counted = {
  others: optional(z.array(z.strictObject({ bottle_number: typed, volume: typed }))),
  reason: optional(typed),
}

/** A form that is open over the table, as typed: volumes in ml. */
export const openForm = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('partial_draw'),
    drawn: typed,
    bottle_number: typed,
    container: typed,
    ...counted,
  }),
  z.strictObject({ kind: z.literal('add_balance'), bottle_number: typed, volume: typed }),
  z.strictObject({ kind: z.literal('edit_balance'), volume: typed, ...counted }),
  z.strictObject({ kind: z.literal('edit_draw'), volume: typed }),
])
export type OpenForm = z.infer<typeof openForm>

/** What is kept of an open balance table, so that any tablet can go on with it (`spec 2 §3`, sync contract M10). */
const openTable = z.strictObject({
  format: z.literal(1),
  /** Made with the table: those that were kept apart from each other have the same one. */
  origin: id,
  begun: instant,
  /** Who wrote it last. */
  last: z.strictObject({ user_id: id, name: typed, at: instant }),
  substance: z.nullable(z.strictObject({ drug_name: typed, drug_concentration: z.number() })),
  /** What the previous balance was prefilled from. */
  fetched: z.nullable(
    z.strictObject({
      previous_id: id,
      bottle_number: typed,
      container_size: volume,
      balance: volume,
      others: optional(z.array(typed)),
    }),
  ),
  previous: z.strictObject({ bottle_number: typed, container: typed, substance: typed, ...counted }),
  /** The previous balance was checked: the first draw starts the table with it. */
  confirmed: z.boolean(),
  form: z.nullable(openForm),
  /** None until the first draw. */
  events: z.array(tableEvent),
})
export type OpenTable = z.infer<typeof openTable>

/** The open table of a draft; null for what a newer version of the app kept otherwise. */
export function readOpenTable(table: Json | undefined): OpenTable | null {
  const read = openTable.safeParse(table)
  return read.success ? read.data : null
}

/** A table before its substance is chosen. */
export const newOpenTable = (origin: string, begun: string, last: OpenTable['last']): OpenTable => ({
  format: 1,
  origin,
  begun,
  last,
  substance: null,
  fetched: null,
  previous: { bottle_number: '', container: '', substance: '' },
  confirmed: false,
  form: null,
  events: [],
})

type Entered = Pick<OpenTable, 'events'> & Partial<Pick<OpenTable, 'previous' | 'fetched'>>

/** How many entries a person made, for what is said of a table: what the previous balance made is none. */
export const entriesOf = ({ events, previous, fetched = null }: Entered): number =>
  Math.max(0, events.length - (previous === undefined ? 1 : startLength({ events, previous, fetched })))
