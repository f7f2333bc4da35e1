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
const VISITS = 7
const KINDS = ['Hydro', 'Metho', 'Keta', 'Dexa', 'Bupre', 'Alfa', 'Propo', 'Mida']
const ENDINGS = ['morphone', 'done', 'mine', 'detomidine', 'norphine', 'xalone', 'fol', 'zolam']
const TYPED = ['dexa', '0427', 'zolam', 'keta 9', 'norphine b']

const drugName = (n: number) =>
  `${KINDS[n % KINDS.length]}${ENDINGS[Math.floor(n / 8) % ENDINGS.length]} ${String(n).padStart(5, '0')}`

const drug = (n: number, section_key: number): Op => ({
  op: 'create',
  collection: 'drugs',
  _id: randomUUID(),
  content: {
    name: drugName(n),
    concentration: 10,
    dosage: [0.5, 0.25],
    dosage_from: [-1, -1],
    dosage_to: [-1, -1],
    route: ['IV', 'IM'],
    form: 'INJECTION',
    controlled: n % 5 === 0,
    ...(n % 5 === 0 && { schedule: 'II' }),
    species: [0, 1],
    section_key,
  },
})

const counted = (count: number) => ({
  selector: '.record-list-count',
  text: count === 1 ? '1 drug' : `${count} drugs`,
})

describe('the drugs of a section of 10,000', () => {
  const report = newReport('library-list')
  let server: Server
  let tablet: Tablet
  /** Of the drugs that the section shows. */
  let names: string[]

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    const api = await signInToApi(server.url, 'lead@demo.test', password)
    tablet = await openTablet()
    const { page } = tablet
    await installProbe(page)
    await signIn(page, server.url, 'technician@demo.test', password)
    await readyForOffline(page)
    // The section that the screen shows first gets them all.
    await page.goto(`${server.url}/drugs/canine`)
    await page.locator('.card').first().waitFor()
    const shown = (await page.locator('.card-title').first().textContent()) ?? ''
    const drugs = await api.records('drugs')
    const key = Number(drugs.find(({ content }) => content?.['name'] === shown)?.content?.['section_key'])
    const ops = Array.from({ length: COUNT }, (_, n) => drug(n, key))
    for (let from = 0; from < COUNT; from += BATCH)
      await api.push('drug.create', ops.slice(from, from + BATCH))
    names = (await api.records('drugs')).flatMap(({ content }) => {
      const species = content?.['species']
      const listed = content?.['section_key'] === key && Array.isArray(species) && species.includes(0)
      return listed ? [String(content['name']).toLowerCase()] : []
    })
    await page.reload()
    await page.waitForFunction(
      ({ selector, text }) => document.querySelector(selector)?.textContent === text,
      counted(names.length),
      { timeout: 120_000 },
    )
  })
  afterAll(async () => {
    report.end()
    await tablet.close()
    await server.stop()
  })

  const matches = (text: string) => {
    const words = text.split(' ').filter((word) => word !== '')
    return names.filter((name) => words.every((word) => name.includes(word))).length
  }

  /** Home, the library, the species: the last press is measured until the first cards are painted. */
  async function openList(page: Page): Promise<number> {
    await page.getByRole('button', { name: /^Add Drugs, Protocols, and Procedures/ }).click()
    await page.getByRole('button', { name: 'Anesthesia Drugs' }).click()
    const canine = page.getByRole('button', { name: 'Canine' })
    await canine.waitFor()
    // As long as a person needs to choose; the list in memory is made meanwhile.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
    await page.waitForTimeout(500)
    return (await seenAfter(page, 'click', () => canine.click(), counted(names.length))).ms
  }

  test('the list opens', async () => {
    const { page } = tablet
    expect(names.length).toBeGreaterThanOrEqual(COUNT)
    const first: number[] = []
    const again: number[] = []
    for (let visit = 0; visit < VISITS; visit++) {
      await page.goto(`${server.url}/`)
      first.push(await openList(page))
      await page.getByRole('button', { name: 'Return to Home' }).click()
      again.push(await openList(page))
    }
    report.add('list of 10,000 drugs opens, first after a load of the page', 'ms', first, 100)
    report.add('list of 10,000 drugs opens, later', 'ms', again, 100)
  })

  test('the search answers each key', async () => {
    const { page } = tablet
    await page.getByRole('searchbox').click()
    const times: number[] = []
    const press = async (key: string, before: string, after: string) => {
      const count = matches(after)
      // The same count, or none: nothing would be seen to change.
      if (count === matches(before) || count === 0) {
        await page.keyboard.press(key)
        return
      }
      times.push((await seenAfter(page, 'keydown', () => page.keyboard.press(key), counted(count))).ms)
    }
    for (const text of TYPED) {
      for (let at = 1; at <= text.length; at++)
        await press(text.charAt(at - 1), text.slice(0, at - 1), text.slice(0, at))
      for (let at = text.length; at > 0; at--)
        await press('Backspace', text.slice(0, at), text.slice(0, at - 1))
    }
    expect(times.length).toBeGreaterThan(20)
    report.add('search in a list of 10,000 drugs, per keystroke', 'ms', times, 50)
  })
})
