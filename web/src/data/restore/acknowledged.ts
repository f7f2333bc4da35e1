import { isTable } from 'sync-protocol/records/is-table'
import { keyOf } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import { contentIn } from 'sync-protocol/records/kinds'
import { uncorrectedTime } from 'sync-protocol/rules/time'
import { allTables, viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { OutboxRow } from '../database/clinic-rows.ts'
import { placeOf, type DraftToResubmit } from '../database/drafts-to-resubmit.ts'
import { saveDraftAs } from '../drafts/drafts.ts'
import { inPieces } from '../database/in-pieces.ts'
import { finishRenewal } from '../outbox/lanes.ts'
import { resubmit, takeOver, type Resubmitter } from './resubmit.ts'
import type { Saver } from '../outbox/save.ts'
import { readSetting, readSettings, writeSetting } from '../database/settings.ts'
import { hasTakenBefore, takenBefore } from '../outbox/kept-receipts.ts'

/** Notes, at the start of a new epoch, what this tablet has to bring back into it. */
export async function noteToResubmit(clinic: ClinicDatabase, epoch: string): Promise<void> {
  const lanes = new Set((await clinic.lanes.toArray()).map(({ user_id }) => user_id))
  // Read at once, which is faster than asking for those that are wanted.
  const open = (await viewOf(clinic, 'drafts').toArray()).filter(({ deleted, content, meta }) => {
    if (deleted || content === null) return false
    return isTable(content) || lanes.has(meta.author_id)
  })
  // An epoch before this one may have been lost too, and its drafts not yet be back.
  const before = (await readSetting(clinic, 'drafts_to_return')) ?? []
  const present = new Set(open.map(({ _id }) => _id))
  await writeSetting(clinic, 'drafts_to_return', [
    ...before.filter(({ _id }) => !present.has(_id)),
    ...open.map(({ _id, content, meta }) => ({
      _id,
      author_id: meta.author_id,
      content: content as JsonObject,
      edited: meta.date_edited ?? meta.date_created,
    })),
  ])
  await writeSetting(clinic, 'to_return', await hasTakenBefore(clinic, epoch))
}

/**
 * At the start of a leader's term: an older app may have led when the epoch changed, which knows only what is kept one by
 * one (sync contract T8). What it left behind is brought back after all.
 */
export function noteLeftBehind(clinic: ClinicDatabase): Promise<void> {
  const tables = [clinic.settings, clinic.acknowledged, clinic.acknowledged_together]
  return clinic.transaction('rw', tables, async () => {
    const epoch = await readSetting(clinic, 'epoch')
    if (epoch !== undefined && (await hasTakenBefore(clinic, epoch)))
      await writeSetting(clinic, 'to_return', true)
  })
}

/**
 * Puts what the server took in an earlier epoch back into the outbox, in the order of its making, before everything that
 * is unsent. The signed-in person brings it; each mutation names its author, and the server's receipt proves it. What the
 * backup holds already has no second effect (sync contract P1). In pieces: nothing is sent before the last one, since
 * `to_return` stands until then, and each takes out of `acknowledged` what it puts into the outbox.
 */
export async function resubmitAcknowledged(clinic: ClinicDatabase, resubmitter: Resubmitter): Promise<void> {
  const [epoch, toResubmit] = await readSettings(clinic, ['epoch', 'to_return'])
  if (epoch === undefined || !toResubmit || !(await clinic.lanes.get(resubmitter.user_id))) return
  // @rule one-lane-returns
  await takeOver(clinic, resubmitter)
  const lost = await newestFirst(clinic, await takenBefore(clinic, epoch))
  const there = await idsInOutbox(clinic)
  await inPieces((size) => returnPiece(clinic, lost.splice(0, size), there, epoch, resubmitter), RETURNED)
  await finishRenewal(clinic, resubmitter.user_id, () => writeSetting(clinic, 'to_return', false))
  for (const { user_id } of await clinic.lanes.toArray()) await finishRenewal(clinic, user_id)
}

/** Read at once. */
const READ = 200
/** Put into the outbox at once: each is shown, too. */
const RETURNED = 30

/**
 * The newest first: what is here of a record has all of it in it. So long as an older change is missing the newer ones are
 * shown over it, and never an old value over a newer one.
 */
async function newestFirst(clinic: ClinicDatabase, ids: readonly string[]): Promise<string[]> {
  const found: { id: string; order: number }[] = []
  for (let from = 0; from < ids.length; from += READ)
    for (const row of await clinic.acknowledged.bulkGet(ids.slice(from, from + READ)))
      if (row) found.push({ id: row.id, order: row.order })
  return found.sort((a, b) => /* @rule newest-first */ b.order - a.order).map(({ id }) => id)
}

/** The ids of all that waits; nobody else puts one of `acknowledged` there. */
async function idsInOutbox(clinic: ClinicDatabase): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let after: number | undefined = -1; after !== undefined;) {
    const rows: OutboxRow[] = await clinic.outbox.where('order').above(after).limit(READ).toArray()
    for (const { id } of rows) ids.add(id)
    after = rows.at(-1)?.order
  }
  return ids
}

