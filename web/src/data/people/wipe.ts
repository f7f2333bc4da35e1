import { orgOf, type ClinicDatabase } from '../database/clinic-database.ts'
import { deviceDatabase, deviceId } from '../device/device-database.ts'
import { deleteClinic, openClinic } from '../device/open-clinics.ts'
import { pushTokenHere } from '../outbox/lanes.ts'
import { fateOf, heldSince, holdsWork } from './local-rows.ts'
import { revocations } from './revocation.ts'
import { callServer } from './server-call.ts'

/**
 * After a round in which the server said that this tablet is revoked: with nothing left to send the records go, else a person
 * has to look. Nothing before the server was reached: what is unsent may only wait for the network.
 */
export async function settleRevocation(clinic: ClinicDatabase, epoch: string | undefined): Promise<void> {
  const orgId = orgOf(clinic)
  const { revocations: rows } = deviceDatabase()
  const known = await rows.get(orgId)
  if (known?.state !== 'sending' && known?.state !== 'held') return
  const state = await fateOf(clinic, epoch)
  if (state !== undefined) await rows.update(orgId, { state })
}

/** Says to the server how much lies here that could not be sent: whoever revoked the tablet else takes it for empty. */
export async function tellOfLocalWork(clinic: ClinicDatabase): Promise<void> {
  const orgId = orgOf(clinic)
  const { revocations: rows } = deviceDatabase()
  const known = await rows.get(orgId)
  if (known?.state !== 'held') return
  const held = await heldSince(clinic)
  const said = `${held.unsent} ${held.oldest}`
  if (known.told_held === said) return
  const body = { org: orgId, device: await deviceId(), ...held }
  const token = await pushTokenHere(clinic)
  const answer = await callServer({ method: 'POST', path: '/sync/devices/held', token, body })
  if (answer.status === 200) await rows.update(orgId, { told_held: said })
}

/**
 * Right before the records go: what a screen put away when it went, or another tab saved, after it was looked whether anything
 * is left is sent or shown first. Says whether there is such work.
 */
export async function holdsAgain(orgId: string): Promise<boolean> {
  const { revocations: rows } = deviceDatabase()
  const known = await rows.get(orgId)
  if (known?.state !== 'wiping' || known.given_up) return false
  if (!(await holdsWork(openClinic(orgId)))) return false
  await rows.update(orgId, { state: 'sending' })
  return true
}

/**
 * Removes an organization from this tablet: its records, what is remembered of its people, its session. Begun again from the
 * start after a kill in the middle; the mark that it is over comes last.
 */
export async function wipe(orgId: string): Promise<void> {
  const database = deviceDatabase()
  const known = await database.revocations.get(orgId)
  if (known?.state !== 'wiping') return
  await database.transaction(
    'rw',
    [database.people, database.clinics, database.session, database.failures],
    async () => {
      await database.people.filter(({ org_id }) => org_id === orgId).delete()
      await database.failures.filter(({ org_id }) => org_id === orgId).delete()
      await database.clinics.delete(orgId)
      const present = await database.session.get('present')
      if (present?.user?.org_id === orgId) await database.session.delete('present')
    },
  )
  forgetRemembered(known.user_ids)
  await deleteClinic(orgId)
  await database.revocations.update(orgId, { state: 'wiped' })
}

/** What the browser remembers of people stands under their ids, a sheet's last letters among it. */
function forgetRemembered(userIds: readonly string[]): void {
  for (const key of Object.keys(localStorage))
    if (userIds.some((id) => key.includes(id))) localStorage.removeItem(key)
}

/** What a kill interrupted; before anybody is signed in again. True where something was removed. */
export async function finishWipes(): Promise<boolean> {
  let wiped = false
  for (const { org_id, state } of await revocations()) {
    if (state !== 'wiping' || (await holdsAgain(org_id))) continue
    await wipe(org_id)
    wiped = true
  }
  return wiped
}

/** Says to the server that the records are gone, and what went unsent, once it can be reached. */
export async function tellOfWipes(): Promise<void> {
  const { revocations: rows, losses } = deviceDatabase()
  const [known, lost] = await Promise.all([revocations(), losses.toArray()])
  const lossOf = new Map(lost.map((each) => [each.org_id, each.lost]))
  const wiped = known.filter(({ state, told }) => state === 'wiped' && !told).map(({ org_id }) => org_id)
  // Somebody signed in again before the server heard of it.
  const since = [...lossOf.keys()].filter((orgId) => known.every(({ org_id }) => org_id !== orgId))
  for (const org of [...wiped, ...since]) {
    const given_up = lossOf.get(org)
    const body = { org, device: await deviceId(), ...(given_up && { given_up }) }
    const answer = await callServer({ method: 'POST', path: '/sync/devices/wiped', token: null, body })
    if (answer.status !== 200) continue
    await losses.delete(org)
    await rows.update(org, { told: true })
  }
}
