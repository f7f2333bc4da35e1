import { MemoryStore, receiptOf } from 'sync-protocol/testing/memory-store'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import type { BehalfMark } from 'sync-protocol/merge/on-behalf'
import { isWord, resubmissionMark } from 'sync-protocol/merge/resubmission'
import type { Mutation } from 'sync-protocol/records/mutation'
import { mutationHash } from 'sync-protocol/records/mutation-hash'
import { tellRequest, type Standing, type TellRequest } from 'sync-protocol/wire/device-standing'
import { deviceRequest } from 'sync-protocol/wire/devices'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { pullQuery } from 'sync-protocol/wire/pull'
import { pushRequest, type PushReply, type PushRequest } from 'sync-protocol/wire/push'
import { snapshotQuery } from 'sync-protocol/wire/snapshot'
import type { Speaker } from 'sync-protocol/wire/store'
import { PROTOCOL } from 'sync-protocol/wire/version'
import type { Answer, Call } from '../../data/people/server-call.ts'
import type { Transition } from './overwritten.ts'

export interface FleetUser {
  id: string
  name: string
  perms: number[]
}

interface Token {
  user: FleetUser
  /** A push token may only push, only this lane. */
  lane?: string
  /** The tablet that it was given to, where the server was told. */
  device: string | undefined
}

/** Remembers every version that was ever written, and what it took the place of. */
class RememberingMap extends Map<string, SyncRecord> {
  private readonly history: string[]
  private readonly transitions: Transition[]
  constructor(history: string[], transitions: Transition[]) {
    super()
    this.history = history
    this.transitions = transitions
  }
  /** With records that were remembered when they were written. */
  holding(records: Iterable<readonly [string, SyncRecord]>): this {
    for (const [key, record] of records) super.set(key, record)
    return this
  }
  override set(key: string, record: SyncRecord): this {
    this.history.push(JSON.stringify(record))
    this.transitions.push({ before: this.get(key), after: record })
    return super.set(key, record)
  }
}

/** As the store asks for it: with the permissions of the moment of asking. */
const namedUser = (user: FleetUser, removed: ReadonlySet<string>) => ({
  user_name: user.name,
  get perms() {
    return removed.has(user.id) ? [] : user.perms
  },
  get removed() {
    return removed.has(user.id)
  },
})

const refusal = () => new ProtocolError('forbidden', 'Revoked.', { revoked: true })

/** The memory store behind the calls of the wire, with sessions, push tokens and permissions of this moment. */
export class FleetServer {
  store: MemoryStore
  readonly users: FleetUser[]
  /** The server's clock, in ms. */
  now = Date.parse('2026-11-20T08:00:00.000Z')
  /** Tablets that were revoked: they may push and nothing else. */
  revoked: ReadonlySet<string> = new Set()
  /** The history that went back without a word. */
  wentBack: string | undefined
  /** What a tablet told of itself last. */
  told: TellRequest | undefined
  /** Mutations that a request may hold before a proxy refuses it. */
  most = Infinity
  /** Bytes that a request may have before a proxy refuses it. */
  mostBytes = Infinity
  /** Everything that was ever in a record, for what later edits overwrote. */
  readonly history: string[] = []
  /** What took the place of what, in this history of the server. */
  readonly transitions: Transition[] = []
  /** Every mutation as the server took it. */
  readonly bodies = new Map<string, Mutation>()
  /** On which tablet a mutation was made, and when by that tablet's own order, where it was told. */
  readonly made = new Map<string, { device: string; order: number }>()
  /** What tablets brought back with the server's word that an earlier history had taken it. */
  readonly resubmitted = new Set<string>()
  private readonly removed = new Set<string>()
  readonly orgId: string
  private readonly tokens = new Map<string, Token>()

  constructor(orgId: string, epoch: string, users: FleetUser[]) {
    this.orgId = orgId
    this.store = new MemoryStore(epoch)
    this.store.organization(orgId).records = new RememberingMap(this.history, this.transitions)
    this.users = users
    this.store.authors = new Map(users.map((user) => [user.id, namedUser(user, this.removed)]))
  }