/**
 * True when these were the last. What takes no part in showing the change is done beside the transaction that a save waits
 * for: one that is in the outbox and in `acknowledged` is not put there again.
 */
async function returnPiece(
  clinic: ClinicDatabase,
  ids: readonly string[],
  there: ReadonlySet<string>,
  epoch: string,
  resubmitter: Resubmitter,
): Promise<boolean> {
  if (ids.length === 0) return true
  const lost = await clinic.acknowledged.bulkGet(ids.filter((id) => /* @rule epoch-replay */ !there.has(id)))
  const back = lost.flatMap((each) => each ?? []).reverse()
  if (!(await resubmit(clinic, back, epoch, resubmitter))) return true
  await clinic.acknowledged.bulkDelete([...ids])
  return false
}

/** After the records of a new epoch are here: drafts that it lacks, or has as they were earlier, are saved again. */
export async function returnDrafts(clinic: ClinicDatabase, saver: Saver): Promise<void> {
  while (await returnNextDraft(clinic, saver));
}

/**
 * One at a time: neither a crash nor somebody who types meanwhile may find an old text over what was typed after it. True
 * while there are more that can be brought back now.
 */
function returnNextDraft(clinic: ClinicDatabase, saver: Saver): Promise<boolean> {
  return clinic.transaction('rw', allTables(clinic), async () => {
    const drafts = (await readSetting(clinic, 'drafts_to_return')) ?? []
    for (const next of drafts) {
      const by = (await clinic.lanes.get(next.author_id)) ? next.author_id : saver.user_id
      if (await isHeldUp(clinic, next, by)) continue
      await writeSetting(
        clinic,
        'drafts_to_return',
        drafts.filter((draft) => draft !== next),
      )
      await returnDraft(clinic, { ...saver, user_id: by }, next)
      return true
    }
    return false
  })
}

/**
 * By what another typed into it and has not sent yet: only the server's answer tells whether that was kept apart. And by
 * what is still shown in it though it was.
 */
async function isHeldUp(clinic: ClinicDatabase, { _id }: DraftToResubmit, by: string): Promise<boolean> {
  const rows = clinic.outbox.where('keys').equals(keyOf({ collection: 'drafts', _id }))
  return (await rows.filter(({ done, user_id }) => done === 1 || user_id !== by).count()) > 0
}

/** With the time at which it was typed: another tablet may bring back what was typed after it. */
async function returnDraft(clinic: ClinicDatabase, saver: Saver, draft: DraftToResubmit): Promise<void> {
  const { _id, content, edited, typed = edited } = draft
  const stands = await viewOf(clinic, 'drafts').get(_id)
  if (stands?.deleted) return
  const place = placeOf(draft, stands)
  if (place === null) return
  // Kept apart by another tablet before, and perhaps worked on or ended since.
  if (place !== _id && (await viewOf(clinic, 'drafts').get(place))) return
  const offset = (await readSetting(clinic, 'clock_offset_ms')) ?? null
  const at = typed && uncorrectedTime(typed, offset)
  await saveDraftAs(clinic, saver, place, contentIn('drafts', content), at)
}
