import type { AttentionContent } from 'sync-protocol/records/attention'
import type { Effects } from 'sync-protocol/merge/push-state'
import { groupValues } from 'sync-protocol/merge/three-way'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import { sameJson, type Json, type JsonObject } from 'sync-protocol/records/json'
import { kinds } from 'sync-protocol/records/kinds'
import type { Mutation, Op, OpOf } from 'sync-protocol/records/mutation'

/** One record as it stood, if it did, and as a mutation left it. */
export interface Transition {
  before: SyncRecord | undefined
  after: SyncRecord
}

/** What the server did, as far as nobody's work may be gone by it. */
export interface Done {
  /** In order of `seq`. */
  transitions: readonly Transition[]
  /** Which mutation took a `seq`. */
  bySeq: ReadonlyMap<number, Pick<Effects['outcome'], 'id' | 'lane'>>
  bodyOf(id: string): Mutation | undefined
  /** Was the second of these mutations made on a tablet on which the first had been saved before? */
  savedBefore(earlier: string, id: string): boolean
}

export interface Overwritten {
  record: string
  group: string
  mutation: string
}

/**
 * Every value of another that a mutation replaced, and that its maker had not seen: none, if the promise holds. It is asked of
 * what the server wrote, not of how it decided: the maker had seen a group when `was` says it whole, or when the version was
 * still the one that the change names, or when it stood beside theirs in the conflict that was settled, or when it had been
 * saved before on the same tablet. What was approved is its author's, who had seen what stood when it was parked.
 */
export function silentlyOverwritten({ transitions, bySeq, bodyOf, savedBefore }: Done): Overwritten[] {
  const found: Overwritten[] = []
  const lives = new Map<string, Life>()
  const settled = new Map<string, SyncRecord>()
  for (const { before, after } of transitions) {
    if (before && kinds[after.collection].sort === 'server') settled.set(`${after.seq}/${after._id}`, before)
  }
  for (const { before, after } of transitions) {
    const by = bySeq.get(after.seq)
    const body = by && bodyOf(by.id)
    const record = `${after.collection}/${after._id}`
    // One that comes back after its tombstone is forgotten begins again, above the versions that it had.
    const life = (before && lives.get(record)) ?? { from: after.version, makers: new Map<number, Maker>() }
    lives.set(record, life)
    if (by) life.makers.set(after.version, { id: by.id, lane: laneOf(by, body), seq: after.seq })
    if (!by || !before?.content || kinds[after.collection].sort === 'server') continue
    const settledAs = (id: string) => settled.get(`${after.seq}/${id}`)
    const seen: Seen = {
      before,
      ops: (body?.ops ?? []).flatMap((op) => doneBy(op, laneOf(by, body), settledAs)),
      conflictOf: settledAs,
      ownSince: (own, base) =>
        onlySeen(
          base,
          before.version,
          life,
          (maker) => isOwn(own, maker) || (own.upTo === Infinity && savedBefore(maker.id, by.id)),
        ),
    }
    for (const group of replaced(before, after)) {
      if (!(after.deleted ? sawAll(seen) : sawGroup(seen, group)))
        found.push({ record, group, mutation: by.id })
    }
  }
  return found
}

interface Maker {
  id: string
  lane: string
  seq: number
}

/** Who made a record's versions since it was made, or came back. */
interface Life {
  from: number
  makers: Map<number, Maker>
}

/** An op and the lane that it is of; of what was parked, `upTo` is the `seq` at which it was. */
interface DoneOp {
  op: Op
  lane: string
  upTo: number
}

interface Seen {
  before: SyncRecord
  ops: readonly DoneOp[]
  conflictOf(id: string): SyncRecord | undefined
  /** Nobody but this lane, before it did this, and those who had saved before on its tablet made the versions after `base`. */
  ownSince(own: DoneOp, base: number): boolean
}

/** Who approves lets happen what was parked, once. */
function doneBy(op: Op, lane: string, settledAs: (id: string) => SyncRecord | undefined): DoneOp[] {
  const own = { op, lane, upTo: Infinity }
  if (op.op !== 'settle' || op.collection !== 'attention' || op.choice !== 'mine') return [own]
  const parked = settledAs(op._id)
  const content = parked?.content as unknown as AttentionContent | undefined
  if (!parked || !content || content.settled) return [own]
  return content.mutation.ops.map((each) => ({ op: each, lane: content.lane, upTo: parked.seq }))
}

/** What is sent for somebody else goes on from what their own lane had sent. */
const laneOf = ({ lane }: { lane: string }, body: Mutation | undefined): string =>
  (body as { on_behalf_of?: { lane: string } } | undefined)?.on_behalf_of?.lane ?? lane

const isOwn = ({ lane, upTo }: DoneOp, maker: Maker): boolean => maker.lane === lane && maker.seq <= upTo

/** From the newest on: where a lane's version was seen, those that it made before were. */
function onlySeen(
  base: number,
  version: number,
  { from, makers }: Life,
  wasSeen: (maker: Maker) => boolean,
): boolean {
  const seen = new Set<string>()
  for (let each = version; each >= Math.max(from, base + 1); each--) {
    const maker = makers.get(each)
    if (!maker || !(seen.has(maker.lane) || wasSeen(maker))) return false
    seen.add(maker.lane)
  }
  return true
}

/** The groups in which the two differ; a fact is one group, and never changes but for being voided. */
function replaced(before: SyncRecord, after: SyncRecord): string[] {
  if (after.deleted) return ['all']
  const kind = kinds[after.collection]
  const was = before.content ?? {}
  const is = after.content ?? {}
  if (kind.sort === 'fact') return sameJson(was, is) ? [] : ['fact']
  return Object.keys(kind.groups).filter(
    (group) => !sameJson(groupValues(kind, group, was), groupValues(kind, group, is)),
  )
}

/** A draft ends with what was saved from it, by a lane that nobody else came after; a lane's own copy has another name. */
function sawAll({ before, ops, conflictOf, ownSince }: Seen): boolean {
  return ops.some((own) => {
    const { op } = own
    if (op.op === 'settle') return contestedVersion(conflictOf(op._id)) === before.version
    if (op.op !== 'delete' || op.collection !== before.collection) return false
    return op._id === before._id ? ownSince(own, op.base) : before.collection === 'drafts' && ownSince(own, 0)
  })
}

const contestedVersion = (conflict: SyncRecord | undefined) => conflict?.content?.['version']

function sawGroup({ before, ops, conflictOf }: Seen, group: string): boolean {
  const stood = groupValues(kinds[before.collection], group, before.content ?? {})
  return ops.some(({ op }) => {
    if (op.op === 'settle') {
      const groups = (conflictOf(op._id)?.content?.['groups'] ?? []) as {
        group: string
        theirs: JsonObject
      }[]
      return groups.some((each) => each.group === group && sameJson(each.theirs, stood))
    }
    if (op.op !== 'update' || op.collection !== before.collection) return false
    return (op._id === before._id && op.base === before.version) || saidWhole(op, group, before)
  })
}

/** `was` says every field of the group, as it stood. */
function saidWhole(op: OpOf<'update'>, group: string, before: SyncRecord): boolean {
  const was = op.was as Record<string, Json>
  return (kinds[before.collection].groups[group] ?? []).every((field) => {
    const said = field in was ? was[field] : [was[`${field}.0`], was[`${field}.1`]]
    return sameJson(said ?? null, before.content?.[field] ?? null)
  })
}
