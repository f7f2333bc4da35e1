import { asKnown } from '../records/known.ts'
import { attentionContent, type AttentionContent } from '../records/attention.ts'
import { keyOf, type SyncRecord } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import { WAITS } from '../records/waiting.ts'
import { sectionKeyIn } from '../records/section.ts'
import { fromRevoked } from '../records/from-revoked.ts'
import { mutation as mutationSchema, WITHDRAWN, type Mutation } from '../records/mutation.ts'
import { isPlainMutation } from '../records/plain-mutation.ts'
import { attentionIdOf } from '../records/mutation-hash.ts'
import type { MutationResult } from '../records/outcome.ts'
import { PERMISSION } from '../rules/permissions.ts'
import { correctedTime, isInCalendar } from '../rules/time.ts'
import { applyMutation, refusedWith } from './apply-mutation.ts'
import type { Seer } from './beside.ts'
import { DECIDES } from './decide.ts'
import { asWithdrawn, tellsFact, legible } from './legible.ts'
import type { Actor, Applied, MergeState, RecordName } from './merge-state.ts'
import type { Effects, Outcome, Pushed, PushState, PushTaken, Waiting } from './push-state.ts'
import { receiptSubject } from './resubmission.ts'
import { isStorable } from './storable.ts'

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

const isRefused = ({ status }: Applied) => status === 'rejected' || status === 'parked'

const refusalOf = ({ status, code, field, message }: Applied) => ({
  status: status === 'parked' ? ('parked' as const) : ('rejected' as const),
  code: code ?? 'internal',
  ...(field === undefined ? {} : { field }),
  message: message ?? '',
})

/**
 * What the server took once is neither refused nor contested for what another tablet has yet to bring back: the record, or the
 * version of it that its author had seen.
 */
function waitsIfEarly(applied: Applied, mutation: Mutation, state: MergeState): Applied {
  const waitsFor = applied.missing ?? /* @rule waits-for-earlier */ unseenYet(applied, mutation, state)
  return parkedFor(applied, mutation, waitsFor)
}

function parkedFor(applied: Applied, mutation: Mutation, waitsFor: RecordName | undefined): Applied {
  // @rule waits-for-record
  if (!waitsFor) return applied
  const refused = refusedWith(mutation, 'depends_on', WAITS)
  return { ...refused, status: 'parked', waitsFor }
}

/**
 * The fact that a void has seen, and that is not here. The server forgets no fact: it went back, and a tablet that has yet to
 * come brings the fact, though no history has answered for the void yet. What else is refused so, its author sends again.
 */
function voidedUnseen(
  { code, missing }: Applied,
  { ops }: Mutation,
  { perms }: Actor,
): RecordName | undefined {
  if (code !== 'unknown_record' || !missing || !perms.includes(PERMISSION.records)) return undefined
  const isSeen = ops.some(
    (op) =>
      op.op === 'void' && op.base > 0 && kinds[op.collection].sort === 'fact' && keyOf(op) === keyOf(missing),
  )
  return isSeen ? missing : undefined
}

/**
 * The record that has not come as far again as its author saw it, where that makes a difference: an edit of what nobody else
 * touched makes none, and shall not wait for what may be lost for good.
 */
function unseenYet({ status }: Applied, { ops }: Mutation, state: MergeState): RecordName | undefined {
  const early = ops.find(
    (op) =>
      (op.op === 'delete' || op.op === 'restore' || (op.op === 'update' && status === 'conflict')) &&
      op.collection !== 'drafts' &&
      op.base > (state.record(op.collection, op._id)?.version ?? 0),
  )
  return early && { collection: early.collection, _id: early._id }
}

function outcomeOf(
  { id, hash, lane, n, user_id, receipt }: Omit<Outcome, 'status' | 'conflicts' | 'named'>,
  { status, code, field, message, conflicts }: Applied,
  named: RecordName[],
  seq: number | undefined,
): Outcome {
  const outcome: Outcome = { id, hash, lane, n, user_id, status, conflicts, receipt, named }
  if (seq !== undefined) outcome.seq = seq
  if (code !== undefined) outcome.code = code
  if (field !== undefined) outcome.field = field
  if (message !== undefined) outcome.message = message
  return outcome
}

/** Names without repetition, in their order. */
function eachOnce(...lists: readonly (readonly RecordName[])[]): RecordName[] {
  const names = new Map<string, RecordName>()
  for (const list of lists)
    for (const { collection, _id } of list) names.set(keyOf({ collection, _id }), { collection, _id })
  return [...names.values()]
}

