import { MemoryStore } from 'sync-protocol/testing/memory-store'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import { deviceRequest } from 'sync-protocol/wire/devices'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { pullQuery } from 'sync-protocol/wire/pull'
import { snapshotQuery } from 'sync-protocol/wire/snapshot'
import { pushRequest } from 'sync-protocol/wire/push'
import type { Speaker } from 'sync-protocol/wire/store'
import type { Answer, Call } from '../../data/server-call.ts'

export interface FleetUser {
  id: string
  name: string
  perms: number[]
}

interface Token {
  user: FleetUser
  /** A push token may only push, only this lane. */
  lane?: string
}

/** Remembers every version that was ever written. */
class RememberingMap extends Map<string, SyncRecord> {
  private readonly history: string[]
  constructor(history: string[], records: Iterable<readonly [string, SyncRecord]> = []) {
    super()
    this.history = history
    for (const [key, record] of records) this.set(key, record)
  }
  override set(key: string, record: SyncRecord): this {
    this.history.push(JSON.stringify(record))
    return super.set(key, record)
  }
}

/** As the store asks for it: with the permissions of the moment of asking. */
const namedUser = (user: FleetUser) => ({
  user_name: user.name,
  get perms() {
    return user.perms
  },
})

/** The memory store behind the calls of the wire, with sessions, push tokens and permissions of this moment. */
export class FleetServer {
  store: MemoryStore
  readonly users: FleetUser[]
  /** The server's clock, in ms. */
  now = Date.parse('2026-11-20T08:00:00.000Z')
  /** Mutations that a request may hold before a proxy refuses it. */
  most = Infinity
  /** Everything that was ever in a record, for what later edits overwrote. */
  readonly history: string[] = []
  readonly orgId: string
  private readonly tokens = new Map<string, Token>()

  constructor(orgId: string, epoch: string, users: FleetUser[]) {
    this.orgId = orgId
    this.store = new MemoryStore(epoch)
    this.store.organization(orgId).records = new RememberingMap(this.history)
    this.users = users
    this.store.authors = new Map(users.map((user) => [user.id, namedUser(user)]))
  }

  /** A backup as of now; restored, nothing after it ever was, and the history has another name. */
  backup(): (epoch: string) => void {
    const restore = this.store.backup()
    const history = [...this.history]
    return (epoch) => {
      restore(epoch)
      this.history.splice(0, Infinity, ...history)
      const org = this.store.organization(this.orgId)
      org.records = new RememberingMap(this.history, org.records)
    }
  }

  signIn(user: FleetUser, lane: string, newId: () => string): { token: string; push_token: string } {
    const token = `session ${newId()}`
    const push_token = `push ${newId()}`
    this.tokens.set(token, { user })
    this.tokens.set(push_token, { user, lane })
    return { token, push_token }
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

  private speaker(token: string | null): Speaker & { onlyLane?: string } {
    const known = token === null ? undefined : this.tokens.get(token)
    if (!known) throw new ProtocolError('unauthenticated', 'Please log in.')
    const { id, name, perms } = known.user
    return {
      org_id: this.orgId,
      user_id: id,
      user_name: name,
      org_name: 'Clinic',
      perms,
      ...(known.lane === undefined ? {} : { onlyLane: known.lane }),
    }
  }

  private async dispatch({ path, token, body }: Call): Promise<unknown> {
    const { onlyLane, ...speaker } = this.speaker(token)
    const at = new Date(this.now).toISOString()
    if (path === '/sync/push') {
      const request = pushRequest.parse(body)
      if (onlyLane !== undefined && onlyLane !== request.lane)
        throw new ProtocolError('forbidden', 'Another lane.')
      if (request.mutations.length > this.most) throw new ProtocolError('too_large', 'Too large.')
      return this.store.push(speaker, request, at)
    }
    if (onlyLane !== undefined) throw new ProtocolError('forbidden', 'This token may only push.')
    if (path === '/sync/devices') return this.store.registerDevice(speaker, deviceRequest.parse(body), at)
    const url = new URL(path, 'http://server')
    const query: unknown = Object.fromEntries(url.searchParams)
    if (url.pathname === '/sync/snapshot') return this.store.snapshot(speaker, snapshotQuery.parse(query), at)
    if (url.pathname !== '/sync/pull') throw new ProtocolError('not_found', path)
    return this.store.pull(speaker, pullQuery.parse(query), at)
  }
}
