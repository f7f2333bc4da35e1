import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { openTablet } from '../../e2e/browser.ts'
import { demonstrationPassword, startServer, type Server } from '../../e2e/server.ts'
import { readyForOffline } from '../../e2e/steps.ts'
import { newReport } from './report.ts'
import { onFast3g, slowDown, watchScreen } from './screen-watch.ts'

const RUNS = 5
const SLOWER = 4
const TILE = '.home-first a'

const report = newReport('first-load')
let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  report.end()
  await server.stop()
})

/** What came over the network for the page until now, in KB as sent; what the service worker has costs nothing. */
const fetchedKb = (page: Page) =>
  page.evaluate(() => {
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[]
    return entries.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024
  })

test('the first visit, the sign-in and the next visits on fast 3G', async () => {
  const password = demonstrationPassword(server)
  const [login, loginSize, home, again, againSize]: number[][] = [[], [], [], [], []]
  for (let run = 0; run < RUNS; run++) {
    const tablet = await openTablet()
    const { page } = tablet
    await watchScreen(page)
    const session = await slowDown(page, SLOWER)
    await onFast3g(session)
    await page.goto(`${server.url}/login`, { waitUntil: 'commit' })
    login?.push(await page.evaluate(() => window.watched.painted('input[type=password]')))
    loginSize?.push(await fetchedKb(page))
    await page.getByLabel('Email').fill('technician@demo.test')
    await page.getByLabel('Password').fill(password)
    const begun = await page.evaluate(() => performance.now())
    await page.getByRole('button', { name: 'LOG IN' }).click()
    home?.push((await page.evaluate((tile) => window.watched.painted(tile), TILE)) - begun)
    await readyForOffline(page)
    await page.goto(server.url, { waitUntil: 'commit' })
    again?.push(await page.evaluate((tile) => window.watched.painted(tile), TILE))
    againSize?.push(await fetchedKb(page))
    await tablet.close()
  }
  const where = `fast 3G (1.6 Mbit/s, 150 ms), ${SLOWER}x CPU`
  report.add(`first visit to a usable login, ${where}`, 'ms', login ?? [])
  report.add('the same, fetched until then', 'KB', loginSize ?? [])
  report.add(`LOG IN to a usable Home, ${where}`, 'ms', home ?? [])
  report.add(`next visit to a usable Home, ${where}`, 'ms', again ?? [])
  report.add('the same, fetched until then', 'KB', againSize ?? [])
})