/** The state as one push sees it while its mutations are taken one after the other. */
export class PushSession implements MergeState {
  readonly taken = { results: [], effects: [], named: [] } as Pick<PushTaken, 'results' | 'effects' | 'named'>
  /** What waits, and what does no more, by this push. */
  readonly waits = new Map<string, Waiting | null>()
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
      if (sectionKeyIn(content ?? this.lastContent(collection, _id)) === key) return _id
    }
    return this.state.sectionOfKey(key)
  }
  redirect(lane: string, draftId: string): string | undefined {
    return this.redirects.get(`${lane}/${draftId}`) ?? this.state.redirect(lane, draftId)
  }

  head(): number {
    return this.newest
  }

  /**
   * `actor` acts; `refusal` says why what somebody brings as another's is not done. What `wasTaken` in an earlier epoch
   * waits for a record that is not here yet, and so does a void of a fact that it has seen; nothing else comes from a revoked
   * tablet without approval.
   */
  take(
    each: Pushed,
    hash: string,
    lastN: number,
    actor: Actor,
    { refusal, wasTaken = false }: { refusal?: string | undefined; wasTaken?: boolean } = {},
  ): void {
    const { user_id, user_name, order, sent_by } = actor
    const by: Effects['by'] = { user_id, user_name, lane: actor.lane }
    if (order !== undefined) by.order = order
    if (sent_by !== undefined) by.sent_by = sent_by
    const sender: Effects['sender'] = { user_id: this.actor.user_id, device: this.actor.device }
    const known = /* @rule id-guard */ this.outcomes.get(each.id) ?? this.state.outcomeOf(each.id)
    if (known) {
      if (each.n > lastN)
        this.taken.effects.push({
          outcome: { ...known, lane: this.actor.lane, n: each.n },
          mutation: undefined,
          applied: undefined,
          by,
          sender,
          records: [],
        })
      this.taken.results.push(presentResult(known, each.n, true))
      this.taken.named.push(known.named)
      return
    }
    const parsed = read(each, this.now)
    // Asked of what was sent: parsing leaves out names such as `__proto__`.
    const whole = 'data' in parsed && (parsed.withdrawn === true || isStorable(each))
    const mutation = whole ? parsed.data : legible(each, this.now)
    const decided = !whole
      ? refuseUnreadable(each, parsed, mutation)
      : refusal !== undefined
        ? refusedWith(mutation, 'forbidden', refusal)
        : this.apply(mutation, actor, wasTaken)
    const applied = wasTaken
      ? waitsIfEarly(decided, mutation, this)
      : parkedFor(decided, mutation, /* @rule unanswered-void-waits */ voidedUnseen(decided, mutation, actor))
    const records = [...applied.changes]
    const refused = isRefused(applied)
    // @rule server-keeps-refused
    if (refused) records.push(this.attention(mutation, applied, actor, whole ? undefined : each))
    // What waits was taken once: should this epoch be lost too, it comes back as that.
    const subject = receiptSubject(hash, refused && applied.waitsFor === undefined)
    const seq = this.keep(records, applied, actor)
    const named = eachOnce(applied.named, records)
    const outcome = outcomeOf(
      {
        id: mutation.id,
        hash,
        lane: this.actor.lane,
        n: each.n,
        user_id,
        receipt: this.receipt(user_id, mutation.id, subject),
      },
      applied,
      named,
      seq,
    )
    this.outcomes.set(mutation.id, outcome)
    const { waitsFor } = applied
    if (waitsFor)
      this.waits.set(mutation.id, { outcome, sender: sender.user_id, waitsFor, perms: actor.perms })
    this.taken.effects.push({ outcome, mutation, applied, by, sender, records })
    this.taken.results.push(presentResult(outcome, each.n, false))
    this.taken.named.push(named)
    // @rule wait-ends
    this.endWaits(records)
  }

  /** Takes over what a mutation made; says its seq. */
  private keep(
    records: readonly SyncRecord[],
    applied: Applied,
    { lane, sent_by }: Actor,
  ): number | undefined {
    const seq = records.length > 0 ? ++this.newest : undefined
    for (const record of records) {
      if (seq !== undefined) record.seq = seq
      if (sent_by !== undefined && record.version === 1) record.meta = { ...record.meta, sent_by }
      const key = keyOf(record)
      const before = this.record(record.collection, record._id)
      if (record.deleted && before?.content) this.contents.set(key, before.content)
      this.records.set(key, record)
      const lanes = this.made.get(key) ?? new Map<string, number>()
      this.made.set(key, lanes.set(lane, record.version))
    }
    for (const name of applied.refused) this.refused.add(keyOf(name))
    for (const redirect of applied.redirects)
      this.redirects.set(`${redirect.lane}/${redirect.from}`, redirect.to)
    return seq
  }

  /** These records are here, or have gone on: what waited for them is done, and what waited for what that makes. */
  private endWaits(records: readonly SyncRecord[]): void {
    const moved: RecordName[] = [...records]
    for (const name of moved)
      for (const waiting of this.inTurn(name)) moved.push(...this.endWait(waiting, name))
  }

  /** What waits for this record: who had seen less of it did it first, and each tablet brought its own in their order. */
  private inTurn(name: RecordName): Waiting[] {
    const before = this.state.waitingFor(name.collection, name._id)
    const still = before.filter(({ outcome }) => !this.waits.has(outcome.id))
    const own = [...this.waits.values()].filter((each) => each && keyOf(each.waitsFor) === keyOf(name))
    const placed = [...still, ...own].flatMap((waiting) => {
      const parked = waiting && this.parked(waiting.outcome.id)
      if (!parked) return []
      const bases = parked.content.mutation.ops.flatMap((op) =>
        keyOf(op) === keyOf(name) && op.op !== 'create' ? [op.base] : [],
      )
      return [{ waiting, base: Math.min(...bases), seq: parked.record.seq }]
    })
    return placed.sort((a, b) => a.base - b.base || a.seq - b.seq).map(({ waiting }) => waiting)
  }

  /** What is kept of a parked mutation, while nobody has decided over it. */
  private parked(id: string): { record: SyncRecord; content: AttentionContent } | undefined {
    const record = this.record('attention', attentionIdOf(id))
    const content = asKnown(attentionContent, record?.content)
    return record && content && !content.settled ? { record, content } : undefined
  }

  /** Does what waited under its author's name, unless it lacks something else too. Says which records it changed. */
  private endWait({ outcome, sender, perms }: Waiting, waitedFor: RecordName): readonly RecordName[] {
    const parked = this.parked(outcome.id)
    if (!parked) return []
    const { record, content } = parked
    const { mutation, lane, device } = content
    const { author_id: user_id, author_name: user_name } = record.meta
    const actor: Actor = { user_id, user_name, perms, lane, device }
    const decided = applyMutation(this, mutation, actor, this.now, DECIDES, { at: record.seq, waitedFor })
    const applied = waitsIfEarly(decided, mutation, this)
    if (applied.waitsFor) {
      this.waits.set(outcome.id, { outcome, sender, perms, waitsFor: applied.waitsFor })
      return []
    }
    this.waits.set(outcome.id, null)
    const records = [...applied.changes, this.settled(record, content, applied)]
    const seq = this.keep(records, applied, actor)
    const next = outcomeOf(outcome, applied, eachOnce(applied.named, records), seq)
    this.outcomes.set(next.id, next)
    const by = { user_id, user_name, lane }
    const from: Effects['sender'] = { user_id: sender, device }
    this.taken.effects.push({ outcome: next, mutation, applied, by, sender: from, records, again: true })
    return records
  }

  /** What waited is done, or refused for another reason: then it still needs a person. */
  private settled(record: SyncRecord, content: AttentionContent, applied: Applied): SyncRecord {
    const { field: _, ...rest } = content
    const { author_id: by, author_name: by_name } = record.meta
    const said: AttentionContent = isRefused(applied)
      ? { ...rest, ...refusalOf(applied) }
      : { ...content, settled: { by, by_name, at: this.now, choice: 'mine' } }
    return {
      ...record,
      version: record.version + 1,
      meta: { ...record.meta, date_edited: this.now },
      content: said,
    }
  }

  private apply(mutation: Mutation, actor: Actor, wasTaken: boolean): Applied {
    if (this.faulty.has(mutation.id)) {
      return refusedWith(
        mutation,
        'internal',
        'This change could not be stored. It is kept for a person to check.',
      )
    }
    // @rule revoked-waits
    if (actor.revoked !== undefined && !wasTaken && mutation.action !== WITHDRAWN) {
      const refused = refusedWith(mutation, 'needs_approval', fromRevoked(actor.revoked))
      return { ...refused, status: 'parked' }
    }
    return applyMutation(this, mutation, actor, this.now, DECIDES)
  }

  /** `each` is what was sent, where that is no mutation or cannot be stored as one. */
  private attention(mutation: Mutation, applied: Applied, actor: Actor, each?: Pushed): SyncRecord {
    const content: AttentionContent = {
      mutation,
      ...(each && { raw: JSON.stringify(each) }),
      ...refusalOf(applied),
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
      content: content,
    }
  }
}

