import { asKnown } from 'sync-protocol/records/known'
import { conflictContent } from 'sync-protocol/records/conflict'
import type { Collection } from 'sync-protocol/records/envelope'
import { viewOf } from '../database/clinic-database.ts'
import { currentClinic } from '../database/signed-in.ts'

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
