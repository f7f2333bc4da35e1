import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from '../e2e/api-client.ts'
import { openTablet, type Tablet } from '../e2e/browser.ts'
import { demonstrationPassword, startServer, type Server } from '../e2e/server.ts'
import { buildSheet, choose, readyForOffline, signIn } from '../e2e/steps.ts'
import { fullEmergency, fullProtocol } from './full-sheet.ts'
import { installProbe, seenAfter, type Seen } from './page-probe.ts'
import { newReport } from './report.ts'

const KEYS = 200
const SAVES = 100
const VISITS = 7
const PAPERS_A_VISIT = 5
const FRAME_MS = 16.7

const EXPORT_WINDOW = '[role=dialog]'
const QUESTION = '[role=alertdialog]'

/** What the browser and the disk take for the smallest durable write: the floor under every save. */
const bareTransactions = (page: Page) =>
  page.evaluate(async (count) => {
    const opening = indexedDB.open('bench-floor', 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('rows'))
    const database = await new Promise<IDBDatabase>((opened, failed) => {
      opening.addEventListener('success', () => opened(opening.result))
      opening.addEventListener('error', () => failed(new Error('The database does not open.')))
    })
    const times: number[] = []
    for (let n = 0; n < count; n++) {
      const start = performance.now()
      const transaction = database.transaction('rows', 'readwrite', { durability: 'strict' })
      transaction.objectStore('rows').put('x'.repeat(2000), n)
      await new Promise((complete) => transaction.addEventListener('complete', complete))
      times.push(performance.now() - start)
    }
    database.close()
    return times
  }, SAVES)

describe('a long sheet', () => {
  const report = newReport('sheet')
  let server: Server
  let tablet: Tablet

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    const api = await signInToApi(server.url, 'lead@demo.test', password)
    await api.push('protocols.create', [fullProtocol, fullEmergency])
    tablet = await openTablet()
    const { page } = tablet
    await installProbe(page)
    await signIn(page, server.url, 'technician@demo.test', password)
    await readyForOffline(page)
    await page.goto(`${server.url}/new-sheet`)
    const patient = { name: 'Rex', weight: '22', unit: 'lb', procedure: 'Castration' } as const
    await buildSheet(page, { ...patient, protocol: 'Full protocol' })
    await choose(page, 'Emergency Protocol', 'Full emergency')
    await page.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).click()
  })
  afterAll(async () => {
    report.end()
    await tablet.close()
    await server.stop()
  })

  const openExportWindow = async () => {
    await tablet.page.getByRole('button', { name: 'EXPORT', exact: true }).click()
    await tablet.page.locator(EXPORT_WINDOW).waitFor()
  }

  test('keystroke to updated volumes', async () => {
    const { page } = tablet
    await page.getByLabel('Patient Weight').click()
    await page.keyboard.press('End')
    const seen: Seen[] = []
    // 22 lb at 0.5 mg/kg and 10 mg/ml are 0.4988… ml, 2 lb 0.0453… ml.
    const steps = [
      { key: 'Backspace', volume: '0.05 ml' },
      { key: '2', volume: '0.5 ml' },
    ]
    for (let pressed = 0; pressed < KEYS; pressed += steps.length) {
      for (const { key, volume } of steps) {
        const shown = { selector: '.volumes .dose .volume', text: volume }
        seen.push(await seenAfter(page, 'keydown', () => page.keyboard.press(key), shown))
      }
    }
    report.add(
      'keystroke to painted volumes',
      'ms',
      seen.map(({ ms }) => ms),
      FRAME_MS,
    )
    report.add(
      'frames until the volumes of a keystroke are shown',
      'frames',
      seen.map(({ frames }) => frames),
      2,
    )
  })

  async function saveOnce(name: string): Promise<Seen> {
    const { page } = tablet
    await page.getByLabel('Patient Name').fill(name)
    await openExportWindow()
    await page.locator(EXPORT_WINDOW).getByRole('button', { name: 'Close' }).click()
    const yes = page.getByRole('alertdialog', { name: 'Save Anesthesia Sheet?' }).getByRole('button', {
      name: 'YES',
    })
    return seenAfter(page, 'click', () => yes.click(), { selector: QUESTION, text: null })
  }

  async function measureSaves(where: string): Promise<void> {
    const { page } = tablet
    await page.evaluate(() => (window.probe.saves.length = 0))
    const gone: number[] = []
    for (let n = 1; n <= SAVES; n++) gone.push((await saveOnce(`Rex ${n}`)).ms)
    const all = await page.evaluate(() => window.probe.saves)
    const saves = all.filter(({ action }) => action === 'sheet.save')
    expect(saves.map(({ durability }) => durability)).toEqual(Array(SAVES).fill('strict'))
    report.add(
      `save a sheet with 3 draws, ${where}: transaction`,
      'ms',
      saves.map(({ ms }) => ms),
      10,
    )
    report.add(
      `save a sheet with 3 draws, ${where}: YES to on disk`,
      'ms',
      saves.map(({ msFromClick }) => msFromClick),
    )
    report.add(`save a sheet with 3 draws, ${where}: YES to question gone`, 'ms', gone)
    const drafts = all.filter(({ action }) => action.startsWith('draft.'))
    if (drafts.length > 0)
      report.add(
        `keep an open sheet, ${where}: transaction`,
        'ms',
        drafts.map(({ ms }) => ms),
      )
  }

  test('PDF of one sheet after its code is loaded', async () => {
    const { page } = tablet
    const papers: number[][] = []
    for (let visit = 0; visit < VISITS; visit++) {
      await page.reload()
      await openExportWindow()
      // The window starts the worker ahead, which fetches its letters.
      const letters = () =>
        Promise.all(
          page
            .workers()
            .map((worker) =>
              worker.evaluate(() =>
                performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.ttf')),
              ),
            ),
        )
      await expect.poll(async () => (await letters()).flat().length).toBe(2)
      const dialog = page.locator(EXPORT_WINDOW)
      for (let made = 0; made < PAPERS_A_VISIT; made++) {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          dialog.getByRole('button', { name: 'GENERATE' }).click(),
        ])
        expect(download.suggestedFilename()).toMatch(/ - Rex\.pdf$/)
        await download.delete()
        await dialog.getByText('Rex.pdf').waitFor()
      }
      papers.push(await page.evaluate(() => window.probe.papers))
    }
    expect(papers.map(({ length }) => length)).toEqual(Array(VISITS).fill(PAPERS_A_VISIT))
    const first = papers.flatMap((visit) => visit.slice(0, 1))
    const next = papers.flatMap((visit) => visit.slice(1))
    report.add('PDF of a sheet, GENERATE to file, first of a visit', 'ms', first, 150)
    report.add('PDF of a sheet, GENERATE to file, later ones', 'ms', next, 150)
  })

  test('local save, sending all the while and without a network', async () => {
    const { page } = tablet
    await page.reload()
    await measureSaves('sending')
    await server.stop()
    await measureSaves('offline')
    report.add('one record in a bare strict transaction', 'ms', await bareTransactions(page))
  })
})
