import type { AttentionContent } from '../records/attention.ts'
import { keyOf, type SyncRecord } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import { mutation as mutationSchema, type Mutation } from '../records/mutation.ts'
import { isPlainMutation } from '../records/plain-mutation.ts'
import { attentionIdOf } from '../records/mutation-hash.ts'
import type { MutationResult } from '../records/outcome.ts'
import { correctedTime } from '../rules/time.ts'
import { applyMutation, refusedWith } from './apply-mutation.ts'
import type { Seer } from './beside.ts'
import type { Actor, Applied, MergeState, RecordName } from './merge-state.ts'
import type { Effects, Outcome, Pushed, PushState, PushTaken } from './push-state.ts'
import { receiptSubject } from './returned.ts'
import { isStorable } from './storable.ts'

const UNREADABLE = 'unreadable'

/** A mutation that is not the schema, kept as far as it can be read so that it takes its number and is seen by a person. */
function unreadable(each: Pushed, at: string): Mutation {
  return {
    n: each.n,
    id: each.id,
    at,
    clock_offset_ms: null,
    schema: 1,
    action: UNREADABLE,
    detail: null,
    ops: [],
  }
}

function presentResult(outcome: Outcome, n: number, replayed: boolean): Omit<MutationResult, 'records'> {
  const { id, status, seq, code, field, message, conflicts, receipt } = outcome
  const result: Omit<MutationResult, 'records'> = { n, id, status, receipt }
  if (seq !== undefined) result.seq = seq
  if (replayed) result.replayed = replayed
  if (code !== undefined) result.code = code
  if (field !== undefined) result.field = field
  if (message !== undefined) result.message = message
  if (conflicts.length > 0) result.conflicts = conflicts
  return result
}

/** Names without repetition, in their order. */
function eachOnce(...lists: readonly (readonly RecordName[])[]): RecordName[] {
  const names = new Map<string, RecordName>()
  for (const list of lists)
    for (const { collection, _id } of list) names.set(keyOf({ collection, _id }), { collection, _id })
  return [...names.values()]
}

/** The state as one push sees it while its mutations are taken one after the other. */
export class Taking implements MergeState {
  readonly taken = { results: [], effects: [], named: [] } as Pick<PushTaken, 'results' | 'effects' | 'named'>
  private readonly records = new Map<string, SyncRecord>()
  private readonly contents = new Map<string, JsonObject>()
  private readonly outcomes = new Map<string, Outcome>()
  private readonly refused = new Set<string>()
  private readonly redirects = new Map<string, string>()
  /** By record: the newest version that each lane made in this push, which holds those of others where one sends for them. */
  private readonly made = new Map<string, Map<string, number>>()
  private newest: number
  private readonly state: PushState
  private readonly actor: Actor
  private readonly now: string
  private readonly receipt: (userId: string, id: string, hash: string) => string
  private readonly faulty: ReadonlySet<string>

  constructor(
    state: PushState,
    actor: Actor,
    now: string,
    receipt: (userId: string, id: string, hash: string) => string,
    faulty: ReadonlySet<string>,
  ) {
    this.state = state
    this.actor = actor
    this.now = now
    this.receipt = receipt
    this.faulty = faulty
    this.newest = state.head()
  }

  record(collection: SyncRecord['collection'], id: string): SyncRecord | undefined {
    return this.records.get(keyOf({ collection, _id: id })) ?? this.state.record(collection, id)
  }
  lastContent(collection: SyncRecord['collection'], id: string): JsonObject | undefined {
    return this.contents.get(keyOf({ collection, _id: id })) ?? this.state.lastContent(collection, id)
  }
  refusedCreation(collection: SyncRecord['collection'], id: string): boolean {
    return this.refused.has(keyOf({ collection, _id: id })) || this.state.refusedCreation(collection, id)
  }
  changedByOthers(collection: SyncRecord['collection'], id: string, base: number, seer: Seer): boolean {
    for (const [by, version] of this.made.get(keyOf({ collection, _id: id })) ?? [])
      if (by !== seer.lane && version > base) return true
    return this.state.changedByOthers(collection, id, base, seer)
  }
  sectionOfKey(key: number): string | undefined {
    for (const { collection, _id, content } of this.records.values()) {
      if (collection !== 'sections') continue
      if ((content ?? this.lastContent(collection, _id))?.['key'] === key) return _id
    }
    return this.state.sectionOfKey(key)
  }
  redirect(lane: string, draftId: string): string | undefined {
    return this.redirects.get(`${lane}/${draftId}`) ?? this.state.redirect(lane, draftId)
  }

  head(): number {
    return this.newest
  }

