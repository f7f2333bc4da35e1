import { createHash, timingSafeEqual } from 'node:crypto'
import jwt from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Profile } from 'sync-protocol/wire/accounts'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { Speaker } from 'sync-protocol/wire/store'
import * as z from 'zod'
import type { Account, SessionStore } from '../accounts/session-store.ts'
import { isKey } from '../programs/program-key.ts'
import type { ProgramStore } from '../programs/program-store.ts'

/** Who may call a route: anybody, somebody signed in (when a route says nothing), or also the bearer of a push token. */
export type Access = 'guest' | 'session' | 'push'

interface SignedIn {
  account: Account
  /** Null for a push token. */
  sessionId: string | null
  onlyLane: string | null
  /** The tablet that the session was opened on, or the push token given to. */
  device: string | null
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** The permission that a caller must hold now. */
    permission?: 0 | 1 | 2 | 3
    /** Also from a tablet that was revoked, as a push is. */
    whenRevoked?: true
    /** Another program may call it, with a key of its own. */
    programs?: true
  }
  interface FastifyRequest {
    signedIn: SignedIn | null
    /** Who speaks; throws `unauthenticated` on a route for guests. */
    readonly speaker: Speaker
    /** The one lane that this caller may push; null when any of the user's. */
    readonly onlyLane: string | null
  }
}

const claims = z.object({ _id: z.uuid(), org_id: z.uuid(), session: z.uuid() })
const PUSH_TOKEN = /^push\.([0-9a-f-]{36})\.([0-9a-f-]{36})\.([\w-]{20,100})$/
export const revokedDevice = () =>
  new ProtocolError(
    'forbidden',
    'This tablet was revoked by the organization. It can only send what it has.',
    {
      revoked: true,
    },
  )
const refused = () => new ProtocolError('unauthenticated', 'Please log in.')

export const secretHash = (secret: string) => createHash('sha256').update(secret).digest('hex')
export const pushTokenText = (orgId: string, tokenId: string, secret: string) =>
  `push.${orgId}.${tokenId}.${secret}`

export function speakerOf({ org_id, user_id, name, org_name, perms }: Account): Speaker {
  return { org_id, user_id, user_name: name, org_name, perms }
}

export function profileOf(account: Account): Profile {
  return {
    _id: account.user_id,
    name: account.name,
    email: account.email,
    org_id: account.org_id,
    org_name: account.org_name,
    org_perms: account.perms,
    time_zone: account.time_zone,
    demo: account.demo,
    offline_sign_in: account.offline_sign_in,
  }
}

/** The profile inside the token is for the app's first paint; what a call may do is read from the database each time. */
export function sessionToken(app: FastifyInstance, account: Account, sessionId: string, now: Date): string {
  return app.jwt.sign({ ...profileOf(account), session: sessionId, iat: Math.floor(now.getTime() / 1000) })
}

/** Prepares tokens and `request.speaker` for the whole app. */
export function useSessions(app: FastifyInstance, secret: string): void {
  // No `exp`: the session's row says when it ends, by the server's one clock.
  void app.register(jwt, { secret, sign: { algorithm: 'HS256' }, verify: { algorithms: ['HS256'] } })
  app.decorateRequest('signedIn', null)
  app.decorateRequest('speaker', {
    getter(this: FastifyRequest): Speaker {
      if (!this.signedIn) throw refused()
      return speakerOf(this.signedIn.account)
    },
  })
  app.decorateRequest('onlyLane', {
    getter(this: FastifyRequest): string | null {
      return this.signedIn?.onlyLane ?? null
    },
  })
}

