import type { Clash, ConflictContent } from '../records/conflict.ts'
import { keyOf, type Collection, type SyncRecord } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import { lifted, liftedRecord } from '../records/lift.ts'
import { conflictOf } from '../records/mutation-hash.ts'
import type { Mutation, Op } from '../records/mutation.ts'
import { sectionKeyIn } from '../records/section.ts'
import { mayChange, mayEnterStill } from '../rules/permissions.ts'
import { correctedTime, isAhead } from '../rules/time.ts'
import { contentFault } from './content-fault.ts'
import type { Seer } from './beside.ts'
import { Refusing, type Actor, type MergeState, type Mode, type RecordName } from './merge-state.ts'

/** The `seq` at which a mutation was parked, and the record that it waited for: its own return is nothing that came since. */
export interface Parked {
  at: number
  waitedFor?: RecordName
}

/** The state as one mutation sees it while its operations run: what stood before, and what they changed so far. */
export class WorkingSet implements MergeState {
  readonly changes = new Map<string, SyncRecord>()
  readonly conflicts: string[] = []
  readonly redirects: { lane: string; from: string; to: string }[] = []
  readonly named: RecordName[] = []
  merged = false
  readonly at: string
  readonly timeConfirmed: boolean
  readonly state: MergeState
  readonly mutation: Mutation
  readonly actor: Actor
  readonly now: string
  readonly mode: Mode
  private readonly parked: Parked

  /** `parked` says since when a mutation has waited that is done only now. */
  constructor(
    state: MergeState,
    mutation: Mutation,
    actor: Actor,
    now: string,
    mode: Mode,
    parked: Parked = { at: Infinity },
  ) {
    this.state = state
    this.mutation = mutation
    this.actor = actor
    this.now = now
    this.mode = mode
    this.parked = parked
    const { at, confirmed } = correctedTime(mutation.at, mutation.clock_offset_ms)
    this.at = at
    // Who decides has the server's clock: a device's that jumped ahead after its last contact cannot be corrected either.
    this.timeConfirmed = confirmed && !(this.deciding && isAhead(at, now))
  }

  get deciding(): boolean {
    return this.mode !== 'optimistic'
  }

  record(collection: Collection, id: string): SyncRecord | undefined {
    return this.find(collection, id)
  }
  lastContent(collection: Collection, id: string): JsonObject | undefined {
    const before = this.changes.get(keyOf({ collection, _id: id }))?.deleted
      ? this.state.record(collection, id)?.content
      : undefined
    const last = before ?? this.state.lastContent(collection, id)
    return last && lifted(collection, last)
  }
  refusedCreation(collection: Collection, id: string): boolean {
    return this.state.refusedCreation(collection, id)
  }
  changedByOthers(collection: Collection, id: string, base: number, seer: Seer): boolean {
    return this.state.changedByOthers(collection, id, base, seer)
  }
  redirect(lane: string, draftId: string): string | undefined {
    return this.state.redirect(lane, draftId)
  }
  head(): number {
    return this.state.head()
  }
  sectionOfKey(key: number): string | undefined {
    for (const { collection, _id, content } of this.changes.values()) {
      if (collection !== 'sections') continue
      if (sectionKeyIn(content ?? this.lastContent(collection, _id)) === key) return _id
    }
    return this.state.sectionOfKey(key)
  }

  /** Has this record become something that the sender of `base` cannot have seen? A tablet predicts no versions. */
  moved(record: SyncRecord, base: number, seer: Seer = this.actor): boolean {
    return (
      base > record.version ||
      this.isLater(record) ||
      this.changedByOthers(record.collection, record._id, base, seer)
    )
  }

  /** What a lane itself did after a mutation was parked, that mutation cannot have seen. Without a `seq` it is of now. */
  private isLater({ collection, _id }: SyncRecord): boolean {
    const { at, waitedFor } = this.parked
    if (at === Infinity || (waitedFor && keyOf(waitedFor) === keyOf({ collection, _id }))) return false
    const stood = this.state.record(collection, _id)
    return stood !== undefined && (stood.seq === 0 || stood.seq > at)
  }

