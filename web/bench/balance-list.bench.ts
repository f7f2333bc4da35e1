import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from '../e2e/api-client.ts'
import { balanceOfDay, balanceOp } from '../e2e/balance-samples.ts'
import { openTablet, type Tablet } from '../e2e/browser.ts'
import { demonstrationPassword, startServer, type Server } from '../e2e/server.ts'
import { readyForOffline, signIn } from '../e2e/steps.ts'
import { installProbe, seenAfter } from './page-probe.ts'
import { newReport } from './report.ts'

const COUNT = 10_000
/** A sheet of one page has some 5 KB, and a change at most 1 MiB. */
const BATCH = 100
const VISITS = 5
const DRUGS = ['Ketamine', 'Methadone', 'Hydromorphone', 'Butorphanol', 'Midazolam']
const TYPED = ['keta 0427', 'metha', 'midaz 99', 'butor 1']

const drugName = (n: number) => `${DRUGS[n % DRUGS.length]} ${String(n).padStart(5, '0')}`

const sheet = (n: number) =>
  balanceOp(
    balanceOfDay(
      { drug_name: drugName(n), drug_concentration: 10 },
      {
        day: `2026-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`,
        draws: [1, 2, 3].map((patient) => ({ patient: `Patient ${n} ${patient}`, volume: 50 })),
      },
    ),
  )

const counted = (count: number) => ({
  selector: '.record-list-count',
  text: count === 1 ? '1 balance sheet' : `${count} balance sheets`,
})

describe('a list of 10,000 balance sheets', () => {
  const report = newReport('balance-list')
  const names = Array.from({ length: COUNT }, (_, n) => drugName(n).toLowerCase())
  let server: Server
  let tablet: Tablet

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    const api = await signInToApi(server.url, 'lead@demo.test', password)
    for (let from = 0; from < COUNT; from += BATCH)
      await api.push(
        'balance.create',
        Array.from({ length: BATCH }, (_, at) => sheet(from + at)),
      )
    tablet = await openTablet()
    const { page } = tablet
    await installProbe(page)
    await signIn(page, server.url, 'technician@demo.test', password)
    await readyForOffline(page)
    await page.goto(`${server.url}/controlled-substances`)
    await page.waitForFunction(
      ({ selector, text }) => document.querySelector(selector)?.textContent === text,
      counted(COUNT),
      { timeout: 300_000 },
    )
  }, 600_000)
  afterAll(async () => {
    report.end()
    await tablet.close()
    await server.stop()
  })

  const matches = (text: string) => {
    const words = text.split(' ').filter((word) => word !== '')
    return names.filter((name) => words.every((word) => name.includes(word))).length
  }

  async function openList(page: Page): Promise<number> {
    const entrance = page.getByRole('link', { name: /^View Controlled Substance Records/ })
    await entrance.waitFor()
    // As long as a person needs to read the screen.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
    await page.waitForTimeout(500)
    return (await seenAfter(page, 'click', () => entrance.click(), counted(COUNT))).ms
  }

  test('the list opens', async () => {
    const { page } = tablet
    const first: number[] = []
    const again: number[] = []
    for (let visit = 0; visit < VISITS; visit++) {
      await page.goto(`${server.url}/`)
      first.push(await openList(page))
      await page.getByRole('button', { name: 'Return to Home' }).click()
      again.push(await openList(page))
    }
    report.add('list of 10,000 balance sheets opens, first after a load of the page', 'ms', first)
    report.add('list of 10,000 balance sheets opens, later', 'ms', again, 100)
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
    expect(times.length).toBeGreaterThan(15)
    report.add('search in a list of 10,000 balance sheets, per keystroke', 'ms', times, 50)
  })
})
