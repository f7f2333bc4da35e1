import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTablet } from '../../e2e/browser.ts'
import { clinicOps } from './clinic-ops.ts'
import { newReport } from './report.ts'
import { slowDown, watchScreen } from './screen-watch.ts'
import { seededTablet, type SeededTablet } from './seeded-tablet.ts'

const RECORDS = 100_000
const RUNS = 7
const SLOWER = 4
/** Starts in which the browser notices that it should keep the compiled scripts, as on any tablet that is in use. */
const BEFORE = 3
const CREATE = '.home-first a'

const report = newReport('cold-start')
let clinic: SeededTablet
beforeAll(async () => {
  clinic = await seededTablet(clinicOps(RECORDS))
  await clinic.tablet.close()
  await clinic.server.stop()
})
afterAll(() => report.end())

test('a browser that was closed opens with 100,000 records and no server, and answers', async () => {
  const home: number[] = []
  const answered: number[] = []
  const press: number[] = []
  for (let run = -BEFORE; run < RUNS; run++) {
    const tablet = await openTablet({ profile: clinic.tablet.profile })
    const { page } = tablet
    await slowDown(page, SLOWER)
    await watchScreen(page)
    await page.goto(clinic.server.url, { waitUntil: 'commit' })
    const painted = await page.evaluate((tile) => window.watched.painted(tile), CREATE)
    const create = page.locator(CREATE)
    const box = await create.boundingBox()
    if (!box) throw new Error('There is nothing to press.')
    // By place: what waits for the element to stand still would wait longer than a person.
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    const opened = await page.evaluate(async () => {
      await window.watched.painted('h1', 'New Anesthesia Sheet')
      const [click] = window.watched.presses.filter(({ on }) => on.startsWith('click'))
      return click?.ms ?? Number.NaN
    })
    expect(opened).toBeGreaterThan(0)
    await page.waitForTimeout(2_000)
    await tablet.close()
    if (run < 0) continue
    home.push(painted)
    press.push(opened)
    answered.push(painted + opened)
  }
  const where = `offline, ${RECORDS / 1000},000 records, ${SLOWER}x CPU`
  report.add(`cold start to a usable Home: tiles and the answer to a press, ${where}`, 'ms', answered, {
    p50Below: 1500,
  })
  report.add(`the same until the tiles are painted`, 'ms', home)
  report.add(`a press on 'Create New Anesthesia Sheet' at once, to the next frame`, 'ms', press)
})
