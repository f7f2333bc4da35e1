import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Op } from 'sync-protocol/records/mutation'
import { signInToApi } from '../e2e/api-client.ts'
import { openTablet, type Tablet } from '../e2e/browser.ts'
import { demonstrationPassword, startServer, type Server } from '../e2e/server.ts'
import { readyForOffline, signIn } from '../e2e/steps.ts'
import { installProbe, seenAfter } from './page-probe.ts'
import { newReport } from './report.ts'

const COUNT = 10_000
const BATCH = 500
const TABLETS = 3
const VISITS = 7
const OPENINGS_A_VISIT = 5

const KINDS = ['Removal', 'Repair', 'Biopsy', 'Exploration', 'Revision', 'Drainage', 'Extraction', 'Fixation']
const PLACES = ['bladder', 'elbow', 'stifle', 'spleen', 'tooth', 'eyelid', 'ear', 'tail', 'hip', 'tongue']
const TYPED = ['fixation', 'stifle', '0427', 'repair', 'tongue 9', 'spleen b']

const procedureName = (n: number) =>
  `${KINDS[n % KINDS.length]} of the ${PLACES[n % PLACES.length]} ${String(n).padStart(5, '0')}`

const procedure = (n: number): Op => ({
  op: 'create',
  collection: 'procedures',
  _id: randomUUID(),
  content: { species: 0, name: procedureName(n), notes: `Notes of procedure ${n}. `.repeat(8) },
})

const openPicker = (page: Page) =>
  seenAfter(page, 'click', () => page.getByRole('button', { name: /^Procedure/ }).click(), {
    selector: '.picker-row',
  })
/** The dialogs' code is here and nothing is left to do, as when a person has read the screen. */
const settled = async (page: Page) => {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('modal-dialog')),
  )
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
}
const closePicker = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

describe('a library of 10,000 records', () => {
  const report = newReport('library')
  let server: Server
  const tablets: Tablet[] = []
  let password: string
  /** Of all canine procedures, the demonstration's among them. */
  let names: string[]
  let records: number

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    const api = await signInToApi(server.url, 'lead@demo.test', password)
    const ops = Array.from({ length: COUNT }, (_, n) => procedure(n))
    for (let from = 0; from < COUNT; from += BATCH)
      await api.push('procedure.create', ops.slice(from, from + BATCH))
    const procedures = await api.records('procedures')
    records = procedures.length
    names = procedures.flatMap(({ content }) =>
      content?.['species'] === 0 ? [String(content['name']).toLowerCase()] : [],
    )
  })
  afterAll(async () => {
    report.end()
    for (const tablet of tablets) await tablet.close()
    await server.stop()
  })

  /** The tablet that has them all. */
  const loaded = (): Tablet => {
    const [tablet] = tablets
    if (tablet === undefined) throw new Error('No tablet has loaded the library.')
    return tablet
  }
  const matches = (text: string) => {
    const words = text.split(' ')
    return names.filter((name) => words.every((word) => name.includes(word))).length
  }

  async function firstLoad(page: Page): Promise<{ ms: number; longest: number }> {
    await installProbe(page)
    await signIn(page, server.url, 'technician@demo.test', password)
    const end = await page.waitForFunction(
      () => {
        const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        const signedIn = answers.find(({ name }) => name.endsWith('/user/login'))
        // Before the first round the mark knows of nothing unsent, and says the same.
        const pulled = answers.some(({ name }) => name.includes('/sync/pull?'))
        if (signedIn === undefined || !pulled) return undefined
        if (document.querySelector('[aria-label="Sync: All sent"]') === null) return undefined
        return {
          ms: performance.now() - signedIn.responseEnd,
          longest: Math.max(0, ...window.probe.longTasks),
        }
      },
      undefined,
      { polling: 'raf', timeout: 60_000 },
    )
    const result = await end.jsonValue()
    if (result === undefined) throw new Error('The load did not end.')
    return result
  }

  const storedProcedures = (page: Page) =>
    page.evaluate(async () => {
      const { name = '' } =
        (await indexedDB.databases()).find((database) => database.name?.startsWith('clinic-')) ?? {}
      const opening = indexedDB.open(name)
      return new Promise<number>((found, failed) => {
        opening.addEventListener('error', () => failed(new Error('The database does not open.')))
        opening.addEventListener('success', () => {
          const { result: database } = opening
          const counting = database.transaction('procedures').objectStore('procedures').count()
          counting.addEventListener('success', () => {
            database.close()
            found(counting.result)
          })
        })
      })
    })

  test('first load on fresh tablets', async () => {
    expect(names.length).toBeGreaterThanOrEqual(COUNT)
    const loads: { ms: number; longest: number }[] = []
    for (let n = 1; n <= TABLETS; n++) {
      const fresh = await openTablet()
      for (const before of tablets.splice(0, 1, fresh)) await before.close()
      loads.push(await firstLoad(fresh.page))
      expect(await storedProcedures(fresh.page)).toBe(records)
    }
    report.add(
      'first load of 10,000 procedures',
      'records/s',
      loads.map(({ ms }) => (records * 1000) / ms),
    )
    report.add(
      'first load of 10,000 procedures, signed in to All sent',
      'ms',
      loads.map(({ ms }) => ms),
    )
    report.add(
      'first load of 10,000 procedures, longest task of the page',
      'ms',
      loads.map(({ longest }) => longest),
    )
    await readyForOffline(loaded().page)
  })

  test('the picker opens', async () => {
    const { page } = loaded()
    const first: number[] = []
    const again: number[] = []
    for (let visit = 0; visit < VISITS; visit++) {
      await page.goto(`${server.url}/new-sheet`)
      const species = page.getByRole('button', { name: /^Species: / })
      await species.waitFor()
      if ((await species.getAttribute('aria-label'))?.includes('Not selected') ?? true) await species.click()
      await page.getByRole('button', { name: /^Species: Canine/ }).waitFor()
      await settled(page)
      for (let opened = 0; opened < OPENINGS_A_VISIT; opened++) {
        const { ms } = await openPicker(page)
        ;(opened === 0 ? first : again).push(ms)
        await closePicker(page)
      }
    }
    report.add('picker of 10,000 opens, first of a visit', 'ms', first, 100)
    report.add('picker of 10,000 opens, later ones', 'ms', again, 100)
  })

  test('the picker filters', async () => {
    const { page } = loaded()
    await openPicker(page)
    await page.getByRole('dialog').getByRole('searchbox').click()
    const times: number[] = []
    const press = async (key: string, before: string, after: string) => {
      const count = matches(after)
      // The same list, or none: nothing would be seen to change.
      if (count === matches(before) || count === 0) {
        await page.keyboard.press(key)
        return
      }
      const shown = { selector: '.picker-list li', attribute: 'aria-setsize', text: String(count) }
      times.push((await seenAfter(page, 'keydown', () => page.keyboard.press(key), shown)).ms)
    }
    for (const text of TYPED) {
      for (let at = 1; at <= text.length; at++)
        await press(text.charAt(at - 1), text.slice(0, at - 1), text.slice(0, at))
      for (let at = text.length; at > 0; at--)
        await press('Backspace', text.slice(0, at), text.slice(0, at - 1))
    }
    expect(times.length).toBeGreaterThan(30)
    report.add('picker of 10,000 filters, per keystroke', 'ms', times, 50)
    await closePicker(page)
  })
})
