import { profileReply, SESSION_MS, type Profile } from 'sync-protocol/wire/accounts'
import { errorBody } from 'sync-protocol/wire/errors'
import { createStore } from 'zustand/vanilla'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import { followSettings, inClinicZone } from './clinic-settings.ts'
import { keepSession, late, readKeptSession, type SessionAtTurn } from './kept-session.ts'
import { dropIdlePushTokens } from '../outbox/lanes.ts'
import { openClinic } from '../device/open-clinics.ts'
import { newId } from '../database/ids.ts'
import { forgetKeyOf, refreshKnownPerson } from './known-person.ts'
import { noteRevoked, revocations } from './revocation.ts'
import { tellOfSession } from '../outbox/session-log.ts'
import { callServer, hearUnauthenticated, isRefusal, OfflineError } from './server-call.ts'
import { enter, type Entered, type SignInResult } from './sign-in.ts'
import type { endedText } from './sign-in-text.ts'
import { setSignedIn } from '../database/signed-in.ts'
import { readSetting, readSettings, writeSetting } from '../database/settings.ts'
import { clearSignedIn, readProfile, readToken, readTurn, storeSignedIn } from './stored-token.ts'
import { toldAt } from '../database/server-contact.ts'
import { now, setClock } from '../database/time.ts'

export { currentClinic, currentUser } from '../database/signed-in.ts'

export interface SessionState {
  /** Empty, then loading during a sign-in, then success (`spec 1 §4`). */
  status: '' | 'loading' | 'success'
  token: string | null
  user: Profile | null
  /** Signed in without the server: no token yet, so nothing is fetched until it is reached again. */
  offline: boolean
}

const signedOut: SessionState = { status: '', token: null, user: null, offline: false }
export const session = createStore<SessionState>(() => signedOut)

/** Why the last session ended by itself, for the screen that asks for the next sign-in. */
export type SessionEnd = Exclude<keyof typeof endedText, 'kept'>
export const sessionEnd = createStore<{ why: SessionEnd | null }>(() => ({ why: null }))

/** The password of an offline sign-in, in memory only, to sign in for good when the server is back. */
let waiting: { email: string; password: string } | undefined
let profileKey: CryptoKey | undefined

const logged = (what: string) => (error: unknown) => console.error(what, error)

function become(token: string | null, profile: Profile): void {
  const clinic = openClinic(profile.org_id)
  followSettings(clinic, takeZone)
  const user = inClinicZone(profile)
  setSignedIn({ clinic, user })
  session.setState({ status: 'success', token, user, offline: token === null })
  readSettings(clinic, ['clock_offset_ms', 'answering']).then(
    ([offset, contact]) => setClock(offset ?? null, contact && toldAt(contact)),
    (error: unknown) => console.error('The clock offset cannot be read.', error),
  )
  if (user.demo) noteDemonstration(clinic).catch(logged('It is not kept that this is the demonstration.'))
}

/** The next start goes by it from its first moment on. */
function takeZone(): void {
  const { user, token } = session.getState()
  const next = user && inClinicZone(user)
  if (!next || next === user) return
  setSignedIn({ clinic: openClinic(next.org_id), user: next })
  session.setState({ user: next })
  // Another tab may have signed out, or somebody in, and this one has not heard of it yet.
  if (readToken() !== token || readProfile()?._id !== next._id) return
  const turn = readTurn()
  storeSignedIn(token, next, turn)
  keepSession({ token, user: next, turn }).catch(logged('The time zone cannot be kept.'))
}

/** A tablet on which nobody is signed in any more knows it too. */
async function noteDemonstration(clinic: ClinicDatabase): Promise<void> {
  if ((await readSetting(clinic, 'demonstration')) === undefined)
    await writeSetting(clinic, 'demonstration', true)
}

/** True where something was removed. */
async function finishWipes(): Promise<boolean> {
  if ((await revocations()).every(({ state }) => state !== 'wiping')) return false
  return (await import('./wipe.ts')).finishWipes()
}

/**
 * Who was signed in when the app was closed still is, without the network: the database says so also when the browser was
 * killed, localStorage also when the page went before the database heard of it.
 */
