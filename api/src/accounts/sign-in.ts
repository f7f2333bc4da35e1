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
  isRevoked(orgId: string, device: string): Promise<boolean>
  /** Hears of a wrong password for an account that exists. Nobody waits for it: a longer answer would tell that it exists. */
  failed(speaker: Speaker, address: string, now: Date): void
  /** The signed token of a session. */
  token(account: Account, sessionId: string, now: Date): string
}

/** Opens a session for the right password. An unknown e-mail and a wrong password take the same work and get the same answer. */
export async function signIn(
  { accounts, sessions, throttle, store, isRevoked, failed, token }: SignInParts,
  request: LoginRequest,
  address: string,
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
  if (request.device !== undefined && (await isRevoked(account.org_id, request.device))) throw revokedDevice()
  const push = newPushToken(request)
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
  of: { device: string; lane: string },
  now: Date,
): Promise<string> {
  const made = pushTokenOf(of)
  if (sessionId === null || !(await sessions.addPushToken(speaker, sessionId, made.row, now)))
    throw new ProtocolError('unauthenticated', 'Please log in.')
  return pushTokenText(speaker.org_id, made.row.token_id, made.secret)
}

function newPushToken({ device, lane }: LoginRequest): { row: PushToken; secret: string } | null {
  if (lane === undefined) return null
  if (device === undefined)
    throw new ProtocolError('invalid_request', 'A lane is of a device.', { field: 'device' })
  return pushTokenOf({ device, lane })
}

function pushTokenOf({ device, lane }: { device: string; lane: string }): { row: PushToken; secret: string } {
  const secret = randomBytes(32).toString('base64url')
  return { row: { token_id: randomUUID(), device, lane, secret_hash: secretHash(secret) }, secret }
}
