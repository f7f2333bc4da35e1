import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from '../e2e/api-client.ts'
import { balanceOp } from '../e2e/balance-samples.ts'
import { openTablet, type Tablet } from '../e2e/browser.ts'
import { balanceOfDraws } from '../e2e/drawn-balances.ts'
import { demonstrationPassword, startServer, type Server } from '../e2e/server.ts'
import { readyForOffline, signIn } from '../e2e/steps.ts'
import { installProbe } from './page-probe.ts'
import { newReport } from './report.ts'

const RUNS = 7
/** With their bottles and carried rows they fill 100 pages. */
const DRAWS = 2_240
const PAPER_MS = 3_000
const FREEZE_MS = 100

/** The longest time in which the page could do nothing else while `work` went on. */
async function longestGap(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel()
    let last = performance.now()
    const gaps = { longest: 0, watched: true }
    port1.addEventListener('message', () => {
      const now = performance.now()
      gaps.longest = Math.max(gaps.longest, now - last)
      last = now
      if (gaps.watched) setTimeout(() => port2.postMessage(null), 4)
    })
    port1.start()
    port2.postMessage(null)
    Object.assign(window, { gaps })
  })
  await work()
  return page.evaluate(() => {
    const { gaps } = window as unknown as { gaps: { longest: number; watched: boolean } }
    gaps.watched = false
    return gaps.longest
  })
}

describe('a balance sheet of 100 pages', () => {
  const report = newReport('balance-pdf')
  let server: Server
  let tablet: Tablet

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    const api = await signInToApi(server.url, 'lead@demo.test', password)
    await api.push('balance.create', [balanceOp(balanceOfDraws('Methadone', DRAWS))])
    tablet = await openTablet()
    const { page } = tablet
    await installProbe(page)
    await signIn(page, server.url, 'technician@demo.test', password)
    await readyForOffline(page)
    await page.goto(`${server.url}/controlled-substances`)
    await page.getByRole('button', { name: /^Methadone/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'DOWNLOAD' }).click()
  })
  afterAll(async () => {
    report.end()
    await tablet.close()
    await server.stop()
  })

  async function measure(what: string): Promise<void> {
    const { page } = tablet
    const gaps: number[] = []
    await page.evaluate(() => (window.probe.papers.length = 0))
    for (let run = 0; run < RUNS; run++) {
      const gap = await longestGap(page, async () => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('dialog').getByRole('button', { name: 'GENERATE' }).click(),
        ])
        await page.getByRole('dialog').getByText(`Downloaded ${download.suggestedFilename()}`).waitFor()
        await download.delete()
      })
      gaps.push(gap)
    }
    const papers = await page.evaluate(() => window.probe.papers)
    expect(papers).toHaveLength(RUNS)
    report.add(`PDF of ${what}, GENERATE to file`, 'ms', papers, PAPER_MS)
    report.add(`PDF of ${what}, longest gap of the main thread`, 'ms', gaps, FREEZE_MS)
  }

  test('in landscape', () => measure('100 pages in landscape'))

  test('in portrait', async () => {
    await tablet.page.getByRole('dialog').getByText('Portrait', { exact: true }).click()
    await measure('the same rows in portrait')
  })

  test('blank ones', async () => {
    const { page } = tablet
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'BLANKS' }).click()
    await page.getByLabel('Number of Pages').fill('100')
    await measure('100 blank pages')
  })
})
