import { randomBytes, randomUUID } from 'node:crypto'
import { emailKey } from 'sync-protocol/rules/user-form'
import {
  SESSION_MS,
  type LoginFailure,
  type LoginReply,
  type LoginRequest,
} from 'sync-protocol/wire/accounts'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { Speaker, SyncStore } from 'sync-protocol/wire/store'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { RateLimited } from '../errors.ts'
import { profileOf, pushTokenText, revokedDevice, secretHash, speakerOf } from '../plugins/session.ts'
import type { KnownDevice } from '../devices/device-standing-store.ts'
import type { AccountStore } from './account-store.ts'
import { isPassword } from './passwords.ts'
import { REMEMBERED, type Account, type PushToken, type SessionStore } from './session-store.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

/** */

const WRONG: LoginFailure = {
  success: false,
  code: 2,
  message: "This email hasn't been registered or the password is incorrect. Please try again!",
}

export interface SignInParts {
  accounts: AccountStore
  sessions: SessionStore
  throttle: SignInThrottle
  store: Pick<SyncStore, 'registerDevice'>
  known(orgId: string, device: string): Promise<KnownDevice | undefined>
  /** Hears of a wrong password for an account that exists. Nobody waits for it: a longer answer would tell that it exists. */
  failed(speaker: Speaker, address: string, now: Date): void
  /** The signed token of a session. */
  token(account: Account, sessionId: string, now: Date): string
}

/** Who asks, and the key that proves a tablet. */
export interface Caller {
  address: string
  carriesKey(tablet: { org: string; device: string }): boolean
  giveKey(tablet: { org: string; device: string }): void
}

/** Opens a session for the right password. An unknown e-mail and a wrong password take the same work and get the same answer. */
export async function signIn(
  { accounts, sessions, throttle, store, known, failed, token }: SignInParts,
  request: LoginRequest,
  { address, carriesKey, giveKey }: Caller,
  now: Date,
): Promise<LoginReply | LoginFailure> {
  const email = emailKey(request.email)
  const since = new Date(now.getTime() - REMEMBERED).toISOString()
  const candidate = await accounts.candidate(email, address, since)
  const attempt = await throttle.begin(email, address, candidate?.known ?? false, now.getTime())
  if (typeof attempt === 'number') throw new RateLimited(Math.ceil(attempt / 1000))
  const right = await isPassword(candidate?.password_hash, request.password)
  if (candidate && !right) failed(speakerOf(candidate), address, now)
  if (!candidate || !right) return WRONG
  await attempt.succeeded()
  const { password_hash, known: _, ...account } = candidate
  const speaker = speakerOf(account)
  const { org_id } = account
  const { device: named } = request
  const tablet = named === undefined ? undefined : await known(org_id, named)
  if (tablet?.revoked === true) throw revokedDevice()
  // Its people know the ids of their clinic's tablets: who only names one that works is not that tablet.
  const proven =
    named !== undefined &&
    /* @rule key-for-the-tablet */ (tablet?.keyed !== true || carriesKey({ org: org_id, device: named }))
  const push = newPushToken(request, proven)
  if (push) {
    // Binds the lane to this user at first contact, and refuses another's.
    const { device, lane } = push.row
    await store.registerDevice(speaker, { protocol: PROTOCOL, device, lane, block: 0 }, now.toISOString())
  }
  const sessionId = randomUUID()
  const session = {
    session_id: sessionId,
    password_hash,
    address,
    device: push?.row.device ?? null,
    lane: push?.row.lane ?? null,
    event: request.event,
    continues: request.continues,
  }
  const until = new Date(now.getTime() + SESSION_MS)
  const opened = await sessions.openSession(speaker, session, push?.row ?? null, now, until)
  // A reset came in between: the password that was right is the old one.
  if (!opened) return WRONG
  if (proven) giveKey({ org: org_id, device: named })
  return {
    success: true,
    token: token(account, sessionId, now),
    user: profileOf(account),
    ...(push ? { push_token: pushTokenText(account.org_id, push.row.token_id, push.secret) } : {}),
  }
}

/** A right to push for a lane that the speaker signed in with no more, as text for its tablet. */
export async function givePushToken(
  sessions: Pick<SessionStore, 'addPushToken'>,
  speaker: Pick<Speaker, 'org_id' | 'user_id'>,
  sessionId: string | null,
  of: { device: string; lane: string; proven: boolean },
  now: Date,
): Promise<string> {
  const made = pushTokenOf(of)
  if (sessionId === null || !(await sessions.addPushToken(speaker, sessionId, made.row, now)))
    throw new ProtocolError('unauthenticated', 'Please log in.')
  return pushTokenText(speaker.org_id, made.row.token_id, made.secret)
}

function newPushToken(
  { device, lane }: LoginRequest,
  proven: boolean,
): { row: PushToken; secret: string } | null {
  if (lane === undefined) return null
  if (device === undefined)
    throw new ProtocolError('invalid_request', 'A lane is of a device.', { field: 'device' })
  return pushTokenOf({ device, lane, proven })
}

function pushTokenOf({ device, lane, proven }: Omit<PushToken, 'token_id' | 'secret_hash'>): {
  row: PushToken
  secret: string
} {
  const secret = randomBytes(32).toString('base64url')
  return { row: { token_id: randomUUID(), device, lane, proven, secret_hash: secretHash(secret) }, secret }
}
