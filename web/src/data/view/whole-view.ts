import type { Collection } from 'sync-protocol/records/envelope'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { UnreadRecord, ViewRecord } from '../database/clinic-rows.ts'

/** So many are read at once: neither a save nor the screen waits long for them. */
const PIECE = 25

/** How many records a collection has, deleted ones too. */
export const countRecords = (clinic: ClinicDatabase, collection: Collection): Promise<number> =>
  viewOf(clinic, collection).count()

/** Every record of a collection as the view has it, deleted and voided ones too, in pieces in the order of their ids. */
export async function* recordsInPieces<C extends Collection>(
  clinic: ClinicDatabase,
  collection: C,
): AsyncGenerator<ViewRecord<C>[], void> {
  for (let after = ''; ;) {
    const piece = await viewOf(clinic, collection).where('_id').above(after).limit(PIECE).toArray()
    const last = piece.at(-1)
    if (last === undefined) return
    yield piece
    after = last._id
  }
}

/** Records of collections that this release does not know. */
export const unreadRecords = (clinic: ClinicDatabase): Promise<UnreadRecord['record'][]> =>
  clinic.unread.toArray().then((rows) => rows.map(({ record }) => record))
