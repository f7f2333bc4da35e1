import { asKnown } from '../records/known.ts'
import { conflictContent } from '../records/conflict.ts'
import { EDITION } from '../records/edition.ts'
import type { SyncRecord } from '../records/envelope.ts'
import { kinds } from '../records/kinds.ts'
import { MUTATION_BYTES_MAX } from '../records/limits.ts'
import { WITHDRAWN, type Mutation, type Op } from '../records/mutation.ts'
import type { Refusal } from '../records/outcome.ts'
import { applyOp } from './apply-op.ts'
import { Refusing, type Actor, type Applied, type MergeState, type Mode } from './merge-state.ts'
import { isSettled } from './settle.ts'
import { isStorable, longestJson } from './storable.ts'
import { WorkingSet, type Parked } from './working-set.ts'

const createsFact = (mutation: Mutation) =>
  mutation.ops.some((op) => op.op === 'create' && kinds[op.collection].sort === 'fact')

const createdBy = (mutation: Mutation) =>
  mutation.ops.flatMap((op) => (op.op === 'create' ? [{ collection: op.collection, _id: op._id }] : []))

/** Nothing happens, and a person will see why. A fact that happened is parked, never refused (sync contract P8). */
export function refusedWith(mutation: Mutation, code: Refusal, message: string, field?: string): Applied {
  const fact = createsFact(mutation)
  const parked = fact || code === 'internal'
  return {
    status: parked ? 'parked' : 'rejected',
    code: fact && code === 'forbidden' ? 'needs_approval' : code,
    message,
    ...(field === undefined ? {} : { field }),
    conflicts: [],
    changes: [],
    redirects: [],
    refused: createdBy(mutation),
    named: mutation.ops.map(({ collection, _id }) => ({ collection, _id })),
  }
}

/**
 * What one mutation does: the one function that the server and every tablet run (sync contract, section 8). Pure: `now`
 * is the server's time. `DECIDES` refuses, merges and makes conflicts; `optimistic` shows a tablet its own pending work.
 * `parked` says since when it has waited, where it is done only now.
 */
export function applyMutation(
  state: MergeState,
  mutation: Mutation,
  actor: Actor,
  now: string,
  mode: Mode,
  parked?: Parked,
): Applied {
  const work = new WorkingSet(state, mutation, actor, now, mode, parked)
  try {
    if (work.deciding) refuseUnstorable(mutation)
    const settlesAgain = mutation.ops.some(
      (op) => op.op === 'settle' && isSettled(state.record(op.collection, op._id)),
    )
    if (settlesAgain) nameWhatIsSettled(work)
    if (mutation.action !== WITHDRAWN && !settlesAgain) {
      mutation.ops.forEach((op, index) => (work.deciding ? applyOp(work, op, index) : show(work, op, index)))
    }
  } catch (error) {
    if (!(error instanceof Refusing)) throw error
    const refused = refusedWith(mutation, error.code, error.message, error.field)
    return error.missing ? { ...refused, missing: error.missing } : refused
  }
  return outcome(work, [...work.changes.values()])
}

/** Who comes too late is told what stands. */
function nameWhatIsSettled(work: WorkingSet): void {
  for (const op of work.mutation.ops) {
    work.named.push({ collection: op.collection, _id: op._id })
    const conflict = asKnown(conflictContent, work.find(op.collection, op._id)?.content)
    if (conflict !== null) work.named.push(conflict.record)
  }
}

/** A tablet shows what it can of its pending work; what the server will refuse is the server's to say. */
function show(work: WorkingSet, op: Op, index: number): void {
  try {
    applyOp(work, op, index)
  } catch (error) {
    if (!(error instanceof Refusing)) throw error
  }
}

function refuseUnstorable(mutation: Mutation): void {
  if (!isStorable(mutation.ops)) throw new Refusing('invalid', 'This contains text that cannot be stored.')
  if (mutation.schema > EDITION)
    throw new Refusing(
      'invalid',
      `A newer version of the app made this change (edition ${mutation.schema}). This server takes editions up to ${EDITION}.`,
      'schema',
    )
  if (longestJson(mutation) <= MUTATION_BYTES_MAX) return
  if (JSON.stringify(mutation).length > MUTATION_BYTES_MAX)
    throw new Refusing('limit', 'This change is too large.')
}

function outcome(work: WorkingSet, changes: SyncRecord[]): Applied {
  return {
    status: work.conflicts.length > 0 ? 'conflict' : work.merged ? 'merged' : 'applied',
    conflicts: work.conflicts,
    changes,
    redirects: work.redirects,
    refused: [],
    named:
      work.named.length > 0
        ? work.named
        : work.mutation.ops.map(({ collection, _id }) => ({ collection, _id })),
  }
}
