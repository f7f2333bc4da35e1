import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page, Route } from 'playwright-core'
import { signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { seeWorker } from './service-worker.ts'
import { buildSheet, closeAndSave, openExport, readyForOffline, signIn, syncSays } from './steps.ts'

const TECHNICIAN = 'technician@demo.test'

describe('the tabs of one tablet, and its service worker', () => {
  let server: Server
  let api: ApiClient
  let tablet: Tablet
  let password: string

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    tablet = await openTablet()
    await signIn(tablet.page, server.url, TECHNICIAN, password)
    await readyForOffline(tablet.page)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  async function saveSheet(page: Page, name: string): Promise<void> {
    // The tab in which somebody works is in front: one behind others is drawn once a second.
    await page.bringToFront()
    await page.goto(`${server.url}/new-sheet`)
    const patient = { weight: '10', unit: 'kg', procedure: 'Castration', protocol: 'TTDex' } as const
    await buildSheet(page, { ...patient, name })
    await openExport(page)
    await closeAndSave(page, 'YES')
  }

  const named = async (name: string) =>
    (await api.records('sheets')).filter(({ content }) => content?.['name'] === name).map(({ meta }) => meta)

  /** Whether this page holds the lock of the engine. */
  const leads = (page: Page) =>
    page.evaluate(async () => {
      const { held = [] } = await navigator.locks.query()
      const own = crypto.randomUUID()
      const mine = await navigator.locks.request(own, async () => {
        const all = (await navigator.locks.query()).held ?? []
        return all.find(({ name }) => name === own)?.clientId
      })
      return held.some(({ name, clientId }) => name?.startsWith('sync-clinic-') && clientId === mine)
    })

  async function reopen(): Promise<Page> {
    tablet.page = await tablet.context.newPage()
    await tablet.page.goto(`${server.url}/`)
    return tablet.page
  }

  test('[T5] [D1] [D2] saved without a network, every tab closed: the sleeping service worker is woken and sends it, once', async () => {
    const worker = await seeWorker(tablet.context, server.url)
    await server.kill()
    await saveSheet(tablet.page, 'By the worker')
    await tablet.page.close()
    await worker.stop()
    await server.restart()
    await worker.dispatchSync()
    await expect.poll(() => named('By the worker')).toMatchObject([{ author_name: 'Tom Technician' }])
    const page = await reopen()
    await syncSays(page, 'All sent')
    expect(await named('By the worker')).toHaveLength(1)
  })

  test('[T4] [D2] a tab that leads and hangs, nothing in it running, is ousted by the next; going on it works, and everything arrives once', async () => {
    const first = tablet.page
    const second = await tablet.context.newPage()
    await second.goto(`${server.url}/`)
    await syncSays(second, 'All sent')
    expect(await leads(first)).toBe(true)
    // As a question of the browser does, or its print dialog: not even a message of another tab is heard meanwhile.
    const asked = first.waitForEvent('dialog')
    const hanging = first.evaluate(() => alert('Nothing of this tab runs until this is answered.'))
    const question = await asked
    try {
      await expect.poll(() => leads(second), { timeout: 60_000 }).toBe(true)
      await saveSheet(second, 'Beside a hanging tab')
      await expect.poll(() => named('Beside a hanging tab')).toHaveLength(1)
      await syncSays(second, 'All sent')
    } finally {
      await question.accept()
      await hanging
    }
    expect(await leads(first)).toBe(false)
    await saveSheet(first, 'Going on')
    await expect.poll(() => named('Going on')).toHaveLength(1)
    await syncSays(first, 'All sent')
    expect(await named('Beside a hanging tab')).toHaveLength(1)
    await first.close()
    tablet.page = second
  })

  test('a call waits for no service worker, and starts none', async () => {
    const { page } = tablet
    const worker = await seeWorker(tablet.context, server.url)
    await worker.stopActive()
    await expect.poll(worker.running).toBe(false)
    for (const path of ['/health', '/setup/state', '/user/confirm'])
      await page.evaluate((url) => fetch(url).then((reply) => reply.text()), path)
    expect(worker.running()).toBe(false)
    // What it is there for still starts it, and has its own answer.
    const script = await page.evaluate(
      () => document.querySelector<HTMLScriptElement>('script[type=module]')?.src,
    )
    if (script === undefined) throw new Error('The page has no script.')
    await server.kill()
    expect(await page.evaluate((url) => fetch(url).then((reply) => reply.status), script)).toBe(200)
    expect(worker.running()).toBe(true)
    await server.restart()
  })

  test('[T4] [T5] [P1] the tab that leads is closed while its push is under way: the other one and the worker send on, once', async () => {
    const first = tablet.page
    const second = await tablet.context.newPage()
    const worker = await seeWorker(tablet.context, server.url)
    await second.goto(`${server.url}/`)
    await syncSays(second, 'All sent')
    expect(await leads(first)).toBe(true)
    const underWay = new Promise<void>((sent) => {
      // The server takes it, and its answer never comes.
      const takes = (route: Route) => route.fetch().then(() => sent())
      void first.route('**/sync/push', takes)
    })
    await saveSheet(second, 'Closed mid-push')
    await underWay
    const woken = worker.dispatchSync()
    await first.close()
    tablet.page = second
    await syncSays(second, 'All sent')
    await woken
    expect(await named('Closed mid-push')).toHaveLength(1)
  })

  test('[T7] storage that the browser deleted is said, also without a network, until it is read; the tablet works on as a new device', async () => {
    const devtools = await tablet.context.newCDPSession(tablet.page)
    await tablet.page.goto('about:blank')
    const { origin } = new URL(server.url)
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
    const { page } = tablet
    await server.kill()
    await page.goto(`${server.url}/`)
    const notice = page.getByRole('alert').filter({ hasText: 'The browser deleted this app’s data' })
    await notice.waitFor()
    await server.restart()
    await page.reload()
    await notice.waitFor()
    await signIn(page, server.url, TECHNICIAN, password)
    await notice.getByRole('button', { name: 'I HAVE READ THIS' }).click()
    await notice.waitFor({ state: 'detached' })
    await syncSays(page, 'All sent')
    await saveSheet(page, 'As a new device')
    await expect.poll(() => named('As a new device')).toHaveLength(1)
    await page.reload()
    await syncSays(page, 'All sent')
    expect(await notice.count()).toBe(0)
    // Under an open list, which nobody loads anew.
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
    await notice.waitFor()
  })
})
