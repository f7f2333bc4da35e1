import { isTable, takenFrom } from '../records/is-table.ts'
import type { Collection, SyncRecord } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'

/** The permission numbers of `spec 1 §6`. */
export const PERMISSION = { organization: 0, records: 1, othersRecords: 2, sections: 3 } as const

export interface Acting {
  user_id: string
  perms: readonly number[]
}

const holds = (actor: Acting, permission: number) => actor.perms.includes(permission)

/** Collections whose records belong to nobody: this permission alone decides. */
const OWNED_BY: Partial<Record<Collection, number>> = {
  sections: PERMISSION.sections,
  policies: PERMISSION.organization,
  // A day has many hands: whoever holds 1 weighs, moves and presses on for any patient of it.
  day_rows: PERMISSION.records,
}

/** May this person create a record of this kind? (`spec 1 §6`; sections need 3, the clinic's settings 0, all else 1) */
export function mayCreate(actor: Acting, collection: Collection): boolean {
  return holds(actor, OWNED_BY[collection] ?? PERMISSION.records)
}

/**
 * May this person edit, delete, restore or void this record? Its author with 1, others with 1 and 2; sections with 3, the
 * clinic's settings with 0, the patients of a day with 1.
 * An open sheet is its author's alone, until a holder of 1 takes it over; an open balance table is continued by any of them.
 */
export function mayChange(
  actor: Acting,
  record: Pick<SyncRecord, 'collection' | 'content'> & { meta: { author_id: string } },
): boolean {
  const owner = OWNED_BY[record.collection]
  if (owner !== undefined) return holds(actor, owner)
  if (!holds(actor, PERMISSION.records)) return false
  const own = record.meta.author_id === actor.user_id
  if (record.collection === 'drafts') return own || isTable(record.content)
  return own || holds(actor, PERMISSION.othersRecords)
}

/** May this person enter what they typed into the open sheet that was theirs, before somebody took it over? */
export const mayEnterStill = (actor: Acting, content: JsonObject | undefined): boolean =>
  holds(actor, PERMISSION.records) && takenFrom(content).includes(actor.user_id)

/** May this person act for others, as in letting their parked facts stand? Holders of 1 and 2. */
export const mayActForOthers = (actor: Acting) =>
  holds(actor, PERMISSION.records) && holds(actor, PERMISSION.othersRecords)

/** May this person settle what a refused or parked change left behind? Its author, and who acts for others. */
export function maySettleAttention(actor: Acting, record: { meta: { author_id: string } }): boolean {
  return record.meta.author_id === actor.user_id || mayActForOthers(actor)
}
