import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProfile, openTablet, type Tablet } from '../../e2e/browser.ts'
import { keptOnDisk } from '../../e2e/kept-on-disk.ts'
import { buildSheet } from '../../e2e/steps.ts'
import { percentile } from '../report.ts'
import { clinicOps } from './clinic-ops.ts'
import { newReport } from './report.ts'
import { placeOf, slowDown, watchScreen } from './screen-watch.ts'
import { seededTablet, type SeededTablet } from './seeded-tablet.ts'

const RECORDS = 100_000
const RUNS = 7
const SLOWER = 4
/** Starts in which the browser notices that it should keep the compiled scripts, as on any tablet that is in use. */
const BEFORE = 3
const LISTS_KEPT_MS = 20_000
const CREATE = '.home-first a[href="/new-sheet"]'
const DOSES = '.now-doses .now-row .volume'

const report = newReport('cold-start')
let clinic: SeededTablet
/** The same tablet with an open sheet. */
let inSurgery: string
beforeAll(async () => {
  clinic = await seededTablet(clinicOps(RECORDS))
  await clinic.tablet.close()
  inSurgery = mkdtempSync(join(tmpdir(), 'bench-tablet-'))
  copyProfile(clinic.tablet.profile, inSurgery)
  const tablet = await openTablet({ profile: inSurgery })
  await tablet.page.goto(`${clinic.server.url}/new-sheet`)
  const protocol = 'Dental (Dex-Methadone, Alfaxalone)'
  const patient = { name: 'Bella', weight: '12.4', unit: 'kg', procedure: 'Ovariohysterectomy' } as const
  await buildSheet(tablet.page, { ...patient, protocol })
  await keptOnDisk(tablet.page, '"weight_units":"kg"', 'drafts')
  // On a tablet that is in use, the lists are kept for the next start.
  await tablet.page.goto(`${clinic.server.url}/emergency-now`)
  await tablet.page.locator(DOSES).first().waitFor()
  await tablet.page.waitForTimeout(LISTS_KEPT_MS)
  await tablet.close()
  await clinic.server.stop()
})
afterAll(() => report.end())

async function coldStart(profile: string, path: string): Promise<Tablet> {
  const tablet = await openTablet({ profile })
  await slowDown(tablet.page, SLOWER)
  await watchScreen(tablet.page)
  await tablet.page.goto(clinic.server.url + path, { waitUntil: 'commit' })
  return tablet
}

test('a browser that was closed opens with 100,000 records and no server, and answers', async () => {
  const home: number[] = []
  const answered: number[] = []
  const press: number[] = []
  const doses: number[] = []
  const floor: number[] = []
  for (let run = -BEFORE; run < RUNS; run++) {
    const tablet = await coldStart(clinic.tablet.profile, '')
    const { page } = tablet
    const painted = await page.evaluate((tile) => window.watched.painted(tile), CREATE)
    const create = await placeOf(page.locator(CREATE))
    await create.press(page)
    const opened = await page.evaluate(async () => {
      await window.watched.painted('h1', 'New Anesthesia Sheet')
      const [click] = window.watched.presses.filter(({ on }) => on.startsWith('click'))
      return click?.ms ?? Number.NaN
    })
    expect(opened).toBeGreaterThan(0)
    const arrived = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON())
    await page.waitForTimeout(2_000)
    await tablet.close()

    const emergency = await coldStart(inSurgery, '/emergency-now')
    const given = await emergency.page.evaluate((volume) => window.watched.painted(volume), DOSES)
    await emergency.page.waitForTimeout(2_000)
    await emergency.close()
    if (run < 0) continue
    floor.push((arrived as PerformanceNavigationTiming).responseEnd)
    home.push(painted)
    press.push(opened)
    answered.push(painted + opened)
    doses.push(given)
  }
  const where = `offline, ${RECORDS / 1000},000 records, ${SLOWER}x CPU`
  report.add(`cold start to a usable Home: tiles and the answer to a press, ${where}`, 'ms', answered, {
    p50Below: 1500,
  })
  report.add(`floor: until a browser that was closed has the page from the service worker`, 'ms', floor)
  report.add(`the same until the tiles are painted`, 'ms', home)
  report.add(`a press on 'Create New Anesthesia Sheet' at once, to the next frame`, 'ms', press)
  // In turns with the starts above, which it should not take longer than.
  report.add(`cold start at EMERGENCY, to the doses of the open sheet's patient, ${where}`, 'ms', doses, {
    p50Below: Math.round(percentile(answered, 0.5)),
  })
})