  /** `actor` acts; `refusal` says why what somebody brings as another's is not done. */
  take(each: Pushed, hash: string, lastN: number, actor: Actor, refusal?: string): void {
    const { user_id, user_name, order, sent_by } = actor
    const by: Effects['by'] = { user_id, user_name, lane: actor.lane }
    if (order !== undefined) by.order = order
    if (sent_by !== undefined) by.sent_by = sent_by
    const known = this.outcomes.get(each.id) ?? this.state.outcomeOf(each.id)
    if (known) {
      if (each.n > lastN)
        this.taken.effects.push({
          outcome: { ...known, lane: this.actor.lane, n: each.n },
          mutation: undefined,
          applied: undefined,
          by,
          records: [],
        })
      this.taken.results.push(presentResult(known, each.n, true))
      this.taken.named.push(known.named)
      return
    }
    const parsed = isPlainMutation(each)
      ? ({ success: true, data: each } as const)
      : mutationSchema.safeParse(each)
    const mutation = parsed.success ? parsed.data : unreadable(each, this.now)
    // Asked of what was sent: parsing leaves out names such as `__proto__`.
    const applied = !parsed.success
      ? refuseUnreadable(mutation, parsed.error.issues[0])
      : refusal !== undefined
        ? refusedWith(mutation, 'forbidden', refusal)
        : isStorable(each)
          ? this.apply(mutation, actor)
          : refusedWith(mutation, 'invalid', 'This holds text that cannot be stored.')
    const records = [...applied.changes]
    const refused = applied.status === 'rejected' || applied.status === 'parked'
    if (refused) records.push(this.attention(each, mutation, applied, actor))
    const seq = records.length > 0 ? ++this.newest : undefined
    for (const record of records) {
      if (seq !== undefined) record.seq = seq
      if (sent_by !== undefined && record.version === 1) record.meta = { ...record.meta, sent_by }
      const key = keyOf(record)
      const before = this.record(record.collection, record._id)
      if (record.deleted && before?.content) this.contents.set(key, before.content)
      this.records.set(key, record)
      const lanes = this.made.get(key) ?? new Map<string, number>()
      this.made.set(key, lanes.set(actor.lane, record.version))
    }
    for (const name of applied.refused) this.refused.add(keyOf(name))
    for (const { lane, from, to } of applied.redirects) this.redirects.set(`${lane}/${from}`, to)
    const named = eachOnce(applied.named, records)
    const { status, code, field, message, conflicts } = applied
    const outcome: Outcome = {
      id: mutation.id,
      hash,
      lane: this.actor.lane,
      n: each.n,
      user_id,
      status,
      conflicts,
      receipt: this.receipt(user_id, mutation.id, receiptSubject(hash, refused)),
      named,
    }
    if (seq !== undefined) outcome.seq = seq
    if (code !== undefined) outcome.code = code
    if (field !== undefined) outcome.field = field
    if (message !== undefined) outcome.message = message
    this.outcomes.set(mutation.id, outcome)
    this.taken.effects.push({ outcome, mutation, applied, by, records })
    this.taken.results.push(presentResult(outcome, each.n, false))
    this.taken.named.push(named)
  }

  private apply(mutation: Mutation, actor: Actor): Applied {
    if (this.faulty.has(mutation.id)) {
      return refusedWith(
        mutation,
        'internal',
        'This change could not be stored. It is kept for a person to look at.',
      )
    }
    return applyMutation(this, mutation, actor, this.now)
  }

  private attention(each: Pushed, mutation: Mutation, applied: Applied, actor: Actor): SyncRecord {
    const whole = mutation.action !== UNREADABLE && isStorable(each)
    const content: AttentionContent = {
      mutation: whole ? mutation : unreadable(each, mutation.at),
      ...(whole ? {} : { raw: JSON.stringify(each) }),
      status: applied.status === 'parked' ? 'parked' : 'rejected',
      code: applied.code ?? 'internal',
      ...(applied.field === undefined ? {} : { field: applied.field }),
      message: applied.message ?? '',
      lane: actor.lane,
      device: this.actor.device,
      at: this.now,
    }
    return {
      collection: 'attention',
      _id: attentionIdOf(mutation.id),
      schema: kinds.attention.schema,
      version: 1,
      seq: 0,
      deleted: false,
      meta: {
        author_id: actor.user_id,
        author_name: actor.user_name,
        date_created: correctedTime(mutation.at, mutation.clock_offset_ms).at,
      },
      content: content as unknown as JsonObject,
    }
  }
}

function refuseUnreadable(
  mutation: Mutation,
  issue: { message: string; path: PropertyKey[] } | undefined,
): Applied {
  return refusedWith(
    mutation,
    'invalid',
    issue?.message ?? 'This is not a change.',
    issue?.path.map(String).join('.'),
  )
}
