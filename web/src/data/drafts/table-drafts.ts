import { liveQuery } from 'dexie'
import type { BalanceDraft } from 'sync-protocol/records/draft'
import { isTable } from 'sync-protocol/records/is-table'
import { keyOf } from 'sync-protocol/records/envelope'
import { sameJson, type Json } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { updateOp } from 'sync-protocol/merge/update-op'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { queueMutation, durableTransaction, type Intent, type Saver } from '../outbox/save.ts'
import { readSetting } from '../database/settings.ts'
import { noteSaved } from '../database/sync-status.ts'
import { ownTable } from '../outbox/table-forks.ts'

/** An open balance table as this tablet last stored or read it: what a change of it says to have seen. */
export interface SeenTable {
  id: string
  table: Json
}

const contentOf = (table: Json): BalanceDraft => ({ kind: 'balance', table })

/** The draft of a table that is open. */
export type TableDraft = ViewRecord<'drafts'> & { content: BalanceDraft }
const isOpen = (record: ViewRecord<'drafts'> | undefined): record is TableDraft =>
  record !== undefined && !record.deleted && isTable(record.content)

/**
 * The draft to write to: once the server kept the table apart, and has all that was written before, the own one. Until
 * then the server itself leads what is written to the old one to the own one.
 */
async function presentId(clinic: ClinicDatabase, userId: string, id: string): Promise<string> {
  const own = ownTable((await readSetting(clinic, 'table_forks')) ?? {}, userId, id)
  if (own === id) return id
  const underWay = await clinic.outbox
    .where('keys')
    .equals(keyOf({ collection: 'drafts', _id: id }))
    .count()
  return underWay > 0 ? id : own
}

/**
 * Makes the stored table what is on the screen. It says what this tablet saw, never what the view holds by now: where
 * somebody else went on with the same table meanwhile, the server keeps both. A table that is gone is stored anew.
 */
export async function keepTable(
  clinic: ClinicDatabase,
  saver: Saver,
  seen: SeenTable | null,
  table: Json,
): Promise<SeenTable> {
  const kept = await durableTransaction(clinic, async () => {
    const id = seen && (await presentId(clinic, saver.user_id, seen.id))
    const record = id === null ? undefined : await viewOf(clinic, 'drafts').get(id)
    if (seen === null || !isOpen(record)) {
      const _id = saver.newId()
      const op: Op = { op: 'create', collection: 'drafts', _id, content: contentOf(table) }
      await queueMutation(clinic, saver, { action: 'draft.save', ops: [op] })
      return { id: _id, table }
    }
    const { _id, version } = record
    const op = updateOp('drafts', { _id, version, content: contentOf(seen.table) }, contentOf(table))
    if (op) await queueMutation(clinic, saver, { action: 'draft.save', ops: [op] })
    return { id: _id, table }
  })
  noteSaved(saver.deviceNow())
  return kept
}

/** The end of a table, if it still is what this tablet saw: what another made of it stays. */
async function endOps(clinic: ClinicDatabase, userId: string, seen: SeenTable): Promise<Op[]> {
  const _id = await presentId(clinic, userId, seen.id)
  const record = await viewOf(clinic, 'drafts').get(_id)
  if (!isOpen(record) || !sameJson(record.content.table, seen.table)) return []
  return [{ op: 'delete', collection: 'drafts', _id, base: record.version }]
}

/** Saves what a table became, or nothing but its end, and ends it in the same change. */
export async function saveTable(
  clinic: ClinicDatabase,
  saver: Saver,
  seen: SeenTable | null,
  intent: Intent = { action: 'draft.end', ops: [] },
): Promise<void> {
  await durableTransaction(clinic, async () => {
    const end = seen === null ? [] : await endOps(clinic, saver.user_id, seen)
    const ops = [...intent.ops, ...end]
    if (ops.length > 0) await queueMutation(clinic, saver, { ...intent, ops })
  })
  noteSaved(saver.deviceNow())
}

export interface OpenTables {
  /** Every open table of the clinic, whoever began it, the last begun first. */
  drafts: readonly TableDraft[]
  /** Where to read a table of this person by now: its own draft once that has all that was written to the old one. */
  present(draftId: string): string
  /** The draft that the server keeps it in, which may not have come back yet. */
  own(draftId: string): string
}

export async function readTables(clinic: ClinicDatabase, userId: string): Promise<OpenTables> {
  const [all, forks = {}] = await Promise.all([
    viewOf(clinic, 'drafts').toArray(),
    readSetting(clinic, 'table_forks'),
  ])
  const records = all.filter(isOpen)
  const byId = new Map(records.map((record) => [record._id, record]))
  const own = (draftId: string) => ownTable(forks, userId, draftId)
  const drafts = records.sort((a, b) => (a.meta.date_created < b.meta.date_created ? 1 : -1))
  return {
    drafts,
    own,
    present: (draftId) =>
      byId.get(draftId)?.pending !== true && byId.has(own(draftId)) ? own(draftId) : draftId,
  }
}

/** Follows the open tables, whichever tab or tablet changes them. */
export function watchTables(
  clinic: ClinicDatabase,
  userId: string,
  onTables: (tables: OpenTables) => void,
): () => void {
  const subscription = liveQuery(() => readTables(clinic, userId)).subscribe({
    next: onTables,
    error: (error: unknown) => console.error('The open tables cannot be read.', error),
  })
  return () => subscription.unsubscribe()
}
