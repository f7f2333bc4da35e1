import type { DraftContent } from 'sync-protocol/records/draft'
import { viewOf, type ViewRecord } from './clinic-database.ts'
import { currentClinic, currentUser } from './signed-in.ts'

/** The signed-in user's open sheets, the newest first, for a query that stays live. */
export async function openDrafts(kind: DraftContent['kind']): Promise<ViewRecord[]> {
  const own = await viewOf(currentClinic(), 'drafts')
    .where('meta.author_id')
    .equals(currentUser()._id)
    .filter((record) => !record.deleted && record.content?.['kind'] === kind)
    .toArray()
  const editedAt = ({ meta }: ViewRecord) => meta.date_edited ?? meta.date_created
  return own.sort((a, b) => (editedAt(a) < editedAt(b) ? 1 : -1))
}

/** The newest of them; undefined when there is none. */
export const openDraft = async (kind: DraftContent['kind'] = 'sheet'): Promise<ViewRecord | undefined> =>
  (await openDrafts(kind))[0]
