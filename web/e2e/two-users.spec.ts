import { PROTOCOL } from 'sync-protocol/wire/version'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi, type ApiRecord } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  closeAndSave,
  logOut,
  openExport,
  pressDelete,
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
    await expect.poll(authors).toEqual(['Of Tom: Tom Technician', 'Of Vera: Vera Veterinarian'])
  })

  test('[D2] the next page asks for that sign-in; after it nothing waits any more', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/new-sheet`)
    await page.waitForURL(`${server.url}/login`)
    await page.getByText('You logged in while the server could not be reached').waitFor()
    await signIn(page, server.url, TECHNICIAN, password)
    await syncSays(page, 'All sent')
    await page.goto(`${server.url}/patients/canine`)
    await page.locator('.card-title', { hasText: 'Of Tom' }).waitFor()
    await expect.poll(() => page.getByText('Not sent yet').count()).toBe(0)
    expect(await authors()).toHaveLength(2)
  })

  test('[P3] [M6] what one begins and the other deletes goes in that order, and is no conflict', async () => {
    const { page } = tablet
    const add = async (name: string) => {
      await page.goto(`${server.url}/procedures/canine`)
      await page.getByRole('button', { name: 'ADD', exact: true }).click()
      await page.getByLabel('Procedure Name').fill(name)
      await page.getByRole('button', { name: 'SAVE', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    const switchTo = async (email: string) => {
      await logOut(page, server.url)
      await signIn(page, server.url, email, password)
    }
    await switchTo(VETERINARIAN)
    await syncSays(page, 'All sent')
    await server.kill()
    // So that Vera’s is the first of what is unsent.
    await add('Of Vera')
    await switchTo(TECHNICIAN)
    await add('Made by mistake')
    await switchTo(VETERINARIAN)
    await page.goto(`${server.url}/procedures/canine`)
    await pressDelete(page, 'Made by mistake')
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await page.locator('.card-title', { hasText: 'Made by mistake' }).waitFor({ state: 'hidden' })
    await server.restart()
    await serverIsBack(page)
    const api = await signInToApi(server.url, 'lead@demo.test', password)
    // The deletion is the last of what was done.
    const deleted = async () => {
      const { changes } = await api.get<{ changes: ApiRecord[] }>(
        `/sync/pull?protocol=${PROTOCOL}&cursor=0&limit=5000`,
      )
      return changes.filter((record) => record.collection === 'procedures' && record.deleted).length
    }
    await expect.poll(deleted).toBe(1)
    const names = (await api.records('procedures')).map(({ content }) => content?.['name'])
    expect(names).toContain('Of Vera')
    expect(names).not.toContain('Made by mistake')
    expect(await api.records('conflicts')).toEqual([])
    expect(await api.records('attention')).toEqual([])
  })
})