/** Lets nobody into the routes of `scope` but whom each route names, before a body is read. */
export function guardRoutes(
  scope: FastifyInstance,
  sessions: SessionStore,
  programs: Pick<ProgramStore, 'bearer'>,
  now: () => Date,
): void {
  scope.addHook('onRequest', async (request) => {
    const { access = 'session', permission, whenRevoked = false } = request.routeOptions.config
    if (access === 'guest') return
    const token = (request.headers.authorization ?? '').replace(/^Bearer +/i, '')
    const { revoked, ...signedIn } = token.startsWith('push.')
      ? { ...(await bearerOfPushToken(sessions, token, now())).bearer, revoked: false }
      : isKey(token)
        ? { ...(await bearerOfKey(programs, request, token, now())), revoked: false }
        : await bearerOfSession(scope, sessions, token, now())
    request.signedIn = signedIn
    if (revoked && access !== 'push' && !whenRevoked) throw revokedDevice()
    if (request.signedIn.onlyLane !== null && access !== 'push') {
      throw new ProtocolError('forbidden', 'A push token may only push.')
    }
    if (permission !== undefined && !request.signedIn.account.perms.includes(permission)) {
      throw new ProtocolError('forbidden', "You don't have access to this page.")
    }
  })
}

async function bearerOfSession(
  app: FastifyInstance,
  sessions: SessionStore,
  token: string,
  now: Date,
): Promise<SignedIn & { revoked: boolean }> {
  const claimed = claims.safeParse(verified(app, token))
  if (!claimed.success) throw refused()
  const { org_id, session } = claimed.data
  const found = await sessions.accountOfSession(org_id, session, now.toISOString())
  if (found?.user_id !== claimed.data._id) throw refused()
  const { device, revoked, ...account } = found
  return { account, sessionId: session, onlyLane: null, device, revoked }
}

async function bearerOfKey(
  programs: Pick<ProgramStore, 'bearer'>,
  request: FastifyRequest,
  token: string,
  now: Date,
): Promise<SignedIn> {
  const found = await programs.bearer(token, now)
  if (!found) throw new ProtocolError('unauthenticated', 'This key does not hold, or was revoked.')
  const { access, ...account } = found
  // @rule programs-records-only
  if (request.routeOptions.config.programs !== true)
    throw new ProtocolError('forbidden', 'A key is for calls that read and write records.')
  // @rule program-reads
  if (access === 'reads' && request.method !== 'GET' && request.method !== 'HEAD')
    throw new ProtocolError('forbidden', 'This key may only read.')
  return { account, sessionId: null, onlyLane: null, device: null }
}

/** Lets other programs of the clinic call the routes that are registered on this scope from here on. */
export function openToPrograms(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, programs: true }
  })
}

function verified(app: FastifyInstance, token: string): unknown {
  try {
    return app.jwt.verify(token)
  } catch {
    throw refused()
  }
}

/** Whether this is a push token that was given to that tablet, and not to somebody who only named it. */
export async function isPushTokenOf(
  sessions: SessionStore,
  token: string,
  { org, device }: { org: string; device: string },
  now: Date,
): Promise<boolean> {
  try {
    const { bearer, proven } = await bearerOfPushToken(sessions, token, now)
    return /* @rule token-proves */ proven && bearer.account.org_id === org && bearer.device === device
  } catch (error) {
    if (error instanceof ProtocolError) return false
    throw error
  }
}

async function bearerOfPushToken(
  sessions: SessionStore,
  token: string,
  now: Date,
): Promise<{ bearer: SignedIn; proven: boolean }> {
  const [, orgId, tokenId, secret] = PUSH_TOKEN.exec(token) ?? []
  if (orgId === undefined || tokenId === undefined || secret === undefined) throw refused()
  if (!z.uuid().safeParse(orgId).success || !z.uuid().safeParse(tokenId).success) throw refused()
  const found = await sessions.accountOfPushToken(orgId, tokenId, now)
  if (!found || !timingSafeEqual(Buffer.from(secretHash(secret)), Buffer.from(found.secret_hash)))
    throw refused()
  const { lane, device, proven, secret_hash: _, silent: __, ...account } = found
  return { bearer: { account, sessionId: null, onlyLane: lane, device }, proven }
}
