import * as z from 'zod/mini'
import { day, id, optional, text } from '../records/fields.ts'
import { CONTAINER_MAX, NAME_MAX } from '../records/limits.ts'
import { REASON_MAX, REASON_MIN } from './adjustments.ts'

/** Hundredths of a ml, see `ledger-volume.ts`. */
const volume = z.int().check(z.minimum(-CONTAINER_MAX * 1000), z.maximum(CONTAINER_MAX * 1000))
const positive = volume.check(z.positive())
const bottleNumber = text(NAME_MAX, 'Bottle number')
const cell = text(200, 'Text')
/** Why the volume on record is not the real one, where that is asked. */
const reason = optional(text(REASON_MAX, 'Reason').check(z.minLength(REASON_MIN)))

/** What a further open bottle holds; '' stands for those whose numbers are not known. */
const otherBottle = z.strictObject({ bottle_number: bottleNumber, volume })
const others = optional(z.array(otherBottle))

/** The previous balance. One of 0 goes on with a new bottle, `balance` being what that one holds (`spec 2 §5`). */
const start = z.strictObject({
  kind: z.literal('start'),
  bottle_number: bottleNumber,
  container_size: positive,
  balance: volume,
  /** Bottles that stand open beside this one, the oldest first: the balance is that of all. */
  others: optional(z.array(bottleNumber)),
  /** The balance sheet that this one goes on from. */
  previous_id: optional(id),
  new_bottle: optional(
    z.strictObject({ bottle_number: bottleNumber, container_size: positive, balance: positive }),
  ),
})

const fullDraw = z.strictObject({
  kind: z.literal('full_draw'),
  draw_id: id,
  /** The clinic's local day. */
  day,
  /** The patient. */
  title: cell,
  /** The patient's ID. */
  description: cell,
  species: z.int().check(z.minimum(0), z.maximum(2)),
  reason: cell,
  volume: positive,
  /** -1 for none. */
  procedure_number: z.int(),
})

/** The last draw emptied its bottle after `taken`; the rest came from a new one. */
const partialDraw = z.strictObject({
  kind: z.literal('partial_draw'),
  taken: positive,
  bottle_number: bottleNumber,
  container_size: positive,
  others,
  reason,
})

const addBalance = z.strictObject({
  kind: z.literal('add_balance'),
  bottle_number: bottleNumber,
  volume: positive,
  /** Where it holds less: typed in Previous Balance. Absent, the bottle is full. */
  container_size: optional(positive),
})
/** What the bottle, and each further open one, really holds. */
const editBalance = z.strictObject({ kind: z.literal('edit_balance'), volume, others, reason })
/** Another volume of the last draw, or of its remainder. */
const editDraw = z.strictObject({ kind: z.literal('edit_draw'), volume: positive })

/** What a person did to an open balance table (`spec 2 §4`); all volumes in hundredths of a ml. */
export const tableEvent = z.discriminatedUnion('kind', [
  start,
  fullDraw,
  partialDraw,
  addBalance,
  editBalance,
  editDraw,
])
export type TableEvent = z.infer<typeof tableEvent>
export type OtherBottle = z.infer<typeof otherBottle>
export type TableEventOf<K extends TableEvent['kind']> = Extract<TableEvent, { kind: K }>