  /** A backup as of now; restored, nothing after it ever was, and the history has another name. */
  backup(): (epoch: string) => void {
    const restore = this.store.backup()
    const known = { history: this.history.length, transitions: this.transitions.length }
    const { revoked } = this
    return (epoch) => {
      if (epoch === this.store.epoch) this.wentBack = epoch
      restore(epoch)
      this.revoked = revoked
      this.history.length = known.history
      this.transitions.length = known.transitions
      const org = this.store.organization(this.orgId)
      org.records = new RememberingMap(this.history, this.transitions).holding(org.records)
    }
  }

  signIn(
    user: FleetUser,
    lane: string,
    newId: () => string,
    device?: string,
  ): { token: string; push_token: string } {
    if (this.isRevoked(device)) throw refusal()
    const token = `session ${newId()}`
    const push_token = `push ${newId()}`
    this.tokens.set(token, { user, device })
    this.tokens.set(push_token, { user, lane, device })
    return { token, push_token }
  }
  private pushTokenOf(userId: string, lane: string, device: string | undefined): string {
    const user = this.users.find(({ id }) => id === userId)
    if (!user) throw new ProtocolError('unauthenticated', 'Please log in.')
    const push_token = `push ${lane} ${this.tokens.size}`
    this.tokens.set(push_token, { user, lane, device })
    return push_token
  }
  /** The right to push for somebody who is not there is taken back. */
  revokePushTokens(userId: string): void {
    for (const [token, { user, lane }] of this.tokens)
      if (user.id === userId && lane !== undefined) this.tokens.delete(token)
  }
  /** Somebody leaves the clinic: from now on nobody acts under their name. */
  removeUser(userId: string): void {
    this.removed.add(userId)
    this.endSessions(userId)
    this.revokePushTokens(userId)
  }
  isRemoved = (userId: string): boolean => this.removed.has(userId)

  isRevoked = (device: string | undefined): boolean => device !== undefined && this.revoked.has(device)
  revoke(device: string): void {
    this.revoked = new Set([...this.revoked, device])
  }
  takeBack(device: string): void {
    this.revoked = new Set([...this.revoked].filter((each) => each !== device))
  }

  endSessions(userId: string): void {
    for (const [token, { user, lane }] of this.tokens)
      if (user.id === userId && lane === undefined) this.tokens.delete(token)
  }

  async handle(call: Call): Promise<Answer> {
    try {
      const body = await this.dispatch(JSON.parse(JSON.stringify(call)) as Call)
      return { status: 200, body: JSON.parse(JSON.stringify(body)) as unknown, retryAfterMs: undefined }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      return { status: error.status, body: error.body(), retryAfterMs: undefined }
    }
  }

  private speaker(token: string | null): Speaker & { onlyLane?: string; device: string | undefined } {
    const known = token === null ? undefined : this.tokens.get(token)
    if (!known) throw new ProtocolError('unauthenticated', 'Please log in.')
    return {
      ...this.speakerOf(known.user),
      device: known.device,
      ...(known.lane === undefined ? {} : { onlyLane: known.lane }),
    }
  }
  private speakerOf({ id, name, perms }: FleetUser): Speaker {
    return { org_id: this.orgId, user_id: id, user_name: name, org_name: 'Clinic', perms }
  }

  /** Takes a push, and remembers what it took. */
  async pushAs(user: FleetUser, request: PushRequest): Promise<PushReply> {
    this.store.revoked = new Map([...this.revoked].map((device) => [device, '']))
    const reply = await this.store.push(this.speakerOf(user), request, new Date(this.now).toISOString())
    for (const [index, { id, replayed }] of reply.results.entries()) {
      const sent = request.mutations[index]
      if (replayed || !sent) continue
      this.bodies.set(id, asTaken(sent as unknown as Mutation, user))
      if (this.wasTaken(sent)) this.resubmitted.add(id)
      const order = request.shared?.orders[sent.n - request.shared.from]
      if (typeof order === 'number') this.made.set(id, { device: request.device, order })
    }
    return reply
  }

