import { asKnown } from '../records/known.ts'
import { conflictContent, settledIn } from '../records/conflict.ts'
import { isTable, takenFrom } from '../records/is-table.ts'
import { keyOf, type Collection, type Flag, type SyncRecord } from '../records/envelope.ts'
import { sameJson, type Json, type JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import { derivedId } from '../records/mutation-hash.ts'
import { liftedOp } from '../records/lift.ts'
import type { Op, OpOf } from '../records/mutation.ts'
import { listIn } from '../records/unchecked.ts'
import { mayCreate } from '../rules/permissions.ts'
import { fieldOf, groupOf, withValues } from './field-paths.ts'
import { Refusing } from './merge-state.ts'
import { applySettle } from './settle.ts'
import { sealed } from './settle-attention.ts'
import { refuseStrangeChange } from './library-changes.ts'
import {
  asEntered,
  clashOf,
  groupsOf,
  groupValues,
  isAsSeen,
  mergeEdit,
  sameGroup,
  withMine,
} from './three-way.ts'
import type { WorkingSet } from './working-set.ts'

const isFactMade = (op: Op): boolean => op.op === 'create' && kinds[op.collection].sort === 'fact'

type Done = (work: WorkingSet, op: Op, index: number) => void

const forbid = () => new Refusing('forbidden', "You don't have permission to change this record.")
const immutable = () => new Refusing('immutable', 'This record cannot be changed, only voided.')

function flagsOf(work: WorkingSet, collection: Collection, content: JsonObject): Flag[] {
  const { mode } = work
  return [
    ...(work.timeConfirmed ? [] : (['time_unconfirmed'] as const)),
    ...(mode === 'optimistic' ? [] : mode.decides(work, collection, content)),
  ]
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
    refuseStrangeChange(work, op, undefined, content)
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
  if (work.deciding && !work.mayChange(record) && !work.mayEnterStill(record, op)) throw forbid()
  return record
}

/**
 * Who takes over an open sheet is its author from then on (sync contract, section 1). Of two who do at once the first stands:
 * only who says more hands than the sheet has been in takes it over, and those whom they did not know of stay named. What is
 * over stays over. Gives what else is entered by it.
 */
function takeOver(work: WorkingSet, op: OpOf<'update'>): OpOf<'update'> {
  const { taken_from: hands = null, ...set } = op.set as Record<string, Json>
  const part = Object.keys(set).find((path) => fieldOf(path) === 'taken_from')
  if (part !== undefined) throw new Refusing('invalid', 'This field changes as a whole.', part)
  const { taken_from: _before, ...was } = op.was as Record<string, Json>
  // One that this server does not have yet may still come.
  const record = work.require('drafts', op._id)
  const { content } = record
  const said = listIn(hands)
  // @rule first-taker
  if (content && !isTable(content) && said.length > takenFrom(content).length) {
    if (work.deciding && !mayCreate(work.actor, 'drafts')) throw forbid()
    const unknown = [...takenFrom(content), record.meta.author_id].filter(
      (id) => id !== work.actor.user_id && !said.includes(id),
    )
    const taken = { ...content, taken_from: [...said, ...unknown] }
    if (work.deciding) work.checked('drafts', taken, content)
    const { user_id: author_id, user_name: author_name } = work.actor
    work.change({ ...record, meta: { ...record.meta, author_id, author_name } }, taken)
  }
  return { ...op, set, was }
}

/** Two tables that clash are kept as two; the lane goes on with its own (sync contract M10). */
function keepApart(
  work: WorkingSet,
  op: OpOf<'update' | 'restore'>,
  index: number,
  record: SyncRecord,
  mine: JsonObject,
): void {
  const _id = derivedId(work.mutation.id, `draft/${index}`)
  // After a restore a tablet may have brought that table back before the change that it came from: with what became of it.
  if (!work.find('drafts', _id))
    work.put({
      ...record,
      _id,
      version: 0,
      deleted: false,
      meta: { author_id: work.actor.user_id, author_name: work.actor.user_name, date_created: work.at },
      content: mine,
    })
  work.redirects.push({ lane: work.actor.lane, from: op._id, to: _id })
  work.named.push({ collection: 'drafts', _id })
}

/** Until the server has kept it apart, a table that was ended elsewhere is still open where somebody went on with it. */
function showOpen(work: WorkingSet, op: OpOf<'update'>, record: SyncRecord): void {
  const { table } = op.set as Record<string, Json>
  if (record.collection !== 'drafts' || table === undefined) return
  work.change(record, { kind: 'balance', table }, { deleted: false })
}

/**
 * The row of a patient whose sheet was saved never holds up that sheet, nor asks anybody anything (sync contract P8): what
 * cannot be done to it is without effect, group by group.
 */
function updateBesideFact(work: WorkingSet, op: OpOf<'update'>): void {
  const record = work.find(op.collection, op._id)
  if (!record || record.deleted || record.content === null || !work.mayChange(record)) return
  const kind = kinds[op.collection]
  const set = op.set as Record<string, Json>
  if (Object.keys(set).some((path) => groupOf(kind, path) === undefined)) return
  const edit = { set, was: op.was as Record<string, Json>, edition: work.mutation.schema }
  const { content } = mergeEdit(kind, record.content, edit, record.version === op.base)
  if (sameJson(content, record.content) || !work.isValid(op.collection, content, record.content)) return
  const moved = work.moved(record, op.base)
  work.change(record, content)
  if (moved) work.merged = true
}

function update(work: WorkingSet, sent: OpOf<'update'>, index: number): void {
  const takes =
    sent.collection === 'drafts' && Object.keys(sent.set).some((path) => fieldOf(path) === 'taken_from')
  const op = takes ? takeOver(work, sent) : sent
  if (op !== sent && Object.keys(op.set).length === 0) return
  // @rule row-never-refuses
  if (work.deciding && op.collection === 'day_rows' && work.mutation.ops.some(isFactMade))
    return updateBesideFact(work, op)
  const record = editable(work, op)
  const kind = kinds[op.collection]
  const edit = {
    set: op.set as Record<string, Json>,
    was: op.was as Record<string, Json>,
    edition: work.mutation.schema,
  }
  const strange = Object.keys({ ...edit.set, ...edit.was }).find((path) => groupOf(kind, path) === undefined)
  if (strange !== undefined) throw new Refusing('invalid', 'This field does not exist.', strange)
  const stands = record.content ?? work.lastContent(op.collection, record._id)
  if (work.deciding && stands) refuseStrangeChange(work, record, stands, withValues(stands, edit.set))
  if (record.deleted || record.content === null) {
    if (!work.deciding) return showOpen(work, op, record)
    // The table was saved or cleared elsewhere while this lane went on with it: its rows are kept as another table.
    if (isTable(stands)) keepApart(work, op, index, record, withValues(stands, edit.set))
    else contestDeleted(work, op, index, record, edit)
    return
  }
  const current = record.content
  if (!work.deciding) {
    const next = asEntered(kind, current, edit)
    if (!sameJson(next, current)) work.change(record, next)
    return
  }
  const moved = work.moved(record, op.base)
  const merged = mergeEdit(kind, current, edit, record.version === op.base)
  if (merged.clashes.length > 0 && isTable(current)) {
    keepApart(work, op, index, record, withValues(current, edit.set))
    return
  }
  if (!work.isValid(op.collection, merged.content, current)) {
    if (!moved) work.checked(op.collection, merged.content, current)
    const whole = groupsOf(kind, edit.set).map((group) => clashOf(kind, group, current, edit))
    const message = 'Both changes together would not be valid.'
    work.contest(index, 'invalid_merge', record, whole, { message })
    return
  }
  if (!sameJson(merged.content, current)) {
    work.change(record, merged.content)
    if (moved) work.merged = true
  }
  if (merged.clashes.length > 0) work.contest(index, 'update', record, merged.clashes)
}

/** An edit of a deleted record, with the content that would bring it back as the sender saw it (sync contract M5). */
function contestDeleted(
  work: WorkingSet,
  op: OpOf<'update'>,
  index: number,
  record: SyncRecord,
  edit: { set: Record<string, Json>; was: Record<string, Json> },
): void {
  const kind = kinds[record.collection]
  const last = work.lastContent(record.collection, record._id)
  const onlyDeleted = record.version === op.base + 1
  const groups = groupsOf(kind, edit.set).map((group) => {
    const seen = last && onlyDeleted && isAsSeen(kind, group, last, edit.was) ? last : undefined
    return clashOf(kind, group, {}, edit, seen)
  })
  work.contest(index, 'update_of_deleted', record, groups, last ? { full: withMine(kind, last, groups) } : {})
}

function remove(work: WorkingSet, op: OpOf<'delete'>, index: number): void {
  if (op.collection === 'drafts' && work.deciding && !canEndDraft(work, op)) return
  if (op.collection === 'drafts' && !work.find('drafts', op._id)) return
  const found = work.find(op.collection, meant(work, op))
  if (found?.deleted) return
  const record = editable(work, op)
  if (work.deciding && op.collection !== 'drafts' && work.moved(record, op.base)) {
    work.contest(index, 'delete_of_changed', record, [], op.was ? { full: op.was } : {})
    return
  }
  work.change(record, null, { deleted: true })
}

/** Ending a draft that is missing, another's or changed meanwhile never holds up what was saved from it. */
function canEndDraft(work: WorkingSet, op: OpOf<'delete'>): boolean {
  const record = work.find('drafts', meant(work, op))
  return record !== undefined && !record.deleted && work.mayChange(record) && !movedSince(work, op, record)
}

/**
 * A lane that was given a table of its own may still name the old one: that `base`, and what stood beside it on the tablet, say
 * nothing about its own.
 */
const movedSince = (work: WorkingSet, op: OpOf<'delete'>, record: SyncRecord): boolean =>
  record._id === op._id ? work.moved(record, op.base) : work.moved(record, 0, { lane: work.actor.lane })

/**
 * Brings a deleted record back as the sender saw it; what others made of it meanwhile is not overwritten. Who undoes a delete
 * enters nothing: where the record lives, since the delete was set aside or another brought it back, it stays as it stands.
 */
function restore(work: WorkingSet, op: OpOf<'restore'>, index: number): void {
  const record = editable(work, op)
  const content = op.content as JsonObject
  if (!work.deciding) {
    if (record.deleted) work.change(record, content, { deleted: false })
    return
  }
  // @rule undo-enters-nothing
  if (!record.deleted && !isTable(record.content)) return takeBackDelete(work, op)
  if (sameJson(record.content, content)) return
  const stands = record.content ?? work.lastContent(op.collection, record._id)
  work.checked(op.collection, content, stands)
  refuseStrangeChange(work, record, stands, content)
  if (record.deleted && !work.moved(record, op.base)) {
    work.change(record, content, { deleted: false })
  } else if (isTable(stands)) {
    keepApart(work, op, index, record, content)
  } else {
    const groups = clashesOver(record, content)
    work.contest(index, 'restore_of_changed', record, groups, record.deleted ? { full: content } : {})
  }
}

/** The delete that was set aside is no longer wanted by who wanted it. */
function takeBackDelete(work: WorkingSet, op: OpOf<'restore'>): void {
  const set = op.undoes === undefined ? undefined : work.find('conflicts', op.undoes)
  if (
    !set?.content ||
    settledIn(set.content) ||
    /* @rule own-delete-only */ set.meta.author_id !== work.actor.user_id
  )
    return
  const conflict = asKnown(conflictContent, set.content)
  if (conflict?.kind !== 'delete_of_changed' || keyOf(conflict.record) !== keyOf(op)) return
  work.change(set, { ...set.content, settled: sealed(work, 'theirs') })
}

/** Every group in which the two differ. */
function clashesOver({ collection, content: stands }: SyncRecord, content: JsonObject) {
  const kind = kinds[collection]
  return Object.keys(kind.groups)
    .map((group) => ({
      group,
      base: {},
      theirs: groupValues(kind, group, stands ?? {}),
      mine: groupValues(kind, group, content),
    }))
    .filter(({ group }) => !sameGroup(kind, group, stands ?? {}, content))
}

function voidFact(work: WorkingSet, op: OpOf<'void'>): void {
  const record = work.require(op.collection, op._id)
  if (kinds[op.collection].sort !== 'fact') {
    throw new Refusing('invalid', 'Only sheets, draws and balance sheets are voided.', 'op')
  }
  if (record.voided) return
  if (work.deciding && !work.mayChange(record)) throw forbid()
  work.put({
    ...record,
    voided: { by: work.actor.user_id, by_name: work.actor.user_name, at: work.at, reason: op.reason },
  })
}

/** Does one operation inside its mutation's working set; throws `Refusing` when it cannot be done. */
export const applyOp: Done = (work, sent, index) => {
  const op = liftedOp(sent, work.mutation.schema)
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
