import { keyOf } from 'sync-protocol/records/envelope'
import type { Op } from 'sync-protocol/records/mutation'
import { derivedId } from 'sync-protocol/records/mutation-hash'
import type { MutationResult } from 'sync-protocol/records/outcome'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import type { OutboxRow } from '../database/clinic-rows.ts'
import { withoutKeptApart } from '../database/drafts-to-resubmit.ts'
import { readSetting, writeSetting } from '../database/settings.ts'

/** Tables are open for a day; older ones are nobody's any more. */
const FORKS_KEPT = 200

interface Taken {
  row: OutboxRow
  result: MutationResult
}

const keyOfFork = (userId: string, draftId: string) => `${userId}/${draftId}`

const draftsIn = ({ records }: MutationResult) =>
  new Set(records.flatMap(({ collection, _id }) => (collection === 'drafts' ? [_id] : [])))

/** The tables that the server kept apart when it took this mutation, and what they were kept apart from. */
function forksIn({ row: { body }, result }: Taken): { from: string; to: string }[] {
  const named = draftsIn(result)
  return body.ops.flatMap((op, index) => {
    if (!isTyping(op)) return []
    const to = derivedId(body.id, `draft/${index}`)
    return named.has(to) ? [{ from: op._id, to }] : []
  })
}

const isTyping = ({ op, collection }: Op) => collection === 'drafts' && (op === 'update' || op === 'restore')

/** The keys of the drafts whose typing went into another one, kept apart now or before. */
function keptApartFrom(taken: Taken): string[] {
  const named = draftsIn(taken.result)
  const forked = new Set(forksIn(taken).map(({ from }) => from))
  return taken.row.body.ops
    .filter((op) => isTyping(op) && (forked.has(op._id) || !named.has(op._id)))
    .map(keyOf)
}

/** Remembers where the tables of these mutations live from now on, inside the transaction that stores their outcomes. */
export async function noteForks(clinic: ClinicDatabase, taken: readonly Taken[]): Promise<void> {
  // A result without a draft, as of most: nothing is looked up.
  const ofTables = taken.filter(({ result }) =>
    result.records.some(({ collection }) => collection === 'drafts'),
  )
  if (ofTables.length === 0) return
  await leaveApart(clinic, ofTables)
  // What somebody sends for another is not their own table.
  const own = ofTables.filter(({ row }) => !row.on_behalf_of)
  const added = own.flatMap((one) =>
    forksIn(one).map(({ from, to }) => [keyOfFork(one.row.user_id, from), to] as const),
  )
  if (added.length === 0) return
  const known = Object.entries((await readSetting(clinic, 'table_forks')) ?? {})
  await writeSetting(clinic, 'table_forks', Object.fromEntries([...known, ...added].slice(-FORKS_KEPT)))
}

/**
 * A draft that waits to be brought back after a restore is brought back without what was kept apart from it, nor with what
 * its lane has typed into it since: that goes the same way.
 */
async function leaveApart(clinic: ClinicDatabase, taken: readonly Taken[]): Promise<void> {
  const apart = taken.flatMap((one) => keptApartFrom(one).map((key) => ({ key, row: one.row })))
  if (apart.length === 0) return
  const drafts = (await readSetting(clinic, 'drafts_to_return')) ?? []
  if (drafts.length === 0) return
  const rows = await clinic.outbox
    .where('keys')
    .anyOf(apart.map(({ key }) => key))
    .distinct()
    .sortBy('order')
  const ops = rows.toReversed().flatMap(({ lane, n, body }) => {
    const gone = apart.filter(({ row }) => row.lane === lane && row.n <= n).map(({ key }) => key)
    return body.ops.filter((op) => gone.includes(keyOf(op)))
  })
  await writeSetting(clinic, 'drafts_to_return', withoutKeptApart(drafts, ops))
}

/** The draft that this person's table is since the server kept it apart; the same one where it did not. */
export function ownTable(forks: Readonly<Record<string, string>>, userId: string, draftId: string): string {
  let id = draftId
  for (const seen = new Set<string>(); !seen.has(id);) {
    seen.add(id)
    id = forks[keyOfFork(userId, id)] ?? id
  }
  return id
}