export async function restoreSession(): Promise<void> {
  // Asked for at once: it is rare that something is to go, and then it is read again.
  const isKnown = readProfile() !== null
  const reading = readKeptSession(isKnown)
  const wiped = await Promise.race([finishWipes(), late()]).catch(
    logged('Records that are to go are still here.'),
  )
  const kept = await (wiped === false ? reading : readKeptSession(isKnown))
  const turn = readTurn()
  if (kept && kept.turn >= turn) {
    const known = Number.isFinite(kept.turn) ? kept.turn : turn
    if (kept.user) storeSignedIn(kept.token, kept.user, known)
    else clearSignedIn(known)
  } else if (kept) await keepStored(turn)
  takeStored()
}

/** Takes over what localStorage says, as another tab wrote it. */
function takeStored(): void {
  const user = readProfile()
  if (user && user.org_perms.length > 0) become(readToken(), user)
  else if (session.getState().user) void forget()
}

/** The database did not hear any more of the last sign-in or sign-out. */
const keepStored = (turn: number) => keepInTime({ token: readToken(), user: readProfile(), turn })

async function keepInTime(present: SessionAtTurn): Promise<void> {
  await Promise.race([keepSession(present), late()]).catch(logged('Who is signed in cannot be kept.'))
}

/** Signed in now; when this resolves, a browser that is killed opens with this person. */
async function keepSignedIn(token: string | null, user: Profile): Promise<void> {
  const turn = readTurn() + 1
  storeSignedIn(token, user, turn)
  become(token, user)
  await keepSession({ token, user, turn }).catch(logged('The sign-in cannot be kept.'))
}

/** Signed out now; when this resolves, a browser that is killed opens with nobody. */
function forget(): Promise<void> {
  const turn = readTurn() + 1
  clearSignedIn(turn)
  setSignedIn(undefined)
  followSettings(undefined, takeZone)
  waiting = undefined
  profileKey = undefined
  session.setState(signedOut)
  return keepSession({ token: null, user: null, turn }).catch(logged('The sign-out cannot be kept.'))
}

/** Signs in: with the server, or without it on a tablet that knows the person. */
export const signIn = (email: string, password: string): Promise<SignInResult> =>
  entering(email, password, () => Promise.resolve())

/**
 * Another person takes the tablet: whoever was signed in is signed out, once the password is right and not before. What they
 * did not finish stays theirs.
 */
export const switchUser = (email: string, password: string): Promise<SignInResult> =>
  entering(email, password, (next) => leave(next._id))

async function entering(
  email: string,
  password: string,
  before: (next: Profile) => Promise<void>,
): Promise<SignInResult> {
  session.setState({ status: 'loading' })
  const still = () => session.setState({ status: session.getState().user ? 'success' : '' })
  let entered: Entered
  try {
    entered = await enter(email, password)
    if (entered.ok) await before(entered.user)
  } catch (error) {
    still()
    throw error
  }
  if (!entered.ok) {
    still()
    return entered
  }
  profileKey = entered.key
  waiting = entered.token === null ? { email, password } : undefined
  sessionEnd.setState({ why: null })
  // Before anybody sees it: a page that is loaded anew at once finds no row on a new tablet, and would take it for an end.
  await keepInTime({ token: entered.token, user: entered.user, turn: readTurn() + 1 })
  await keepSignedIn(entered.token, entered.user)
  return { ok: true }
}

/** Signed in without the server, and the password went with the page: only the person can sign in for good. */
export const needsSignIn = (): boolean => session.getState().offline && waiting === undefined

/** Signs in for good after an offline sign-in, once the server answers; a person it refuses is signed out. */
export async function goOnline(): Promise<void> {
  if (!waiting || !session.getState().offline) return
  const { email, password } = waiting
  const entered = await enter(email, password, 'online')
  if (waiting?.email !== email) return
  if (entered.ok) {
    waiting = undefined
    profileKey = entered.key
    await keepSignedIn(entered.token, entered.user)
  } else if (entered.reason === 'refused' || entered.reason === 'no-permissions')
    await endHere(entered.reason)
}

/** Signed in without the server, and it does not take this person's work any more: the account or the password is another. */
export async function endIfShutOut(): Promise<void> {
  const { user, offline } = session.getState()
  if (!user || !offline) return
  const lane = await openClinic(user.org_id).lanes.get(user._id)
  if (lane?.shut_out && session.getState().user?._id === user._id) await endHere('refused')
}

/** Everything of this organization goes from the tablet; why it does is said beside it where it is the demonstration. */
export async function endForGood(orgId: string, demonstration = false): Promise<void> {
  const { user } = session.getState()
  if (demonstration && user === null) sessionEnd.setState({ why: null })
  if (user?.org_id !== orgId) return
  sessionEnd.setState({ why: demonstration ? null : 'revoked' })
  await forget()
}

