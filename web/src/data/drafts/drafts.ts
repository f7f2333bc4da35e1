import type { DraftContent } from 'sync-protocol/records/draft'
import type { Op, OpOf } from 'sync-protocol/records/mutation'
import { updateOp } from 'sync-protocol/merge/update-op'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { currentSaver, queueMutation, durableTransaction, type Saved, type Saver } from '../outbox/save.ts'
import { currentClinic } from '../database/signed-in.ts'
import { noteSaved } from '../database/sync-status.ts'

/** The operation that makes the draft what was typed; null when it is that already. */
function draftOp(record: ViewRecord | undefined, id: string, content: DraftContent): Op | null {
  const next = content
  if (!record) return { op: 'create', collection: 'drafts', _id: id, content: next }
  if (record.deleted || record.content === null)
    return { op: 'restore', collection: 'drafts', _id: id, base: record.version, content: next }
  return updateOp('drafts', { _id: id, version: record.version, content: record.content }, next)
}

/** Keeps what was typed, now or `at` an earlier time by the device's clock. */
export async function saveDraftAs(
  clinic: ClinicDatabase,
  saver: Saver,
  id: string,
  content: DraftContent,
  at?: string,
): Promise<Saved | null> {
  const saved = await durableTransaction(clinic, async () => {
    const op = draftOp(await viewOf(clinic, 'drafts').get(id), id, content)
    return op && queueMutation(clinic, saver, { action: 'draft.save', ops: [op], ...(at ? { at } : {}) })
  })
  if (saved) noteSaved(saver.deviceNow())
  return saved
}

/** Keeps what is typed. Autosaves that nobody has sent yet become one. */
export async function saveDraft(id: string, content: DraftContent): Promise<void> {
  await saveDraftAs(currentClinic(), currentSaver(), id, content)
}

/** The end of a draft, to go into the mutation that saves what it became; null when there is no such draft. */
export async function endDraftOp(clinic: ClinicDatabase, id: string): Promise<OpOf<'delete'> | null> {
  const record = await viewOf(clinic, 'drafts').get(id)
  if (!record || record.deleted) return null
  return { op: 'delete', collection: 'drafts', _id: id, base: record.version }
}
