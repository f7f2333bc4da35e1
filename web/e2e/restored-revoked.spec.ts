import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { operator } from './operator.ts'
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

const TECHNICIAN = 'technician@demo.test'

describe('a tablet that is revoked and a server that was restored from a backup', () => {
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

  const lead = () => signInToApi(server.url, 'lead@demo.test', password)

  /** What the server has, whoever is signed in where. */
  async function sheets(): Promise<string[]> {
    const api = await lead()
    const draws = await api.records('draws')
    return (await api.records('sheets'))
      .map(({ _id, content, meta }) => {
        const drawn = draws.filter((draw) => draw.content?.['sheet_id'] === _id).length
        return `${String(content?.['name'])} of ${meta.author_name}, ${drawn > 0 ? 'drawn' : 'not drawn'}`
      })
      .sort()
  }

  async function saveSheet(name: string): Promise<void> {
    const { page } = tablet
    await page.goto(`${server.url}/new-sheet`)
    await buildSheet(page, { name, weight: '10', unit: 'kg', procedure: 'Castration', protocol: 'TTDex' })
    await openExport(page)
    await closeAndSave(page, 'YES')
    await syncSays(page, 'All sent')
  }

  /** Revokes the technician's tablet, or takes that back. */
  async function set(what: 'revoke' | 'restore'): Promise<void> {
    const api = await lead()
    const { devices } = await api.get<{
      devices: { _id: string; last_user_name: string | null; revoked_at: string | null }[]
    }>('/organization/devices')
    const of = devices.find(({ last_user_name }) => last_user_name === 'Tom Technician')
    await api.post(`/organization/devices/${what}`, { _id: of?._id })
  }

  const databases = () =>
    tablet.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name?.split('-')[0]))

  test('[L6] [D2] brings back what the backup lacks before it removes its records', async () => {
    const { page, context } = tablet
    await signIn(page, server.url, TECHNICIAN, password)
    await readyForOffline(page)
    const file = join(server.dataFolder, 'before.backup')
    operator(server, 'backup', file)
    await saveSheet('Since the backup')
    expect(await sheets()).toEqual(['Since the backup of Tom Technician, drawn'])
    await context.setOffline(true)
    operator(server, 'restore', '--replace', file)
    // The server says for a moment that it cannot answer: its connections went with the restore.
    await expect.poll(sheets).toEqual([])
    await set('revoke')
    await context.setOffline(false)
    await serverIsBack(page)
    await page.waitForURL(`${server.url}/login`, { timeout: 90_000 })
    await page.getByText('revoked this tablet.').waitFor()
    expect(await databases()).toEqual(['tablet'])
    expect(await sheets()).toEqual(['Since the backup of Tom Technician, drawn'])
  })

  test('[L6] [D2] [D3] names what only it still has where nobody can bring that back, and removes none of it', async () => {
    const { page } = tablet
    // The backup says that it is revoked; what it took since then was taken from an allowed tablet.
    const file = join(server.dataFolder, 'while-revoked.backup')
    operator(server, 'backup', file)
    await set('restore')
    await signIn(page, server.url, TECHNICIAN, password)
    await syncSays(page, 'All sent')
    await saveSheet('Since it was taken back')
    const said = operator(server, 'restore', '--replace', file)
    expect(said).toContain('revoked again')
    await expect.poll(sheets).toEqual(['Since the backup of Tom Technician, drawn'])
    await page.reload()
    await page.getByText(/could not be sent so far/).waitFor({ timeout: 90_000 })
    await page.getByText('Since it was taken back', { exact: false }).first().waitFor()
    expect(await databases()).toContain('clinic')
    // No login before it that takes a few letters and goes again.
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        new MutationObserver(() => {
          if (document.querySelector('main input, main a[href="/new-sheet"]'))
            document.body.dataset['before'] = 'another'
        }).observe(document.body, { childList: true, subtree: true })
      })
    })
    await page.goto(`${server.url}/login`)
    await page.getByText(/could not be sent so far/).waitFor()
    expect(await page.evaluate(() => document.body.dataset['before'])).toBeUndefined()
    await set('restore')
    await page.goto(`${server.url}/login`)
    await page.getByLabel('Email').waitFor({ timeout: 90_000 })
    await signIn(page, server.url, TECHNICIAN, password)
    await expect
      .poll(sheets, { timeout: 60_000 })
      .toEqual([
        'Since it was taken back of Tom Technician, drawn',
        'Since the backup of Tom Technician, drawn',
      ])
    await syncSays(page, 'All sent', 60_000)
  })
})