/**
 * LOG OUT: clears token, user and status at once, and ends the session on the server if it can be reached. What is unsent
 * stays and is sent with the lane's push token, and so is the sign-out itself: the server keeps the first telling of it.
 */
export async function signOut(): Promise<void> {
  if (!session.getState().user) return forget()
  const left = leave(null)
  sessionEnd.setState({ why: null })
  await forget()
  await left
}

/** Tells of the sign-out, and lets go of the rights to speak that nothing waits for; `next` has just got theirs. */
async function leave(next: string | null): Promise<void> {
  const { token, user } = session.getState()
  if (!user) return
  const event = newId()
  if (token !== null) endOnServer(token, event)
  const clinic = openClinic(user.org_id)
  await tellOfSession(clinic, user._id, 'session.log_out', event)
  await dropIdlePushTokens(clinic, next)
}

/** Nobody waits for it: a session that is not ended ends by itself. */
function endOnServer(token: string, event: string): void {
  callServer({ method: 'POST', path: '/user/logout', token, body: { keep_push: true, event } }).catch(
    (error: unknown) => console.warn('The session was not ended on the server.', error),
  )
}

/** Whether this token's session was ended before its time: by another password, or in the organization. */
function isYoung(token: string | null): boolean {
  try {
    const { iat } = JSON.parse(atob((token?.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))) as {
      iat?: unknown
    }
    return typeof iat === 'number' && now() - iat * 1000 < SESSION_MS
  } catch {
    // A token of another make does not tell how old it is.
    return false
  }
}

/** The same for a token that the server does not take any more. */
async function endHere(why: SessionEnd): Promise<void> {
  const { user, token } = session.getState()
  if (user) sessionEnd.setState({ why })
  await forget()
  if (!user) return
  if (why === 'refused' || why === 'no-permissions' || (why === 'ended' && isYoung(token)))
    await forgetKeyOf(user._id)
  await dropIdlePushTokens(openClinic(user.org_id), null)
}

/** Without a token the server has ended nothing: it never heard of that sign-in. */
const whyEnded = (token: string | null): SessionEnd => (token === null ? 'offline' : 'ended')

/** Asks whether the token still holds, and takes the profile of this moment; no network is no refusal. */
export async function confirm(): Promise<void> {
  const { token, user } = session.getState()
  if (!user) return
  const isStill = () => session.getState().token === token && session.getState().user?._id === user._id
  try {
    const confirmed = await callServer({ method: 'GET', path: '/user/confirm', token })
    if (!isStill()) return
    // A revoked tablet still sends what it has, as whoever is signed in.
    if (errorBody.safeParse(confirmed.body).data?.revoked) return await noteRevoked(user.org_id)
    if (isRefusal(confirmed)) return await endHere(whyEnded(token))
    if (confirmed.status !== 200) return
    // An answer that names no permissions confirms nobody (`spec 1 §4`).
    if (permissionsIn(confirmed.body).length === 0) return await leaveWithoutPermissions()
    const answer = await callServer({ method: 'GET', path: '/user/profile', token })
    if (answer.status === 200 && isStill()) await takeProfile(profileReply.parse(answer.body).user)
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error
  }
}

/** None where the answer names none. */
function permissionsIn(confirmed: unknown): readonly unknown[] {
  const { user } = (confirmed ?? {}) as { user?: { org_perms?: unknown } | null }
  return Array.isArray(user?.org_perms) ? user.org_perms : []
}

async function leaveWithoutPermissions(): Promise<void> {
  await signOut()
  sessionEnd.setState({ why: 'no-permissions' })
}

async function takeProfile(user: Profile): Promise<void> {
  if (user.org_perms.length === 0) return leaveWithoutPermissions()
  const { token } = session.getState()
  await keepSignedIn(token, user)
  await refreshKnownPerson(user, profileKey)
}

hearUnauthenticated((token) => {
  if (session.getState().token !== token) return
  endHere(whyEnded(token)).catch((error: unknown) =>
    console.error('Signing out left something behind.', error),
  )
})

/** Signing in and out in one tab is seen in the others. */
if (typeof addEventListener === 'function') {
  addEventListener('storage', (event) => {
    if (event.key === 'token' || event.key === 'profile' || event.key === null) takeStored()
  })
}
