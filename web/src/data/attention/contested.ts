import { asKnown } from 'sync-protocol/records/known'
import { conflictContent } from 'sync-protocol/records/conflict'
import type { Collection } from 'sync-protocol/records/envelope'
import { viewOf } from '../database/clinic-database.ts'
import { currentClinic } from '../database/signed-in.ts'
import { conflictEntries, type ConflictEntry } from './attention.ts'

export const NONE_CONTESTED: ReadonlySet<string> = new Set()

/** The records of a collection of which two versions wait for a decision (sync contract M9), whoever entered them. */
export async function contestedRecords(collection: Collection): Promise<ReadonlySet<string>> {
  const records = await viewOf(currentClinic(), 'conflicts').toArray()
  return new Set(
    records.flatMap(({ deleted, content }) => {
      const conflict = deleted ? undefined : asKnown(conflictContent, content)
      return conflict?.record.collection === collection && conflict.settled === undefined
        ? [conflict.record._id]
        : []
    }),
  )
}

export type Contests = ReadonlyMap<string, readonly ConflictEntry[]>
export const NO_CONTESTS: Contests = new Map()

/** The same with what clashed, by record, the oldest first. For a query that stays live. */
export async function contestsOf(collection: Collection): Promise<Contests> {
  const records = await viewOf(currentClinic(), 'conflicts').toArray()
  const entries = records
    .filter(({ content }) => asKnown(conflictContent, content)?.record.collection === collection)
    .flatMap(conflictEntries)
    .sort((a, b) => (a.at < b.at ? -1 : 1))
  const found = new Map<string, ConflictEntry[]>()
  for (const entry of entries) {
    const { _id } = entry.conflict.record
    found.set(_id, [...(found.get(_id) ?? []), entry])
  }
  return found
}