  private wasTaken(sent: { id: string; returned?: unknown }): boolean {
    const mark = resubmissionMark.safeParse(sent.returned)
    const hash = mutationHash(sent as unknown as Mutation)
    return mark.success && isWord(mark.data.receipt, receiptOf(this.orgId)(mark.data.user_id, sent.id, hash))
  }

  private standing(at: string, device: string | undefined): Standing {
    return {
      protocol: PROTOCOL,
      server_time: at,
      epoch: this.store.epoch,
      revoked: this.isRevoked(device),
      offline_sign_in: true,
      name: null,
    }
  }

  /** The data of the event that this session hears, told of the feed up to `from`; none where it may not, or knows it all. */
  async eventFor(token: string | null, from: number): Promise<string | undefined> {
    const known = token === null ? undefined : this.tokens.get(token)
    if (!known || known.lane !== undefined || !known.user.perms.includes(1)) return undefined
    if (this.isRevoked(known.device)) return undefined
    const { head, floor } = this.store.organization(this.orgId)
    // After a restore the server stands before what it told.
    if (head === from) return undefined
    if (from > head || (from > 0 && from < floor)) return JSON.stringify({ head })
    const at = new Date(this.now).toISOString()
    const query = pullQuery.parse({ cursor: from, limit: 100 })
    const { more, digest: _, ...page } = await this.store.pull(this.speakerOf(known.user), query, at)
    return JSON.stringify(more ? { head } : { head, page: { ...page, from } })
  }

  private async dispatch({ path, token, body }: Call): Promise<unknown> {
    const at = new Date(this.now).toISOString()
    const url = new URL(path, 'http://server')
    const query: Record<string, unknown> = Object.fromEntries(url.searchParams)
    if (url.pathname === '/sync/devices/standing')
      return this.standing(at, url.searchParams.get('device') ?? undefined)
    const { onlyLane, device, ...speaker } = this.speaker(token)
    if (path === '/sync/push') {
      const request = pushRequest.parse(body)
      if (onlyLane !== undefined && onlyLane !== request.lane)
        throw new ProtocolError('forbidden', 'Another lane.')
      if (request.mutations.length > this.most || JSON.stringify(body).length > this.mostBytes)
        throw new ProtocolError('too_large', 'Too large.')
      return this.pushAs({ id: speaker.user_id, name: speaker.user_name, perms: [...speaker.perms] }, request)
    }
    if (onlyLane !== undefined) throw new ProtocolError('forbidden', 'This token may only push.')
    if (path === '/sync/devices/tell') {
      this.told = tellRequest.parse(body)
      const removed = (this.told.waiting ?? []).filter((id) => this.removed.has(id))
      return { ...this.standing(at, device), removed }
    }
    if (this.isRevoked(device)) throw refusal()
    if (path === '/sync/devices') {
      const { push_token: wanted, ...request } = deviceRequest.parse(body)
      const reply = await this.store.registerDevice(speaker, request, at)
      return wanted
        ? { ...reply, push_token: this.pushTokenOf(speaker.user_id, request.lane, device) }
        : reply
    }
    if (url.pathname === '/sync/snapshot') return this.store.snapshot(speaker, snapshotQuery.parse(query), at)
    if (url.pathname !== '/sync/pull') throw new ProtocolError('not_found', path)
    return this.store.pull(speaker, pullQuery.parse(query), at)
  }
}

/** Whom others could not send for any more, and who is back, sends their own: in their own lane, whatever stands beside it. */
export function asTaken(sent: Mutation & { on_behalf_of?: BehalfMark }, sender: { id: string }): Mutation {
  const { on_behalf_of: mark, ...own } = sent
  return mark?.user_id === sender.id ? own : sent
}
