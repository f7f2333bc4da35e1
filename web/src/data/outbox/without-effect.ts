import { asKnown } from 'sync-protocol/records/known'
import { updateOp } from 'sync-protocol/merge/update-op'
import { valueAt, withValues } from 'sync-protocol/merge/field-paths'
import { isLook } from 'sync-protocol/merge/look-at'
import { conflictContent, type ConflictContent } from 'sync-protocol/records/conflict'
import { keyOf, type Collection } from 'sync-protocol/records/envelope'
import { sameJson, type Json } from 'sync-protocol/records/json'
import { contentIn } from 'sync-protocol/records/kinds'
import type { Mutation, Op, OpOf } from 'sync-protocol/records/mutation'
import type { MutationResult } from 'sync-protocol/records/outcome'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { readSettings } from '../database/settings.ts'

type Name = { collection: Collection; _id: string }
type CurrentRecord = Pick<ViewRecord, 'deleted' | 'content' | 'version'> & {
  voided?: ViewRecord['voided'] | undefined
  load?: number
}
type Find = (name: Name) => Promise<CurrentRecord | undefined>

/** What stands on the server as far as this tablet knows: the answer's own records are the newest. */
const currentIn =
  (clinic: ClinicDatabase, { records }: MutationResult): Find =>
  async (name) => {
    // Asked for whatever was told: Dexie loses its transaction after a hundred awaits of anything but itself.
    const beside = await clinic.server_state.get(keyOf(name))
    const told = records.find((record) => keyOf(record) === keyOf(name))
    if (told) return told
    return beside ? (beside.record ?? undefined) : viewOf(clinic, name.collection).get(name._id)
  }

/**
 * The same without what an earlier load brought while the records are loaded anew: the server may have lost that with its
 * epoch, and then it leaves this tablet at the end of the load.
 */
async function finder(clinic: ClinicDatabase, find: Find): Promise<Find> {
  const [load, reloading, only] = await readSettings(clinic, ['load', 'reloading', 'reloading_only'])
  if (reloading !== true) return find
  return async (name) => {
    const found = await find(name)
    const isOld =
      found?.load !== undefined && found.load !== load && (only?.includes(name.collection) ?? true)
    return isOld ? undefined : found
  }
}

type Settle = OpOf<'settle'>
type Values = Record<string, Json>

const allOf = (groups: ConflictContent['groups'], side: 'base' | 'theirs' | 'mine'): Values =>
  Object.assign({}, ...groups.map((group) => group[side])) as Values

/** The edit that would make of one side of a conflict what was wanted. */
function editOf({ record, version }: ConflictContent, seen: Values, wanted: Values): Op[] {
  const edit = updateOp(record.collection, { _id: record._id, version, content: seen }, wanted)
  return edit ? [edit] : []
}

/** What settling a conflict with other values would have been: all of what clashed as it was typed, over what stood. */
const typedOver = (content: ConflictContent, set: Values): Op[] => {
  const entered = allOf(content.groups, 'mine')
  return editOf(content, allOf(content.groups, 'theirs'), withValues(entered, set))
}

/**
 * The edit that the choice was over what stood when it was made; the choice itself where no edit says it, or where who chose
 * never saw what was decided over in the end. Of a record that was to be restored with an edit, and stays deleted, that edit: the
 * conflict that told of it is settled, and shown nowhere any more.
 */
function wantedBy(op: Settle, content: ConflictContent, isAsSeen: boolean): Op[] {
  const { kind, groups } = content
  const [base, theirs, mine] = [allOf(groups, 'base'), allOf(groups, 'theirs'), allOf(groups, 'mine')]
  if (kind === 'update_of_deleted' && takes(op.choice)) return editOf(content, base, mine)
  if (kind !== 'update' || !isAsSeen) return [op]
  return keeps(op.choice) ? editOf(content, mine, theirs) : editOf(content, theirs, mine)
}

const keeps = (choice: string | undefined) => choice === 'theirs' || choice === 'dismiss'

/** Two choices by which the same was wanted. */
const isSame = (one: string | undefined, other: string | undefined) =>
  one === other || (keeps(one) && keeps(other)) || (takes(one) && takes(other))
const takes = (choice: string | undefined) => choice === 'mine' || choice === 'restore'

/**
 * What somebody wanted with a settling that is without effect. Where only the record had moved, the conflict itself waits
 * again: what was typed over it is all that is missing. What goes with other operations says by them what was wanted.
 */
async function intended(op: Settle, isRenewed: boolean, isAlone: boolean, find: Find): Promise<Op[]> {
  const record = await find(op)
  const content = asKnown(conflictContent, record?.content)
  if (content !== null && op.set !== undefined) return typedOver(content, op.set)
  if (isRenewed || !isAlone || isLook(op)) return []
  const settled = record?.content ? contentIn(op.collection, record.content).settled : undefined
  // @rule too-late
  if (settled === undefined || isSame(settled.choice, op.choice)) return []
  return content !== null ? wantedBy(op, content, record?.version === op.base + 1) : [op]
}

/** Nothing of it is missing: it stands, or there was nothing to enter. */
async function isThere(op: Op, find: Find): Promise<boolean> {
  if (op.op === 'delete' && op.collection === 'drafts') return true
  // One that is here was decided otherwise.
  if (op.op === 'settle') return false
  const record = await find(op)
  if (op.op === 'delete') return record?.deleted !== false
  if (op.op === 'void') return record?.voided !== undefined
  const content = record?.content
  if (!content || record.deleted) return false
  if (op.op === 'update')
    return Object.entries(op.set).every(([path, value]) => sameJson(valueAt(content, path), value))
  return sameJson(content, op.content)
}

/** The operations that a settling in vain left without effect; none, where nothing was settled. */
function withoutEffect({ ops }: Mutation, result: MutationResult): Op[] {
  if (!ops.some(({ op }) => op === 'settle')) return []
  const renewed = new Set(result.conflicts)
  return ops.filter((op) => result.seq === undefined || (op.op === 'settle' && renewed.has(op._id)))
}

/** Whether `lostBeside` has anything to look at, without waiting for anything. */
export const mayBeLost = (mutation: Mutation, result: MutationResult): boolean =>
  withoutEffect(mutation, result).length > 0

/**
 * What a person wanted with a settling that came too late (sync contract M9): somebody else had settled it otherwise, and the
 * whole mutation is without effect; or the record had moved, the conflict was renewed, and only the values typed over it are
 * not taken. Empty when the settling took effect, or when all that it says stands anyway.
 */
export async function lostBeside(
  clinic: ClinicDatabase,
  mutation: Mutation,
  result: MutationResult,
): Promise<Op[]> {
  const lost = withoutEffect(mutation, result)
  const find = currentIn(clinic, result)
  const entered: Op[] = []
  const isAlone = mutation.ops.every(({ op }) => op === 'settle')
  const isRenewed = result.seq !== undefined
  for (const op of lost)
    entered.push(...(op.op === 'settle' ? await intended(op, isRenewed, isAlone, find) : [op]))
  const stands = entered.length > 0 ? await finder(clinic, find) : find
  for (const op of entered) if (!(await isThere(op, stands))) return entered
  return []
}
