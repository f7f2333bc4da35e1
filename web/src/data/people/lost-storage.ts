import { deviceCookie, deviceCookieName } from 'sync-protocol/wire/device-cookie'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import { browserPage, namedDevice, type CookiePage } from '../device/cookie-page.ts'
import { newId } from '../database/ids.ts'
import { noteBesides } from '../database/sync-status.ts'
import { openClinic } from '../device/open-clinics.ts'
import { openIfRefused } from '../database/reopen.ts'
import { readSetting } from '../database/settings.ts'
import { deviceId, knownClinics, noteLost, deviceDatabase } from '../device/device-database.ts'

/**
 * Databases that are gone alone: some browsers keep each in a file of its own, which can be damaged. Nothing can be saved in an
 * empty one before its person logs in anew, as the notice says.
 */
async function noticeLostClinics(): Promise<void> {
  const { clinics } = deviceDatabase()
  for (const orgId of await knownClinics()) {
    const clinic = openClinic(orgId)
    await openIfRefused(clinic)
    if ((await readSetting(clinic, 'device')) !== undefined) continue
    console.error(`The browser deleted what was stored for the organization ${orgId}.`)
    await noteLost(await deviceId())
    // Known again from the next login on.
    await clinics.delete(orgId)
  }
}

/**
 * A cookie names this tablet, but its database has no such device: the browser deleted what was stored here. The tablet is a
 * new device from now on, with new lanes; that something was lost is kept until a person has read it.
 */
export async function noticeLostStorage(page: CookiePage = browserPage): Promise<void> {
  const named = namedDevice(page)
  const database = deviceDatabase()
  await openIfRefused(database)
  const { identity } = database
  const known = await identity.get('device')
  if (named !== undefined && named !== known?.id) {
    console.error(`The browser deleted what was stored for the tablet ${named}.`)
    if (known === undefined) await deviceId(page)
    // What has no cookies, the service worker, made a device meanwhile.
    else await noteLost(named)
    const name = deviceCookieName(page.port)
    page.cookie = deviceCookie(name, await deviceId(page), page.secure)
  }
  await noticeLostClinics()
  show((await identity.get('lost')) !== undefined)
}

const show = (storageLost: boolean) => noteBesides({ storageLost })

/** A person has read it. */
export async function lostStorageRead(): Promise<void> {
  await deviceDatabase().identity.delete('lost')
  show(false)
}

/** Writes into the action log, once, that this tablet's storage was lost. Never rejects: it keeps nobody from signing in. */
export async function tellOfLostStorage(clinic: ClinicDatabase, userId: string): Promise<void> {
  const { identity } = deviceDatabase()
  try {
    const untold = await identity.get('lost-untold')
    if (!untold) return
    // What saves is fetched after the first screen.
    const { queueMutation, durableTransaction } = await import('../outbox/save.ts')
    const saver = { user_id: userId, deviceNow: Date.now, newId }
    await durableTransaction(clinic, () =>
      queueMutation(clinic, saver, { action: 'tablet.storage_lost', ops: [] }),
    )
    await identity.delete('lost-untold')
  } catch (error) {
    console.error('The loss of the storage was not written down.', error)
  }
}
