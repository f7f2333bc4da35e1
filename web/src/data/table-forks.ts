import { derivedId } from 'sync-protocol/records/mutation-hash'
import type { MutationResult } from 'sync-protocol/records/outcome'
import type { ClinicDatabase, OutboxRow } from './clinic-database.ts'
import { readSetting, writeSetting } from './settings.ts'

/** Tables are open for a day; older ones are nobody's any more. */
const FORKS_KEPT = 200

const keyOfFork = (userId: string, draftId: string) => `${userId}/${draftId}`

/** The tables that the server kept apart when it took this mutation, and what they were kept apart from. */
function forksIn({ body }: OutboxRow, { records }: MutationResult): { from: string; to: string }[] {
  const named = new Set(records.flatMap(({ collection, _id }) => (collection === 'drafts' ? [_id] : [])))
  return body.ops.flatMap((op, index) => {
    if (op.collection !== 'drafts' || (op.op !== 'update' && op.op !== 'restore')) return []
    const to = derivedId(body.id, `draft/${index}`)
    return named.has(to) ? [{ from: op._id, to }] : []
  })
}

/** Remembers where the tables of these mutations live from now on, inside the transaction that stores their outcomes. */
export async function noteForks(
  clinic: ClinicDatabase,
  taken: readonly { row: OutboxRow; result: MutationResult }[],
): Promise<void> {
  // What somebody sends for another is not their own table.
  const own = taken.filter(({ row }) => !row.on_behalf_of)
  const added = own.flatMap(({ row, result }) =>
    forksIn(row, result).map(({ from, to }) => [keyOfFork(row.user_id, from), to] as const),
  )
  if (added.length === 0) return
  const known = Object.entries((await readSetting(clinic, 'table_forks')) ?? {})
  await writeSetting(clinic, 'table_forks', Object.fromEntries([...known, ...added].slice(-FORKS_KEPT)))
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
