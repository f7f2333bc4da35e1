import { randomUUID } from 'node:crypto'
import type { CDPSession } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { halfMgProtocol, signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  closeAndSave,
  openExport,
  readyForOffline,
  serverIsBack,
  signIn,
  syncSays,
} from './steps.ts'

/** What the tablet has while it has room: so little that a write of as much makes Chromium measure it. */
const ROOM = 48 * 1024 * 1024

describe('a tablet that cannot store says "not saved", and the form stays', () => {
  let server: Server
  let api: ApiClient
  let tablet: Tablet
  let devtools: CDPSession

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    await api.push('anesthesia_protocol.create', [halfMgProtocol('Half a milligram')])
    tablet = await openTablet()
    await giveRoom()
    await signIn(tablet.page, server.url, 'technician@demo.test', password)
    await readyForOffline(tablet.page)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  // A test that failed leaves the next one its room.
  afterEach(() => giveRoom())

  async function setRoom(quotaSize: number): Promise<void> {
    // A session of its own: what an earlier one set may be without effect after a reload.
    devtools = await tablet.context.newCDPSession(tablet.page)
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize })
  }

  async function giveRoom(): Promise<void> {
    await setRoom(ROOM)
  }

  async function takeRoom(
    quotaSize: () => number | Promise<number>,
    isFull = async () => !(await writes(1)),
  ): Promise<void> {
    // Chromium measures it only now and again, unless as much is written; and it may go by what it was told before.
    const stillTakes = async () => {
      await setRoom(await quotaSize())
      const taken = await writes(ROOM)
      if (!taken) return false
      await forgetWrites()
      // What a failure says.
      return tablet.page.evaluate(async () => JSON.stringify(await navigator.storage.estimate()))
    }
    const wait = { timeout: 60_000, interval: 500 }
    await expect.poll(stillTakes, wait).toBe(false)
    await expect.poll(isFull, wait).toBe(true)
  }

  async function openSheet(name: string): Promise<void> {
    const { page } = tablet
    await page.goto(`${server.url}/new-sheet`)
    await buildSheet(page, {
      name,
      weight: '22',
      unit: 'lb',
      procedure: 'Castration',
      protocol: 'Half a milligram',
    })
    await openExport(page)
  }

  /** Answers YES, is told "not saved", closes the question, and finds the sheet as it was. */
  async function isNotSaved(name: string): Promise<void> {
    const { page } = tablet
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    const question = page.getByRole('alertdialog', { name: 'Save Anesthesia Sheet?' })
    await question.getByRole('button', { name: 'YES' }).click()
    await question.getByRole('alert').getByText('not saved', { exact: true }).waitFor()
    expect(await page.getByLabel('Patient Name').inputValue()).toBe(name)
    // The answer to RETRY is another one.
    await question.getByRole('alert').evaluate((alert) => alert.setAttribute('data-before', ''))
    await question.getByRole('button', { name: 'RETRY' }).click()
    await question
      .locator('[role=alert]:not([data-before])')
      .getByText('not saved', { exact: true })
      .waitFor()
    expect(await arrived(name)).toEqual([0, 0])
  }

  async function retryWorks(name: string): Promise<void> {
    const { page } = tablet
    const question = page.getByRole('alertdialog', { name: 'Save Anesthesia Sheet?' })
    await question.getByRole('button', { name: 'RETRY' }).click()
    await question.waitFor({ state: 'hidden' })
    await syncSays(page, 'All sent')
    expect(await arrived(name)).toEqual([1, 1])
  }

  /** As full as it can be with the reserve in place. */
  async function fillUp(): Promise<void> {
    const { page } = tablet
    await page.waitForFunction(() => caches.has('reserve'))
    const usage = () => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
    const hasReserve = () => page.evaluate(() => caches.has('reserve'))
    let quotaSize = 0
    const leaveLittle = async () => {
      const used = await usage()
      // Asked each time: a large write that was refused may count for a moment. What the app frees does not count.
      if (quotaSize === 0 || (await hasReserve())) quotaSize = used - 1024 * 1024
      return quotaSize
    }
    // The app may write first, and use its reserve: then a small write is taken again.
    await takeRoom(leaveLittle, async () => !(await writes(1)) || !(await hasReserve()))
  }

  /** Whether the browser still takes a write of as many bytes, into a database of this question's own. */
  const writes = (bytes: number) =>
    tablet.page.evaluate(
      (size) =>
        new Promise<boolean>((answer) => {
          const opening = indexedDB.open('room', 1)
          opening.onupgradeneeded = () => opening.result.createObjectStore('rows')
          opening.addEventListener('error', () => answer(false))
          opening.onsuccess = () => {
            const writing = opening.result.transaction('rows', 'readwrite')
            writing.objectStore('rows').put(new Blob([new Uint8Array(size)]), 'key')
            writing.addEventListener('complete', () => answer(true))
            writing.addEventListener('abort', () => answer(false))
            opening.result.close()
          }
        }),
      bytes,
    )

  const forgetWrites = () =>
    tablet.page.evaluate(
      () =>
        new Promise<void>((done, failed) => {
          const deleting = indexedDB.deleteDatabase('room')
          deleting.onsuccess = () => done()
          deleting.addEventListener('error', () => failed(deleting.error))
        }),
    )

  /** That the storage is full is said while the reserve is still being freed. */
  async function reserveIsFree(): Promise<void> {
    await expect.poll(() => tablet.page.evaluate(() => caches.has('reserve'))).toBe(false)
  }

  async function arrived(name: string): Promise<number[]> {
    const sheets = (await api.records('sheets')).filter(({ content }) => content?.['name'] === name)
    const draws = (await api.records('draws')).filter(({ content }) =>
      sheets.some(({ _id }) => _id === content?.['sheet_id']),
    )
    return [sheets.length, draws.length]
  }

  test('[T1] an IndexedDB that fails at the commit: not saved, again not saved; healed, RETRY saves it once', async () => {
    await tablet.page.addInitScript(() => {
      const begin = IDBDatabase.prototype.transaction
      IDBDatabase.prototype.transaction = function (stores, mode, options) {
        const transaction = begin.call(this, stores, mode, options)
        if (mode === 'readwrite' && document.documentElement.dataset['disk'] === 'broken')
          setTimeout(() => transaction.abort(), 0)
        return transaction
      }
    })
    await openSheet('Failing database')
    await syncSays(tablet.page, 'All sent')
    await tablet.page.evaluate(() => (document.documentElement.dataset['disk'] = 'broken'))
    await isNotSaved('Failing database')
    await tablet.page.evaluate(() => delete document.documentElement.dataset['disk'])
    await retryWorks('Failing database')
  })

  test('[T1] a full disk: the sheet can be built and is said not to be kept; with room again RETRY saves it once', async () => {
    const { page } = tablet
    await openSheet('Full disk')
    await takeRoom(() => 1)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'NO' }).click()
    await page.getByLabel('Patient ID').fill('A-17')
    const notKept = page.getByText('This tablet is not storing your open sheet.', { exact: false })
    await notKept.waitFor()
    await openExport(page)
    await isNotSaved('Full disk')
    await giveRoom()
    await retryWorks('Full disk')
    await notKept.waitFor({ state: 'hidden' })
  })

  test('[T9] a storage that becomes full: with its reserve the sheet is saved, and it is said to be full until there is room', async () => {
    const { page } = tablet
    await openSheet('With the reserve')
    await syncSays(page, 'All sent')
    await fillUp()
    await closeAndSave(page, 'YES')
    const full = page.getByRole('alert').filter({ hasText: 'This tablet’s storage is full.' })
    await full.waitFor()
    await reserveIsFree()
    await expect.poll(() => arrived('With the reserve')).toEqual([1, 1])
    await giveRoom()
    await serverIsBack(page)
    await full.waitFor({ state: 'hidden', timeout: 90_000 })
    expect(await page.evaluate(() => caches.has('reserve'))).toBe(true)
  })

  const FULL = 'This tablet’s storage is full.'
  const procedure = (name: string) => ({
    op: 'create' as const,
    collection: 'procedures' as const,
    _id: randomUUID(),
    content: { species: 0, name, notes: '' },
  })
  test('[T7] [T9] what others change is read with the reserve; without any room it is said, never "All sent", and it comes once there is room', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/procedures/canine`)
    await syncSays(page, 'All sent')
    await fillUp()
    await api.push('procedures.create', [procedure('Read with the reserve')])
    await page.getByText('Read with the reserve', { exact: true }).waitFor()
    const full = page.getByRole('alert').filter({ hasText: FULL })
    await full.waitFor()
    await reserveIsFree()

    await takeRoom(() => 1)
    await page.reload()
    await full.waitFor()
    await api.push('procedures.create', [procedure('Without any room')])
    await syncSays(page, '1 needs attention')
    await page.getByRole('button', { name: /^Sync/ }).click()
    await page
      .getByRole('dialog')
      .getByText('changes by others may be missing here', { exact: false })
      .waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByText('Without any room', { exact: true }).count()).toBe(0)

    await giveRoom()
    await serverIsBack(page)
    await page.getByText('Without any room', { exact: true }).waitFor({ timeout: 90_000 })
    await full.waitFor({ state: 'hidden', timeout: 90_000 })
    await syncSays(page, 'All sent')
  })

  test('[T9] a tablet that is full hears with its reserve that it was revoked, and removes its records', async () => {
    const { page } = tablet
    await page.reload()
    await fillUp()
    const manager = await signInToApi(server.url, 'lead@demo.test', demonstrationPassword(server))
    const { devices } = await manager.get<{ devices: { _id: string }[] }>('/organization/devices')
    for (const { _id } of devices) await manager.post('/organization/devices/revoke', { _id })
    await serverIsBack(page)
    await page.getByText('revoked this tablet.', { exact: false }).first().waitFor({ timeout: 90_000 })
    await giveRoom()
  })
})
