import type { Clash } from '../records/conflict.ts'
import type { Flag, SyncRecord } from '../records/envelope.ts'
import { sameJson, type Json, type JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import { derivedId } from '../records/mutation-hash.ts'
import type { Op, OpOf } from '../records/mutation.ts'
import { mayChange, mayCreate } from '../rules/permissions.ts'
import { checkVolumes } from '../rules/sheet.ts'
import { sheetContent } from '../records/sheet.ts'
import { groupOf, withValues } from './field-paths.ts'
import { Refusing } from './merge-state.ts'
import { applySettle } from './settle.ts'
import { groupValues, mergeEdit } from './three-way.ts'
import type { WorkingSet } from './working-set.ts'

type Done = (work: WorkingSet, op: Op, index: number) => void

const forbid = () => new Refusing('forbidden', "You don't have permission to change this record.")
const immutable = () => new Refusing('immutable', 'This record cannot be changed, only voided.')

function flagsOf(work: WorkingSet, collection: string, content: JsonObject): Flag[] {
  const flags: Flag[] = []
  if (!work.timeConfirmed) flags.push('time_unconfirmed')
  // The tablet computed the volumes a moment ago; the server looks again.
  if (collection === 'sheets' && work.deciding) {
    const sheet = sheetContent.safeParse(content)
    if (sheet.success && !checkVolumes(sheet.data)) flags.push('volume_differs')
  }
  return flags
}

function create(work: WorkingSet, op: OpOf<'create'>): void {
  const kind = kinds[op.collection]
  const content = op.content as JsonObject
  const existing = work.find(op.collection, op._id)
  if (existing) {
    if (sameJson(existing.content, content) || !work.deciding) return
    throw new Refusing('invalid', 'Another record with this id exists.', '_id')
  }
  if (work.deciding) {
    if (kind.sort === 'server') throw forbid()
    if (!mayCreate(work.actor, op.collection)) throw forbid()
    work.checked(op.collection, content)
  }
  const fact = kind.sort === 'fact'
  const flags = fact ? flagsOf(work, op.collection, content) : []
  work.put({
    collection: op.collection,
    _id: op._id,
    schema: kind.schema,
    version: 0,
    seq: 0,
    deleted: false,
    meta: {
      author_id: work.actor.user_id,
      author_name: work.actor.user_name,
      date_created: work.at,
      ...(fact && work.deciding ? { received_at: work.now } : {}),
    },
    content,
    ...(flags.length > 0 ? { flags } : {}),
  })
}

/** The record an op on a draft really means: a lane whose copy was kept apart goes on with its own. */
function meant(work: WorkingSet, op: Op): string {
  return op.collection === 'drafts' ? (work.state.redirect(work.actor.lane, op._id) ?? op._id) : op._id
}

function editable(work: WorkingSet, op: Op): SyncRecord {
  const record = work.require(op.collection, meant(work, op))
  const { sort } = kinds[op.collection]
  if (sort === 'fact') throw immutable()
  if (sort === 'server') throw forbid()
  if (work.deciding && !mayChange(work.actor, record)) throw forbid()
  return record
}

/** Two tables that clash are kept as two; the lane goes on with its own (sync contract M10). */
function keepApart(
  work: WorkingSet,
  op: OpOf<'update'>,
  index: number,
  record: SyncRecord,
  mine: JsonObject,
): void {
  const _id = derivedId(work.mutation.id, `draft/${index}`)
  work.put({
    ...record,
    _id,
    version: 0,
    meta: { author_id: work.actor.user_id, author_name: work.actor.user_name, date_created: work.at },
    content: mine,
  })
  work.redirects.push({ lane: work.actor.lane, from: op._id, to: _id })
  work.named.push({ collection: 'drafts', _id })
}

function update(work: WorkingSet, op: OpOf<'update'>, index: number): void {
  const record = editable(work, op)
  const kind = kinds[op.collection]
  const set = op.set as Record<string, Json>
  const was = op.was as Record<string, Json>
  const strange = [...Object.keys(set), ...Object.keys(was)].find((path) => groupOf(kind, path) === undefined)
  if (strange !== undefined) throw new Refusing('invalid', 'This field does not exist.', strange)
  if (record.deleted || record.content === null) {
    if (work.deciding) contestDeleted(work, index, record, set, was)
    return
  }
  const current = record.content
  if (!work.deciding) {
    const next = withValues(current, set)
    if (!sameJson(next, current)) work.change(record, next)
    return
  }
  const moved = work.state.changedByOthers(op.collection, record._id, op.base, work.actor.lane)
  const merged = mergeEdit(kind, current, set, was, record.version === op.base)
  if (merged.clashes.length > 0 && current['kind'] === 'balance') {
    keepApart(work, op, index, record, withValues(current, set))
    return
  }
  if (!work.isValid(op.collection, merged.content)) {
    if (!moved) work.checked(op.collection, merged.content)
    work.contest(index, 'invalid_merge', record, wholeOp(kind, current, set, was), {
      message: 'Both changes together would not be valid.',
    })
    return
  }
  if (!sameJson(merged.content, current)) {
    work.change(record, merged.content)
    if (moved) work.merged = true
  }
  if (merged.clashes.length > 0) work.contest(index, 'update', record, merged.clashes)
}

/** Every touched group as a clash: for what cannot be merged as a whole. */
function wholeOp(
  kind: (typeof kinds)['drugs'],
  current: JsonObject,
  set: Record<string, Json>,
  was: Record<string, Json>,
): Clash[] {
  const groups = new Set(Object.keys(set).map((path) => groupOf(kind, path) ?? ''))
  const saw = withValues(current, was)
  const mine = withValues(saw, set)
  return [...groups].map((group) => ({
    group,
    base: groupValues(kind, group, saw),
    theirs: groupValues(kind, group, current),
    mine: groupValues(kind, group, mine),
  }))
}

function contestDeleted(
  work: WorkingSet,
  index: number,
  record: SyncRecord,
  set: Record<string, Json>,
  was: Record<string, Json>,
): void {
  const kind = kinds[record.collection]
  const last = work.state.lastContent(record.collection, record._id)
  const groups = wholeOp(kind, {}, set, was)
  const full = last && withValues(last, set)
  work.contest(index, 'update_of_deleted', record, groups, full ? { full } : {})
}

function remove(work: WorkingSet, op: OpOf<'delete'>, index: number): void {
  if (op.collection === 'drafts' && work.deciding && !canEndDraft(work, op)) return
  if (op.collection === 'drafts' && !work.find('drafts', op._id)) return
  const found = work.find(op.collection, meant(work, op))
  if (found?.deleted) return
  const record = editable(work, op)
  if (
    work.deciding &&
    op.collection !== 'drafts' &&
    work.state.changedByOthers(op.collection, record._id, op.base, work.actor.lane)
  ) {
    work.contest(index, 'delete_of_changed', record, [])
    return
  }
  work.change(record, null, { deleted: true })
}

/** Ending a draft that is missing, another's or changed meanwhile never holds up what was saved from it. */
function canEndDraft(work: WorkingSet, op: OpOf<'delete'>): boolean {
  const record = work.find('drafts', meant(work, op))
  if (!record || record.deleted || !mayChange(work.actor, record)) return false
  return !work.state.changedByOthers('drafts', record._id, op.base, work.actor.lane)
}

function restore(work: WorkingSet, op: OpOf<'restore'>, index: number): void {
  const record = editable(work, op)
  const content = op.content as JsonObject
  if (!record.deleted) {
    if (sameJson(record.content, content) || !work.deciding) return
    const groups = Object.keys(kinds[op.collection].groups).map((group) => ({
      group,
      base: {},
      theirs: groupValues(kinds[op.collection], group, record.content ?? {}),
      mine: groupValues(kinds[op.collection], group, content),
    }))
    work.contest(index, 'restore_of_changed', record, groups)
    return
  }
  if (work.deciding) work.checked(op.collection, content)
  work.change(record, content, { deleted: false })
}

function voidFact(work: WorkingSet, op: OpOf<'void'>): void {
  const record = work.require(op.collection, op._id)
  if (kinds[op.collection].sort !== 'fact') {
    throw new Refusing('invalid', 'Only sheets, draws and balance sheets are voided.', 'op')
  }
  if (record.voided) return
  if (work.deciding && !mayChange(work.actor, record)) throw forbid()
  work.put({
    ...record,
    voided: { by: work.actor.user_id, by_name: work.actor.user_name, at: work.at, reason: op.reason },
  })
}

/** Does one operation inside its mutation's working set; throws `Refusing` when it cannot be done. */
export const applyOp: Done = (work, op, index) => {
  work.named.push({ collection: op.collection, _id: op.op === 'settle' ? op._id : meant(work, op) })
  switch (op.op) {
    case 'create':
      return create(work, op)
    case 'update':
      return update(work, op, index)
    case 'delete':
      return remove(work, op, index)
    case 'restore':
      return restore(work, op, index)
    case 'void':
      return voidFact(work, op)
    case 'settle':
      return applySettle(work, op, applyOp)
  }
}
