import type { DraftContent } from 'sync-protocol/records/draft'
import { viewOf } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { bringPrintsBack } from './exported-draft.ts'
import { sheetsSavedFrom } from './followed-sheet.ts'
import { currentClinic, currentUser } from '../database/signed-in.ts'

export type OpenDraft = ViewRecord<'drafts'> & {
  /** What it was saved as on another tablet, which could not end it: more was entered meanwhile. */
  saved?: ViewRecord<'sheets'>
}

/** The signed-in user's open sheets, for a query that stays live: those that nobody saved, the newest first, then the others. */
export async function openDrafts(kind: DraftContent['kind']): Promise<OpenDraft[]> {
  const clinic = currentClinic()
  const own = await viewOf(clinic, 'drafts')
    .where('meta.author_id')
    .equals(currentUser()._id)
    .filter((record) => !record.deleted && record.content?.kind === kind)
    .toArray()
  const found = await Promise.all(
    own.map(async (record): Promise<OpenDraft> => {
      const [saved] = kind === 'sheet' ? await sheetsSavedFrom(clinic, record._id, record) : []
      return saved === undefined ? record : { ...record, saved }
    }),
  )
  // Last: a live query hears of nothing that is read after it.
  await bringPrintsBack(clinic, globalThis.localStorage)
  const editedAt = ({ meta }: ViewRecord) => meta.date_edited ?? meta.date_created
  const rank = ({ saved }: OpenDraft) => (saved === undefined ? 0 : 1)
  return found.sort((a, b) => rank(a) - rank(b) || (editedAt(a) < editedAt(b) ? 1 : -1))
}

/** The first of them; undefined when there is none. */
export const openDraft = async (kind: DraftContent['kind'] = 'sheet'): Promise<OpenDraft | undefined> =>
  (await openDrafts(kind))[0]
