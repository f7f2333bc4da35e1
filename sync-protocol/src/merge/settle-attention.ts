import { parseKnown } from '../records/known.ts'
import { attentionContent, type AttentionContent } from '../records/attention.ts'
import { kinds } from '../records/kinds.ts'
import type { SyncRecord } from '../records/envelope.ts'
import { sameJson, type Json } from '../records/json.ts'
import { op as opSchema, type Op, type OpOf } from '../records/mutation.ts'
import { fieldsOf } from '../records/unchecked.ts'
import { mayActForOthers, maySettleAttention } from '../rules/permissions.ts'
import { parkedOps } from '../rules/legible-ops.ts'
import { contentFault } from './content-fault.ts'
import { Refusing } from './merge-state.ts'
import { WorkingSet } from './working-set.ts'

const forbid = () => new Refusing('forbidden', "You don't have permission to decide this.")

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
  if (fieldsOf<AttentionContent>(record.content).mutation === undefined)
    throw new Refusing('invalid', 'There is nothing to decide here.', '_id')
  if (work.deciding && !maySettleAttention(work.actor, record)) throw forbid()
  if (op.choice === 'mine' || op.choice === 'edited') approve(work, op, record, applyOp)
  else if (op.choice !== 'dismiss') throw new Refusing('invalid', 'This is approved or dismissed.', 'choice')
  work.change(record, { ...record.content, settled: sealed(work, op.choice) })
}

/**
 * Who acts for others lets a parked fact stand under its author's name (sync contract P8). What did not fit when it came is
 * looked at anew: a combined sheet may have waited for the sheets that it combines. What cannot stand as it came is completed.
 */
function approve(
  work: WorkingSet,
  op: OpOf<'settle'>,
  record: SyncRecord,
  applyOp: (work: WorkingSet, op: Op, index: number) => void,
): void {
  const parked = parseKnown(attentionContent, record.content)
  const asked = parkedOps(parked)
  if (!canBeApproved(parked, asked))
    throw new Refusing('invalid', 'This change cannot be approved.', 'choice')
  if (!mayActForOthers(work.actor)) throw forbid()
  const author = {
    user_id: record.meta.author_id,
    user_name: record.meta.author_name,
    // As where somebody sends for another: what was to be done may be about others' records (sync contract D3).
    perms: work.actor.perms,
    lane: parked.lane,
    device: parked.device,
  }
  const ops = op.choice === 'edited' ? completed(asked, op.set ?? {}) : asked
  const inner = new WorkingSet(work, parked.mutation, author, work.now, work.mode, { at: record.seq })
  ops.forEach((each, index) => applyOp(inner, each, index))
  for (const change of inner.changes.values()) {
    work.put({ ...change, version: 0, meta: { ...change.meta, approved_by: work.actor.user_name } })
  }
  work.conflicts.push(...inner.conflicts)
  work.redirects.push(...inner.redirects)
  work.named.push(...inner.named)
}

const isFact = (op: Op): op is OpOf<'create'> => op.op === 'create' && kinds[op.collection].sort === 'fact'

/**
 * What is not the schema may be a void alone; one that waits for its record is done by itself. `asked` is all that it was to
 * do.
 */
export const canBeApproved = (
  { status, code }: { status: string; code: string },
  asked: readonly Op[],
): boolean =>
  code === 'needs_approval' ||
  (status === 'parked' &&
    (asked.some(isFact) || (code === 'invalid' && asked.some(({ op }) => op === 'void'))))

/** True for the same operation, but for what a fact holds that could not stand as it came. */
function isSameBut(given: Op, parked: Op): boolean {
  if (!isFact(given) || !isFact(parked)) return sameJson(given, parked)
  const { collection, _id, content } = parked
  const stands = contentFault(collection, content) === null
  return given.collection === collection && given._id === _id && (!stands || sameJson(given.content, content))
}

/** The parked operations with the contents of the facts as somebody completed them; nothing else of them may differ. */
function completed(parked: readonly Op[], { ops }: Readonly<Record<string, Json>>): Op[] {
  const given = Array.isArray(ops) ? ops.map((each) => opSchema.safeParse(each)) : []
  const read = given.flatMap((each) => (each.success ? [each.data] : []))
  const same = parked.every((each, index) => {
    const one = read[index]
    return one !== undefined && isSameBut(one, each)
  })
  if (!same || given.length !== parked.length || read.length !== parked.length)
    throw new Refusing('invalid', 'This completes another change.', 'ops')
  return read
}
