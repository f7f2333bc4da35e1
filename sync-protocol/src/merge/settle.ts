import { attentionContent } from '../records/attention.ts'
import { conflictContent, type ConflictContent } from '../records/conflict.ts'
import type { SyncRecord } from '../records/envelope.ts'
import { sameJson, type Json, type JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import type { Op, OpOf } from '../records/mutation.ts'
import { mayChange, maySettleAttention, PERMISSION } from '../rules/permissions.ts'
import { groupOf, withValues } from './field-paths.ts'
import { Refusing } from './merge-state.ts'
import { groupValues } from './three-way.ts'
import { WorkingSet } from './working-set.ts'

type ApplyOp = (work: WorkingSet, op: Op, index: number) => void

const forbid = () => new Refusing('forbidden', "You don't have permission to settle this.")
const sealed = (work: WorkingSet, choice: OpOf<'settle'>['choice']) => ({
  by: work.actor.user_id,
  by_name: work.actor.user_name,
  at: work.at,
  choice,
})

/** True when this conflict or refused change has been settled before: then the whole mutation is without effect. */
export function isSettled(record: SyncRecord | undefined): boolean {
  return record?.content?.['settled'] !== undefined
}

export function applySettle(work: WorkingSet, op: OpOf<'settle'>, applyOp: ApplyOp): void {
  const record = work.require(op.collection, op._id)
  if (op.collection === 'attention') return settleAttention(work, op, record, applyOp)
  const conflict = conflictContent.parse(record.content)
  const target = work.require(conflict.record.collection, conflict.record._id)
  work.named.push(conflict.record)
  const withdraws = op.choice === 'theirs' || op.choice === 'dismiss'
  if (work.deciding && !mayChange(work.actor, target)) {
    if (!(withdraws && record.meta.author_id === work.actor.user_id)) throw forbid()
  }
  if (!withdraws && !carryOut(work, op, conflict, record, target)) return
  work.change(record, { ...record.content, settled: sealed(work, op.choice) })
}

/** Does what was chosen; false when the record moved since, and the same conflict was renewed instead. */
function carryOut(
  work: WorkingSet,
  op: OpOf<'settle'>,
  conflict: ConflictContent,
  record: SyncRecord,
  target: SyncRecord,
): boolean {
  if (conflict.kind === 'delete_of_changed') {
    if (target.deleted) return true
    if (target.version !== conflict.version) return renew(work, record, conflict, target)
    work.change(target, null, { deleted: true })
    return true
  }
  if (target.deleted) {
    const content = withValues(conflict.full ?? {}, op.set ?? {})
    work.checked(target.collection, content)
    work.change(target, content, { deleted: false })
    return true
  }
  const kind = kinds[target.collection]
  const current = target.content ?? {}
  const moved = conflict.groups.some(
    ({ group, theirs }) => !sameJson(groupValues(kind, group, current), theirs),
  )
  if (moved) return renew(work, record, conflict, target)
  const edited = op.choice === 'edited' ? ((op.set ?? {}) as Record<string, Json>) : {}
  const groups = new Set(conflict.groups.map(({ group }) => group))
  const strange = Object.keys(edited).find((path) => !groups.has(groupOf(kind, path) ?? ''))
  if (strange !== undefined) throw new Refusing('invalid', 'This field is not part of the conflict.', strange)
  let next: JsonObject = current
  for (const { group, mine } of conflict.groups) {
    const absent = Object.fromEntries((kind.groups[group] ?? []).map((field) => [field, null]))
    next = withValues(next, { ...absent, ...(mine as Record<string, Json>) })
  }
  next = withValues(next, edited)
  work.checked(target.collection, next)
  if (!sameJson(next, current)) work.change(target, next)
  return true
}

/** The record moved since the conflict was made: the same conflict, with what stands now. */
function renew(work: WorkingSet, record: SyncRecord, conflict: ConflictContent, target: SyncRecord): false {
  const kind = kinds[target.collection]
  const groups = conflict.groups.map((clash) => ({
    ...clash,
    theirs: groupValues(kind, clash.group, target.content ?? {}),
  }))
  work.change(record, { ...record.content, groups, version: target.version })
  work.conflicts.push(record._id)
  return false
}

function settleAttention(work: WorkingSet, op: OpOf<'settle'>, record: SyncRecord, applyOp: ApplyOp): void {
  if (work.deciding && !maySettleAttention(work.actor, record)) throw forbid()
  if (op.choice === 'mine') approve(work, record, applyOp)
  else if (op.choice !== 'dismiss') throw new Refusing('invalid', 'This is approved or dismissed.', 'choice')
  work.change(record, { ...record.content, settled: sealed(work, op.choice) })
}

/** A holder of 2 lets a parked fact stand under its author's name (sync contract P8). */
function approve(work: WorkingSet, record: SyncRecord, applyOp: ApplyOp): void {
  const parked = attentionContent.parse(record.content)
  if (parked.code !== 'needs_approval')
    throw new Refusing('invalid', 'This change cannot be approved.', 'choice')
  if (!work.actor.perms.includes(PERMISSION.othersRecords)) throw forbid()
  const author = {
    user_id: record.meta.author_id,
    user_name: record.meta.author_name,
    perms: [PERMISSION.records],
    lane: parked.lane,
    device: parked.device,
  }
  const inner = new WorkingSet(work, parked.mutation, author, work.now, work.mode)
  parked.mutation.ops.forEach((each, index) => applyOp(inner, each, index))
  for (const change of inner.changes.values()) {
    work.put({ ...change, meta: { ...change.meta, approved_by: work.actor.user_name } })
  }
  work.conflicts.push(...inner.conflicts)
  work.named.push(...inner.named)
}
