import { loginFailure, loginReply, type LoginReply, type Profile } from 'sync-protocol/wire/accounts'
import { errorBody } from 'sync-protocol/wire/errors'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import { newId } from '../database/ids.ts'
import { forgetKeyOpenedBy, forgetKeys, mayEnterOffline, recognise, rememberPerson } from './known-person.ts'
import { tellOfLostStorage } from './lost-storage.ts'
import { newLane } from '../outbox/lanes.ts'
import { openClinic, prepareClinic } from '../device/open-clinics.ts'
import { tellOfSession } from '../outbox/session-log.ts'
import { callServer, isRefusal, OfflineError, type Answer } from './server-call.ts'
import { noteRevoked } from './revocation.ts'
import { writeSetting } from '../database/settings.ts'
import { signInText, waitWords } from './sign-in-text.ts'
import { deviceId, deviceDatabase } from '../device/device-database.ts'

export type SignInFailure = {
  ok: false
  reason:
    | 'refused'
    | 'unknown'
    | 'offline'
    | 'wrong-password-offline'
    | 'waiting'
    | 'not-allowed-offline'
    | 'no-permissions'
    | 'revoked'
  message: string
  /** How long the next try without the server has to wait, in ms. */
  waitMs?: number
}
export type SignInResult = { ok: true } | SignInFailure
export type Entered =
  { ok: true; token: string | null; user: Profile; key: CryptoKey | undefined } | SignInFailure

const failed = (reason: SignInFailure['reason'], message: string): SignInFailure => ({
  ok: false,
  reason,
  message,
})

/** A proxy without its server behind it is as good as no network. */
const isOut = (answer: Answer) =>
  [502, 503, 504].includes(answer.status) || ([401, 403].includes(answer.status) && !isRefusal(answer))

const isRevoked = (answer: Answer): boolean => errorBody.safeParse(answer.body).data?.revoked === true

/** Whoever it was: what this tablet has of their organization is sent and removed. */
async function revokedHere(email: string): Promise<SignInFailure> {
  const person = await deviceDatabase().people.get(email)
  if (person) await noteRevoked(person.org_id)
  return failed('revoked', signInText.revoked)
}

/** The lane that a known person has here; a new one for anybody else. */
async function laneFor(email: string): Promise<string> {
  const person = await deviceDatabase().people.get(email)
  const lane = person && (await openClinic(person.org_id).lanes.get(person.user_id))
  return lane?.id ?? newId()
}

/**
 * Checks who this is and gives them their lane on this tablet: with the server, and where that is out of reach (and
 * `where` allows it) by the profile that their password unlocks. `online` goes on with a sign-in that was made so. The server
 * may have heard of a sign-in whose answer is lost: both tell of it under one name.
 */
export async function enter(
  typed: string,
  password: string,
  where: 'anywhere' | 'online' = 'anywhere',
): Promise<Entered> {
  const email = typed.trim().toLowerCase()
  const lane = await laneFor(email)
  const event = newId()
  const offline = () =>
    where === 'online' ? failed('offline', signInText.offline) : enterOffline(email, password, event)
  const ask = (as: string, device: string) =>
    callServer({
      method: 'POST',
      path: '/user/login',
      token: null,
      body: { email, password, device, lane: as, event, continues: where === 'online' },
    })
  let answer: Answer
  let asked = lane
  try {
    const device = await deviceId()
    answer = await ask(lane, device)
    if (answer.status === 403 && isRefusal(answer) && !isRevoked(answer)) {
      asked = newId()
      answer = await ask(asked, device)
    }
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error
    return offline()
  }
  if (isOut(answer)) return offline()
  const reply = loginReply.safeParse(answer.body)
  if (reply.success) return enterOnline(email, password, reply.data, asked)
  const failure = loginFailure.safeParse(answer.body)
  if (failure.success && failure.data.code === 2) {
    await forgetKeyOpenedBy(email, password)
    return failed('refused', failure.data.message || signInText.refused)
  }
  if (isRevoked(answer)) return revokedHere(email)
  const said = errorBody.safeParse(answer.body)
  // AUTH-10, Q-74: it is also shown, below the form.
  console.error(signInText.unknown, answer.status, answer.body)
  return failed(
    'unknown',
    said.success && said.data.code === 'rate_limited' ? said.data.message : signInText.unknown,
  )
}

async function enterOnline(
  email: string,
  password: string,
  reply: LoginReply,
  lane: string,
): Promise<Entered> {
  const { user, token, push_token = null } = reply
  if (!mayEnterOffline(user)) await forgetKeys(user.org_id)
  if (user.org_perms.length === 0) return failed('no-permissions', signInText.noPermissions)
  const clinic = await prepareClinic(user.org_id)
  // It has just answered: a new tablet is not offline while its first load is under way.
  await writeSetting(clinic, 'server_reachable', true)
  const present = await welcome(clinic, user, lane, push_token)
  const known = { user, push_token: present === lane ? push_token : null, lane: present }
  const key = await rememberPerson(email, password, known)
  askToPersist()
  await tellOfLostStorage(clinic, user._id)
  return { ok: true, token, user, key }
}

/** Asks the browser not to evict what is stored here; the answer shows in the sync status. */
function askToPersist(): void {
  const storage = globalThis.navigator?.storage as StorageManager | undefined
  storage?.persist?.().catch((error: unknown) => console.warn('Storage is not persistent.', error))
}

async function enterOffline(email: string, password: string, event: string): Promise<Entered> {
  const found = await recognise(email, password)
  if (!found.known) return failed('offline', signInText.offline)
  if (!found.opened) {
    if (found.why === 'not-allowed') return failed('not-allowed-offline', signInText.notAllowedOffline)
    const { wait_ms } = found
    const wait = waitWords(wait_ms)
    if (found.why === 'waiting') return { ...failed('waiting', signInText.waiting(wait)), waitMs: wait_ms }
    await tellOfSession(await prepareClinic(found.org_id), found.user_id, 'session.log_in_failed')
    const wrong = 'wrong-password-offline'
    if (wait_ms === 0) return failed(wrong, signInText.wrongPasswordOffline)
    return { ...failed(wrong, signInText.wrongPasswordWait(wait)), waitMs: wait_ms }
  }
  const { user, push_token, lane } = found.value
  const clinic = await prepareClinic(user.org_id)
  await welcome(clinic, user, lane, push_token)
  await tellOfSession(clinic, user._id, 'session.log_in', event)
  return { ok: true, token: null, user, key: found.key }
}

/** Gives the user their lane here; a push token only counts for the lane that it was made for. Says which lane it is. */
function welcome(
  clinic: ClinicDatabase,
  user: Profile,
  lane: string,
  pushToken: string | null,
): Promise<string> {
  return clinic.transaction('rw', [clinic.lanes], async () => {
    const known = await clinic.lanes.get(user._id)
    const made = known ?? newLane({ user_id: user._id, user_name: user.name }, lane)
    await clinic.lanes.put({
      ...made,
      user_name: user.name,
      shut_out: false,
      push_token: made.id === lane ? (pushToken ?? made.push_token) : made.push_token,
    })
    return made.id
  })
}
