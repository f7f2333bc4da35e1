import { parseKnown } from '../records/known.ts'
import { conflictContent, settledIn, type ConflictContent } from '../records/conflict.ts'
import type { SyncRecord } from '../records/envelope.ts'
import { sameJson, type Json, type JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import type { Op, OpOf } from '../records/mutation.ts'
import { groupOf, withValues } from './field-paths.ts'
import { refuseStrangeChange } from './library-changes.ts'
import { isLook, isLookedAt, lookAt } from './look-at.ts'
import { Refusing } from './merge-state.ts'
import { sealed, settleAttention } from './settle-attention.ts'
import { groupValues, sameGroup, withMine } from './three-way.ts'
import type { WorkingSet } from './working-set.ts'

type ApplyOp = (work: WorkingSet, op: Op, index: number) => void

/** True when this conflict or refused change has been settled before: then the whole mutation is without effect. */
export function isSettled(record: SyncRecord | undefined): boolean {
  return settledIn(record?.content) !== undefined && !isLookedAt(record)
}

export function applySettle(work: WorkingSet, op: OpOf<'settle'>, applyOp: ApplyOp): void {
  if (isLook(op)) return lookAt(work, op)
  const record = work.require(op.collection, op._id)
  if (op.collection === 'attention') return settleAttention(work, op, record, applyOp)
  const conflict = parseKnown(conflictContent, record.content)
  const name = conflict.record
  const target = work.find(name.collection, name._id) ?? forgotten(record, conflict)
  work.named.push(name)
  const withdraws = op.choice === 'theirs' || op.choice === 'dismiss'
  if (work.deciding && !work.mayChange(target)) {
    if (!(withdraws && record.meta.author_id === work.actor.user_id)) {
      throw new Refusing('forbidden', "You don't have permission to decide this.")
    }
  }
  if (!withdraws && !carryOut(work, op, conflict, record, target)) return
  work.change(record, { ...record.content, settled: sealed(work, op.choice) })
}

/** A tombstone is forgotten in time; a conflict never is, and can still bring the record back, as its sender's. */
function forgotten({ meta }: SyncRecord, { record, version }: ConflictContent): SyncRecord {
  const { author_id, author_name, date_created } = meta
  return {
    ...record,
    schema: kinds[record.collection].schema,
    version,
    seq: 0,
    deleted: true,
    meta: { author_id, author_name, date_created },
    content: null,
  }
}

/** Does what was chosen; false when the record or the conflict moved since, and the same conflict was renewed instead. */
function carryOut(
  work: WorkingSet,
  op: OpOf<'settle'>,
  conflict: ConflictContent,
  record: SyncRecord,
  target: SyncRecord,
): boolean {
  // Whoever decided over an earlier state of the conflict never saw what it would overwrite now.
  const renewed = work.deciding && record.version !== op.base
  if (conflict.kind === 'delete_of_changed') {
    if (op.choice !== 'mine') throw new Refusing('invalid', 'This is deleted or kept.', 'choice')
    if (target.deleted) return true
    if (renewed || target.version !== conflict.version) return renew(work, record, conflict, target)
    work.change(target, null, { deleted: true })
    return true
  }
  if (renewed || hasMoved(conflict, target)) return renew(work, record, conflict, target)
  // Nothing is left to bring back: only the server may say so, and a tablet shows no record that is none.
  if (!work.deciding && target.deleted && !conflict.full) return true
  const before = target.content ?? work.lastContent(target.collection, target._id)
  const next = chosen(op, conflict, target)
  if (work.deciding) {
    work.checked(target.collection, next, before)
    refuseStrangeChange(work, target, before, next)
  }
  if (!sameJson(next, target.content)) work.change(target, next, { deleted: false })
  return true
}

function hasMoved({ groups, version }: ConflictContent, target: SyncRecord): boolean {
  if (target.deleted) return target.version !== version
  const kind = kinds[target.collection]
  return groups.some(({ group, theirs }) => !sameGroup(kind, group, target.content ?? {}, theirs))
}

/** The content that the choice makes: the sender's groups as a whole, and what was typed while settling on top. */
function chosen(op: OpOf<'settle'>, conflict: ConflictContent, target: SyncRecord): JsonObject {
  const kind = kinds[target.collection]
  const edited = (op.set ?? {}) as Record<string, Json>
  const groups = new Set(conflict.groups.map(({ group }) => group))
  const strange = Object.keys(edited).find((path) => !groups.has(groupOf(kind, path) ?? ''))
  if (strange !== undefined) {
    throw new Refusing('invalid', 'This field is not part of the conflict.', strange)
  }
  const mine = target.deleted
    ? ((conflict.full ?? {}) as JsonObject)
    : withMine(kind, target.content ?? {}, conflict.groups)
  return withValues(mine, edited)
}

/** The record moved since the conflict was made: the same conflict, with what stands now. */
function renew(work: WorkingSet, record: SyncRecord, conflict: ConflictContent, target: SyncRecord): false {
  const kind = kinds[target.collection]
  const groups = conflict.groups.map((clash) => ({
    ...clash,
    theirs: groupValues(kind, clash.group, target.content ?? {}),
  }))
  // What the deleter saw stays what the deleter saw.
  const { full, ...rest } = record.content ?? {}
  const last = work.lastContent(target.collection, target._id)
  work.change(record, {
    ...rest,
    kind: renewedKind(conflict.kind, target.deleted),
    groups,
    version: target.version,
    ...(conflict.kind === 'delete_of_changed' && full !== undefined ? { full } : {}),
    ...(target.deleted && last ? { full: withMine(kind, last, groups) } : {}),
  })
  work.conflicts.push(record._id)
  return false
}

function renewedKind(kind: ConflictContent['kind'], deleted: boolean): ConflictContent['kind'] {
  if (kind === 'delete_of_changed' || kind === 'restore_of_changed') return kind
  if (deleted) return 'update_of_deleted'
  return kind === 'update_of_deleted' ? 'update' : kind
}