  /** Of a deleted record, what stood last says whose it is. */
  mayChange(record: SyncRecord): boolean {
    const content = record.content ?? this.lastContent(record.collection, record._id) ?? null
    return mayChange(this.actor, { ...record, content })
  }

  /** Whose an open sheet was, before it was taken over, may still enter what they typed by then. */
  mayEnterStill({ collection, _id, content }: SyncRecord, { op }: Pick<Op, 'op'>): boolean {
    if (collection !== 'drafts' || op !== 'update') return false
    return mayEnterStill(this.actor, content ?? this.lastContent(collection, _id))
  }

  /** As today's edition says it, whichever wrote it. */
  find(collection: Collection, id: string): SyncRecord | undefined {
    const changed = this.changes.get(keyOf({ collection, _id: id }))
    if (changed) return changed
    const stands = this.state.record(collection, id)
    return stands && liftedRecord(stands)
  }

  /** The record that an operation names; without it the operation cannot be done. */
  require(collection: Collection, id: string): SyncRecord {
    const record = this.find(collection, id)
    if (record) return record
    const missing = { collection, _id: id }
    // @rule refused-creation
    if (this.state.refusedCreation(collection, id)) {
      throw new Refusing('depends_on', 'The record that this changes was not accepted.', undefined, missing)
    }
    throw new Refusing('unknown_record', 'This record does not exist.', undefined, missing)
  }

  /**
   * Writes a new state; its version is one above what stood before the mutation, however often that changes it. What comes
   * back after its tombstone was forgotten begins above every version that it ever had: what is still unsent about one of
   * those has not seen this.
   */
  put(record: SyncRecord): void {
    const key = keyOf(record)
    const stood = this.state.record(record.collection, record._id)?.version
    const before = stood ?? (record.version === 0 ? 0 : Math.max(record.version, this.head()))
    const version = this.changes.get(key)?.version ?? before + 1
    this.changes.set(key, { ...record, version, seq: 0 })
  }

  change(record: SyncRecord, content: JsonObject | null, more: Partial<SyncRecord> = {}): void {
    const { schema, sort } = kinds[record.collection]
    this.put({
      ...record,
      schema,
      content,
      meta: {
        ...record.meta,
        date_edited: this.at,
        ...(sort === 'library' && { edited_by: this.actor.user_name }),
      },
      ...more,
    })
  }

  /** A content that passes its kind's schema and rules, or the refusal that names the field. */
  checked(collection: Collection, content: JsonObject, stands?: JsonObject): JsonObject {
    const wrong = contentFault(collection, content, stands)
    if (wrong) throw new Refusing('invalid', wrong.message, wrong.field)
    return content
  }

  isValid(collection: Collection, content: JsonObject, stands: JsonObject): boolean {
    return contentFault(collection, content, stands) === null
  }

  /** Sets aside what clashed, as a record that a person settles. */
  contest(
    index: number,
    kind: ConflictContent['kind'],
    record: SyncRecord,
    groups: Clash[],
    more: Pick<ConflictContent, 'message' | 'full'> = {},
  ): void {
    const content: ConflictContent = {
      record: { collection: record.collection, _id: record._id },
      kind,
      groups,
      version: record.version,
      mutation_id: this.mutation.id,
      lane: this.actor.lane,
      device: this.actor.device,
      at: this.at,
      ...more,
    }
    const _id = conflictOf(this.mutation.id, index)
    this.put({
      collection: 'conflicts',
      _id,
      schema: kinds.conflicts.schema,
      version: 0,
      seq: 0,
      deleted: false,
      meta: { author_id: this.actor.user_id, author_name: this.actor.user_name, date_created: this.at },
      content: content,
    })
    this.conflicts.push(_id)
    this.named.push({ collection: 'conflicts', _id })
  }
}
