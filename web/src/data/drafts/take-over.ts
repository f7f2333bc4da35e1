import { takeOverOp } from 'sync-protocol/merge/take-over-op'
import { viewOf } from '../database/clinic-database.ts'
import { currentClinic, currentUser } from '../database/signed-in.ts'
import { noteSaved } from '../database/sync-status.ts'
import { currentSaver, durableTransaction, queueMutation } from '../outbox/save.ts'

/** Of each name, so that both find room in a change's detail, which holds 200 units of text (sync contract, section 2). */
const LETTERS = 40

/** Never cut through a letter. */
const short = (name: string) => Array.from(name.trim()).slice(0, LETTERS).join('')

/**
 * Makes a colleague's open sheet the signed-in person's own, with all that was entered (sync contract, section 1). Says from whom:
 * null from nobody, since it is their own already; undefined where it is over by now.
 * @throws NotSavedError where the tablet cannot store it
 */
export async function takeOverSheet(id: string): Promise<string | null | undefined> {
  const [clinic, saver] = [currentClinic(), currentSaver()]
  const from = await durableTransaction(clinic, async () => {
    const draft = await viewOf(clinic, 'drafts').get(id)
    if (draft?.content?.kind !== 'sheet' || draft.deleted) return undefined
    const { meta, content } = draft
    if (meta.author_id === currentUser()._id) return null
    const detail = `${short(content.name) || 'no name yet'}, from ${short(meta.author_name)}`
    await queueMutation(clinic, saver, { action: 'sheet.take_over', detail, ops: [takeOverOp(draft)] })
    return meta.author_name
  })
  if (typeof from === 'string') noteSaved(saver.deviceNow())
  return from
}
