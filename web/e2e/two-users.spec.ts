import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  closeAndSave,
  logOut,
  openExport,
  readyForOffline,
  serverIsBack,
  signIn,
  syncSays,
} from './steps.ts'

const TECHNICIAN = 'technician@demo.test'
const VETERINARIAN = 'veterinarian@demo.test'

describe('two people share a tablet without a network', () => {
  let server: Server
  let tablet: Tablet
  let password: string

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    tablet = await openTablet()
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  async function saveSheet(name: string): Promise<void> {
    const { page } = tablet
    await page.goto(`${server.url}/new-sheet`)
    await buildSheet(page, {
      name,
      weight: '10',
      unit: 'kg',
      procedure: 'Castration',
      protocol: 'TTDex',
    })
    await openExport(page)
    await closeAndSave(page, 'YES')
  }

  async function authors(): Promise<string[]> {
    const api = await signInToApi(server.url, 'lead@demo.test', password)
    const sheets = await api.records('sheets')
    return sheets.map(({ content, meta }) => `${String(content?.['name'])}: ${meta.author_name}`).sort()
  }

  test('[D1] [D2] each signs in by the password alone, and what both saved leaves under its author, once', async () => {
    const { page } = tablet
    await signIn(page, server.url, TECHNICIAN, password)
    await readyForOffline(page)
    await logOut(page, server.url)
    await signIn(page, server.url, VETERINARIAN, password)
    await readyForOffline(page)
    await server.kill()
    await saveSheet('Of Vera')
    await logOut(page, server.url)
    await signIn(page, server.url, TECHNICIAN, password)
    await saveSheet('Of Tom')
    await page.reload()
    await syncSays(page, /^Sync: Offline, \d+ to send$/)
    await server.restart()
    await serverIsBack(page)
    // The password of the offline sign-in went with the reload: sent with the push token, and a sign-in is asked for.
    await syncSays(page, 'Log in again')
    await expect
      .poll(authors, { timeout: 15_000 })
      .toEqual(['Of Tom: Tom Technician', 'Of Vera: Vera Veterinarian'])
  })

  test('[D2] the next page asks for that sign-in; after it nothing waits any more', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/new-sheet`)
    await page.waitForURL(`${server.url}/login`)
    await signIn(page, server.url, TECHNICIAN, password)
    await syncSays(page, 'All sent')
    await page.goto(`${server.url}/patients/canine`)
    await page.locator('.card-title', { hasText: 'Of Tom' }).waitFor()
    await expect.poll(() => page.getByText('Not sent yet').count()).toBe(0)
    expect(await authors()).toHaveLength(2)
  })
})
