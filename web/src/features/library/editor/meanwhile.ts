import type { Collection } from 'sync-protocol/records/envelope'
import { sameJson } from 'sync-protocol/records/json'
import { viewOf } from '../../../data/database/clinic-database.ts'
import type { ViewRecord } from '../../../data/database/clinic-rows.ts'
import { currentClinic, currentUser } from '../../../data/database/signed-in.ts'
import type { Opening } from './opening.ts'

/** Who changed or deleted a record last, and when; neither where that is not known, or where it was the signed-in user. */
interface Changer {
  by?: string
  at?: string
}

/** What became of the record while its form was open. */
export interface Meanwhile extends Changer {
  what: 'changed' | 'deleted'
}

function changerIn(record: ViewRecord | undefined): Changer {
  const { edited_by: by, date_edited: at } = record?.meta ?? {}
  return by === undefined || at === undefined || by === currentUser().name ? {} : { by, at }
}

/** For a live query. */
export const changerOf = async (collection: Collection, _id: string): Promise<Changer> =>
  changerIn(await viewOf(currentClinic(), collection).get(_id))

/** Null while the record stands as it was seen, and for a new one. For a live query. */
export async function meanwhileOf(
  collection: Collection,
  { _id, seen }: Pick<Opening, '_id' | 'seen'>,
): Promise<Meanwhile | null> {
  if (seen === undefined) return null
  const record = await viewOf(currentClinic(), collection).get(_id)
  const gone = record === undefined || record.deleted || record.content === null
  if (!gone && sameJson(record.content, seen.content)) return null
  return { what: gone ? 'deleted' : 'changed', ...changerIn(record) }
}
