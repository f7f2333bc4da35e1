import { attentionContent } from '../records/attention.ts'
import { kinds } from '../records/kinds.ts'
import type { SyncRecord } from '../records/envelope.ts'
import type { Op, OpOf } from '../records/mutation.ts'
import { mayActForOthers, maySettleAttention, PERMISSION } from '../rules/permissions.ts'
import { Refusing } from './merge-state.ts'
import { WorkingSet } from './working-set.ts'

const forbid = () => new Refusing('forbidden', "You don't have permission to settle this.")

export const sealed = (work: WorkingSet, choice: OpOf<'settle'>['choice']) => ({
  by: work.actor.user_id,
  by_name: work.actor.user_name,
  at: work.at,
  choice,
})

/** A refused or parked change is dismissed or, when it is a fact that waits for approval, approved. */
export function settleAttention(
  work: WorkingSet,
  op: OpOf<'settle'>,
  record: SyncRecord,
  applyOp: (work: WorkingSet, op: Op, index: number) => void,
): void {
  if (record.content?.['mutation'] === undefined)
    throw new Refusing('invalid', 'There is nothing to decide here.', '_id')
  if (work.deciding && !maySettleAttention(work.actor, record)) throw forbid()
  if (op.choice === 'mine') approve(work, record, applyOp)
  else if (op.choice !== 'dismiss') throw new Refusing('invalid', 'This is approved or dismissed.', 'choice')
  work.change(record, { ...record.content, settled: sealed(work, op.choice) })
}

/**
 * Who acts for others lets a parked fact stand under its author's name (sync contract P8). What did not fit when it came is
 * looked at anew: a combined sheet may have waited for the sheets that it combines.
 */
function approve(
  work: WorkingSet,
  record: SyncRecord,
  applyOp: (work: WorkingSet, op: Op, index: number) => void,
): void {
  const parked = attentionContent.parse(record.content)
  const facts = parked.mutation.ops.some((op) => op.op === 'create' && kinds[op.collection].sort === 'fact')
  if (parked.code !== 'needs_approval' && !(parked.status === 'parked' && facts))
    throw new Refusing('invalid', 'This change cannot be approved.', 'choice')
  if (!mayActForOthers(work.actor)) throw forbid()
  const author = {
    user_id: record.meta.author_id,
    user_name: record.meta.author_name,
    perms: [PERMISSION.records],
    lane: parked.lane,
    device: parked.device,
  }
  const inner = new WorkingSet(work, parked.mutation, author, work.now, work.mode, { at: record.seq })
  parked.mutation.ops.forEach((each, index) => applyOp(inner, each, index))
  for (const change of inner.changes.values()) {
    work.put({ ...change, version: 0, meta: { ...change.meta, approved_by: work.actor.user_name } })
  }
  work.conflicts.push(...inner.conflicts)
  work.redirects.push(...inner.redirects)
  work.named.push(...inner.named)
}
