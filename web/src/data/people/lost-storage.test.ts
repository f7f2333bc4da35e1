import 'fake-indexeddb/auto'
import { forceCloseDatabase } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CookiePage } from '../device/cookie-page.ts'
import { lostStorageRead, noticeLostStorage, tellOfLostStorage } from './lost-storage.ts'
import { newId } from '../database/ids.ts'
import { newLane } from '../outbox/lanes.ts'
import { closeClinics, prepareClinic } from '../device/open-clinics.ts'
import { nothingKnown, syncStatus } from '../database/sync-status.ts'
import { deviceId, deviceDatabase } from '../device/device-database.ts'

/** A page with its cookies, as the browser keeps them. */
class Page implements CookiePage {
  port = '3000'
  secure = true
  readonly jar = new Map<string, string>([['other', '1']])
  get cookie() {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  set cookie(text: string) {
    const [pair = ''] = text.split('; ')
    const cut = pair.indexOf('=')
    this.jar.set(pair.slice(0, cut), pair.slice(cut + 1))
  }
}

let page: Page
const lost = () => syncStatus.getState().storageLost

beforeEach(async () => {
  page = new Page()
  syncStatus.setState(nothingKnown)
  await deviceDatabase().identity.clear()
  vi.spyOn(console, 'error').mockReturnValue()
})

test('[T7] nothing is said of a tablet without a cookie, nor of one whose database is the cookie’s', async () => {
  await noticeLostStorage(page)
  expect(lost()).toBe(false)
  page.jar.set('device-3000', await deviceId())
  await noticeLostStorage(page)
  expect(lost()).toBe(false)
})

test('[T7] a database that the browser deleted is said until it is read, over reloads, and the tablet is a new device', async () => {
  const before = newId()
  page.jar.set('device-3000', before)
  await noticeLostStorage(page)
  expect(lost()).toBe(true)
  expect(await deviceId()).not.toBe(before)
  expect(page.jar.get('device-3000')).toBe(await deviceId())
  syncStatus.setState(nothingKnown)
  await noticeLostStorage(page)
  expect(lost()).toBe(true)
  await lostStorageRead()
  await noticeLostStorage(page)
  expect(lost()).toBe(false)
})

test('[T7] where the browser refused to open the database while it cleared its storage, it is opened once that is over', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  page.jar.set('device-3000', newId())
  await noticeLostStorage(page)
  await lostStorageRead()
  page.jar.set('device-3000', newId())
  const refusing = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The storage is being cleared.', 'UnknownError')
  })
  forceCloseDatabase(deviceDatabase().backendDB() as never)
  await expect(noticeLostStorage(page)).rejects.toThrow('The storage is being cleared.')
  refusing.mockRestore()
  await vi.waitFor(() => noticeLostStorage(page))
  expect(lost()).toBe(true)
})

test('[T7] who logs in before anybody looked is told too: the login gives the tablet another cookie', async () => {
  const before = newId()
  page.jar.set('device-3000', before)
  const device = await deviceId(page)
  expect(device).not.toBe(before)
  page.jar.set('device-3000', device)
  await noticeLostStorage(page)
  expect(lost()).toBe(true)
  expect(await deviceDatabase().identity.get('lost-untold')).toMatchObject({ id: before })
})

test('[T7] [T9] one organization’s database that is gone alone is said too, once, and is ready again from the next login on', async () => {
  page.jar.set('device-3000', await deviceId())
  const orgId = newId()
  const clinic = await prepareClinic(orgId)
  await noticeLostStorage(page)
  expect(lost()).toBe(false)
  await clinic.delete()
  closeClinics()
  await noticeLostStorage(page)
  expect(lost()).toBe(true)
  await lostStorageRead()
  await noticeLostStorage(page)
  expect(lost()).toBe(false)
  await prepareClinic(orgId)
  await noticeLostStorage(page)
  expect(lost()).toBe(false)
})

test('[T7] the next sign-in writes it into the action log, once', async () => {
  page.jar.set('device-3000', newId())
  await noticeLostStorage(page)
  await lostStorageRead()
  const clinic = await prepareClinic(newId())
  const user = { user_id: newId(), user_name: 'Ana' }
  await clinic.lanes.put(newLane(user, newId()))
  for (let time = 0; time < 2; time++) await tellOfLostStorage(clinic, user.user_id)
  expect(await clinic.outbox.toArray()).toMatchObject([
    { n: 1, body: { action: 'tablet.storage_lost', ops: [] } },
  ])
})
