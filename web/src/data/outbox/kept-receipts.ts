import type { MutationResult } from 'sync-protocol/records/outcome'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import {
  authorOf,
  type Acknowledged,
  type AcknowledgedTogether,
  type OutboxRow,
} from '../database/clinic-rows.ts'
import { isAutosave } from './merge-drafts.ts'

/** How long a tablet keeps what the server took, as a source of recovery (sync contract L6). */
const KEPT_MS = 30 * 24 * 60 * 60_000
/** Mutations in one value: Chromium puts values above 64 KiB into files of their own. */
const TOGETHER_BYTES = 40 * 1024
/** Beside the mutation: its receipt, hash and names, and each of its keys. */
const BESIDE_BYTES = 600
const KEY_BYTES = 50
/** Read in one transaction: a save may wait for it. */
const READ_TOGETHER = 10
const READ = 200
/** Mutations that one transaction takes apart, beside those of its last value. */
const APART = 80

type Kept = AcknowledgedTogether['each'][number]

/** Somebody else had taken it over: after a restore it would take it from them. */
const cameTooLate = ({ action }: OutboxRow['body'], { seq, status }: MutationResult): boolean =>
  action === 'sheet.take_over' && status === 'applied' && seq === undefined

/**
 * Keeps what the server has just given its outcome, inside the transaction that stores the outcomes. Typing in drafts is not
 * kept change by change: after a restore an open draft is brought back as it stands.
 */
export async function keepAcknowledged(
  clinic: ClinicDatabase,
  taken: readonly { row: OutboxRow; result: MutationResult }[],
  { epoch, at }: { epoch: string; at: string },
): Promise<void> {
  const parts: Kept[][] = []
  let room = 0
  for (const { row, result } of taken) {
    if (row.withdrawn === 1 || isAutosave(row.body) || cameTooLate(row.body, result)) continue
    const bytes = row.bytes + BESIDE_BYTES + row.keys.length * KEY_BYTES
    if (bytes > room) {
      parts.push([])
      room = TOGETHER_BYTES
    }
    room -= bytes
    parts.at(-1)?.push(keptOf(row, result))
  }
  if (parts.length > 0) await clinic.acknowledged_together.bulkAdd(parts.map((each) => ({ epoch, at, each })))
}

const keptOf = (row: OutboxRow, { receipt }: MutationResult): Kept => ({
  id: row.id,
  order: row.order ?? 0,
  user_id: authorOf(row).user_id,
  user_name: authorOf(row).user_name,
  body: row.body,
  hash: row.hash,
  keys: row.keys,
  receipt,
  ...(row.lost === undefined ? {} : { lost: row.lost }),
})

const bothOf = ({ acknowledged, acknowledged_together }: ClinicDatabase) => [
  acknowledged,
  acknowledged_together,
]

export async function forgetOldAcknowledged(clinic: ClinicDatabase, nowMs: number): Promise<void> {
  const before = new Date(nowMs - KEPT_MS).toISOString()
  await Promise.all(bothOf(clinic).map((table) => table.where('at').below(before).delete()))
}

/**
 * All that is kept and that `wanted` holds of. Every value is read, a few in one transaction: a month of work takes seconds,
 * and nobody waits for them.
 */
export async function acknowledgedOf(
  clinic: ClinicDatabase,
  wanted: (one: Kept) => boolean,
): Promise<Acknowledged[]> {
  const { acknowledged, acknowledged_together } = clinic
  // What is taken apart meanwhile is found one by one.
  const found = new Map<string, Acknowledged>()
  const keep = (each: readonly Acknowledged[]) => {
    for (const one of each) if (wanted(one)) found.set(one.id, one)
  }
  for (let after: number | undefined = 0; after !== undefined;) {
    const together: AcknowledgedTogether[] = await acknowledged_together
      .where('part')
      .above(after)
      .limit(READ_TOGETHER)
      .toArray()
    keep(together.flatMap(apart))
    after = together.at(-1)?.part
  }
  for (let after: string | undefined = ''; after !== undefined;) {
    const each: Acknowledged[] = await acknowledged.where('id').above(after).limit(READ).toArray()
    keep(each)
    after = each.at(-1)?.id
  }
  return [...found.values()]
}

/** So much is shown of what was taken last. */
const SHOWN = 10
const SHOWN_BYTES = 64 * 1024

/** What this epoch took last from this tablet, the newest first. */
export async function newestTaken(clinic: ClinicDatabase, epoch: string): Promise<Acknowledged[]> {
  const values = await clinic.acknowledged_together.orderBy('part').reverse().limit(2).toArray()
  const newest = values
    .filter((value) => value.epoch === epoch)
    .flatMap((value) => apart(value).reverse())
    .slice(0, SHOWN)
  let room = SHOWN_BYTES
  return newest.filter(({ body }) => (room -= JSON.stringify(body).length) >= 0)
}

const apart = ({ epoch, at, each }: AcknowledgedTogether): Acknowledged[] =>
  each.map((one) => ({ ...one, epoch, at }))

/** Whether other epochs than this one took something that is kept here. */
export async function hasTakenBefore(clinic: ClinicDatabase, epoch: string): Promise<boolean> {
  // Not counted: a count counts the whole range, whatever its limit.
  const first = bothOf(clinic).map((table) => keysBeside(table, epoch, 1))
  return (await Promise.all(first)).some((keys) => keys.length > 0)
}

/**
 * The ids of what other epochs than this one took, each of which is in `acknowledged` from now on: one reading of a range
 * instead of one of each row.
 */
export async function takenBefore(clinic: ClinicDatabase, epoch: string): Promise<string[]> {
  const { acknowledged, acknowledged_together } = clinic
  const together = (await keysBeside(acknowledged_together, epoch)) as number[]
  while (together.length > 0) await takeApart(clinic, together, epoch)
  return (await keysBeside(acknowledged, epoch)) as string[]
}

async function keysBeside(table: ReturnType<typeof bothOf>[number], epoch: string, most = Infinity) {
  const ranges = [table.where('epoch').below(epoch), table.where('epoch').above(epoch)]
  return (await Promise.all(ranges.map((range) => range.limit(most).primaryKeys()))).flat()
}

/**
 * Takes the first ones apart, and out of `together`. A transaction of its own, so that a save never waits long; who is
 * interrupted goes on with the next part. What this epoch has taken already stays as it is.
 */
const takeApart = (clinic: ClinicDatabase, together: number[], epoch: string): Promise<void> =>
  clinic.transaction('rw', [clinic.acknowledged, clinic.acknowledged_together], async () => {
    const each = new Map<string, Acknowledged>()
    const parts: number[] = []
    while (each.size < APART && parts.length < together.length) {
      const part = together[parts.length] as number
      parts.push(part)
      const value = await clinic.acknowledged_together.get(part)
      for (const one of value ? apart(value) : []) each.set(one.id, one)
    }
    for (const there of await clinic.acknowledged.bulkGet([...each.keys()]))
      if (there?.epoch === epoch) each.delete(there.id)
    await clinic.acknowledged.bulkPut([...each.values()])
    await clinic.acknowledged_together.bulkDelete(parts)
    together.splice(0, parts.length)
  })