type Read =
  { data: Mutation; withdrawn?: true } | { issue: { message: string; path: PropertyKey[] } | undefined }

const OUT_OF_CALENDAR = { message: 'The time of this change is outside the years 1 to 9999.', path: ['at'] }

function read(each: Pushed, now: string): Read {
  const shaped = readShape(each, now)
  // @rule in-calendar
  if ('data' in shaped && !isInCalendar(shaped.data.at, shaped.data.clock_offset_ms))
    return { issue: OUT_OF_CALENDAR }
  return shaped
}

function readShape(each: Pushed, now: string): Read {
  if (isPlainMutation(each)) return { data: each }
  const withdrawn = asWithdrawn(each, now)
  if (withdrawn) return { data: withdrawn, withdrawn: true }
  const parsed = mutationSchema.safeParse(each)
  return parsed.success ? { data: parsed.data } : { issue: parsed.error.issues[0] }
}

/** What is no mutation, or cannot be stored as one, is refused; a fact in it waits for a person (sync contract P8). */
function refuseUnreadable(each: Pushed, parsed: Read, mutation: Mutation): Applied {
  if ('data' in parsed)
    return refusedWith(parsed.data, 'invalid', 'This contains text that cannot be stored.')
  const { message = 'This is not a change.', path } = parsed.issue ?? {}
  const refused = refusedWith(mutation, 'invalid', message, path?.map(String).join('.'))
  return tellsFact(each) ? { ...refused, status: 'parked' } : refused
}
