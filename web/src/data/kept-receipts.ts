import type { MutationResult } from 'sync-protocol/records/outcome'
import {
  authorOf,
  type Acknowledged,
  type AcknowledgedTogether,
  type ClinicDatabase,
  type OutboxRow,
} from './clinic-database.ts'
import { isAutosave } from './merge-drafts.ts'

/** How long a tablet keeps what the server took, as a source of recovery (sync contract L6). */
const KEPT_MS = 30 * 24 * 60 * 60_000
/** Mutations in one value: Chromium puts values above 64 KiB into files of their own. */
const TOGETHER_BYTES = 40 * 1024
/** Beside the mutation: its receipt, hash, names and keys. */
const BESIDE_BYTES = 600

type Kept = AcknowledgedTogether['each'][number]

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
    if (row.withdrawn === 1 || isAutosave(row.body)) continue
    const bytes = row.bytes + BESIDE_BYTES
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

/** All that is kept and that `wanted` holds of; every value is read. */
export async function acknowledgedOf(
  clinic: ClinicDatabase,
  wanted: (one: Kept) => boolean,
): Promise<Acknowledged[]> {
  const found: Acknowledged[] = await clinic.acknowledged.filter(wanted).toArray()
  await clinic.acknowledged_together.each((together) => found.push(...apart(together).filter(wanted)))
  return found
}

const apart = ({ epoch, at, each }: AcknowledgedTogether): Acknowledged[] =>
  each.map((one) => ({ ...one, epoch, at }))

/** Whether other histories than this one took something that is kept here. */
export async function hasTakenBefore(clinic: ClinicDatabase, epoch: string): Promise<boolean> {
  const counts = bothOf(clinic).flatMap((table) =>
    [table.where('epoch').below(epoch), table.where('epoch').above(epoch)].map((range) =>
      range.limit(1).count(),
    ),
  )
  return (await Promise.all(counts)).some((count) => count > 0)
}

/**
 * The ids of what other histories than this one took, each of which is in `acknowledged` from now on: one reading of a range
 * instead of one of each row.
 */
export async function takenBefore(clinic: ClinicDatabase, epoch: string): Promise<string[]> {
  const { acknowledged, acknowledged_together } = clinic
  const together = await keysBeside(acknowledged_together, epoch)
  for (const part of together) await takeApart(clinic, part as number)
  return (await keysBeside(acknowledged, epoch)) as string[]
}

const keysBeside = async (table: ReturnType<typeof bothOf>[number], epoch: string) => {
  const ranges = [table.where('epoch').below(epoch), table.where('epoch').above(epoch)]
  return (await Promise.all(ranges.map((range) => range.primaryKeys()))).flat()
}

/** A transaction of its own, so that a save never waits long; who is interrupted goes on with the next part. */
const takeApart = (clinic: ClinicDatabase, part: number): Promise<void> =>
  clinic.transaction('rw', [clinic.acknowledged, clinic.acknowledged_together], async () => {
    const together = await clinic.acknowledged_together.get(part)
    if (!together) return
    await clinic.acknowledged.bulkPut(apart(together))
    await clinic.acknowledged_together.delete(part)
  })
