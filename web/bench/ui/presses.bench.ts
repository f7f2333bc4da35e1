import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clinicOps } from './clinic-ops.ts'
import { newReport } from './report.ts'
import { slowDown, watchScreen } from './screen-watch.ts'
import { seededTablet, type SeededTablet } from './seeded-tablet.ts'
import { firstSheet, nextSheet, pathOps } from './spay-path.ts'

const RECORDS = 10_000
const VISITS = 3
const NEXT = 2

const report = newReport('presses')
let clinic: SeededTablet
beforeAll(async () => {
  clinic = await seededTablet([...clinicOps(RECORDS), ...pathOps])
  await watchScreen(clinic.tablet.page)
})
afterAll(async () => {
  report.end()
  await clinic.tablet.close()
  await clinic.server.stop()
})

describe.each([1, 4])('with a processor %i times as slow', (times) => {
  test('each press of the spay-day path is answered in the next frame', async () => {
    const { page } = clinic.tablet
    const session = await slowDown(page, times)
    const presses: { on: string; ms: number }[] = []
    const tasks: number[] = []
    for (let visit = 0; visit < VISITS; visit++) {
      await page.goto(clinic.server.url)
      await page.locator('.home-first a[href="/new-sheet"]').waitFor()
      // As long as a person needs to read the screen.
      await page.waitForTimeout(3_000)
      const begun = await page.evaluate(() => performance.now())
      await firstSheet(page)
      for (let n = 0; n < NEXT; n++) await nextSheet(page, `Rex ${n}`)
      const seen = await page.evaluate(() => window.watched)
      presses.push(...seen.presses)
      tasks.push(Math.max(0, ...seen.longTasks.filter(({ start }) => start > begun).map(({ ms }) => ms)))
    }
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await session.detach()
    expect(presses.length).toBeGreaterThan(VISITS * 40)
    const slowest = presses.toSorted((a, b) => b.ms - a.ms).slice(0, 8)
    console.log(slowest.map(({ on, ms }) => `${ms.toFixed(0)} ms ${on}`).join('\n'))
    const where = `spay-day path, ${RECORDS / 1000},000 records, ${times}x CPU`
    report.add(
      `press to the next frame, ${where}`,
      'ms',
      presses.map(({ ms }) => ms),
      { p95Below: 50 },
    )
    report.add(`longest task of a visit, ${where}`, 'ms', tasks, { atMost: 100 })
  })
})
