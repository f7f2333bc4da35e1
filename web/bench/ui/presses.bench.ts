import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clinicOps } from './clinic-ops.ts'
import { newReport } from './report.ts'
import { placeOf, slowDown, watchScreen } from './screen-watch.ts'
import { seededTablet, type SeededTablet } from './seeded-tablet.ts'
import { firstSheet, nextSheet, pathOps } from './spay-path.ts'

const RECORDS = 10_000
const VISITS = 3
const NEXT = 2
const OPENINGS = 12
/** As long as a person needs to read the screen. */
const READ_MS = 3_000
/** Between two presses, so that what the one before left to do is done. */
const REST_MS = 500

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

/** The press that this click was, as the screen saw it. */
const pressMs = (page: Page) =>
  page.evaluate(async () => {
    const lastClick = () => window.watched.presses.findLast(({ on }) => on.startsWith('click'))
    while (!lastClick()) await new Promise((frame) => requestAnimationFrame(frame))
    return lastClick()?.ms ?? Number.NaN
  })

async function press(page: Page, button: Locator): Promise<number> {
  await page.evaluate(() => (window.watched.presses.length = 0))
  await (await placeOf(button)).press(page)
  return pressMs(page)
}

/**
 * The floor: the press puts the same dialog on the screen as text that was made before. What stays is the browser's own work:
 * parsing, style, layout and paint.
 */
async function pressForText(page: Page, button: Locator, text: string): Promise<number> {
  await page.evaluate((html) => {
    const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']
    const keep = (event: Event) => {
      event.stopImmediatePropagation()
      if (event.type !== 'click') return
      for (const type of types) document.removeEventListener(type, keep, { capture: true })
      const place = document.createElement('div')
      place.id = 'floor'
      place.innerHTML = html
      document.body.append(place)
    }
    for (const type of types) document.addEventListener(type, keep, { capture: true })
  }, text)
  const ms = await press(page, button)
  await page.evaluate(() => document.querySelector('#floor')?.remove())
  return ms
}

/** Of an open dialog all that stands on the screen for it. */
const textOfDialog = (page: Page) =>
  page.getByRole('dialog').evaluate((dialog) => {
    let outermost = dialog
    while (outermost.parentElement && outermost.parentElement !== document.body)
      outermost = outermost.parentElement
    return outermost.outerHTML
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
      await page.waitForTimeout(READ_MS)
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

  test('a picker opens beside the same dialog as text', async () => {
    const { page } = clinic.tablet
    const session = await slowDown(page, times)
    const [opened, floor]: [number[], number[]] = [[], []]
    await page.goto(`${clinic.server.url}/new-sheet`)
    await page.getByRole('button', { name: /^Species/ }).click()
    const picker = page.getByRole('button', { name: /^Procedure/ })
    await page.waitForTimeout(READ_MS)
    for (let n = 0; n < OPENINGS; n++) {
      opened.push(await press(page, picker))
      const dialog = page.getByRole('dialog')
      await dialog.locator('.picker-row').first().waitFor()
      const text = await textOfDialog(page)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.waitForTimeout(REST_MS)
      floor.push(await pressForText(page, picker, text))
    }
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await session.detach()
    const where = `${RECORDS / 1000},000 records, ${times}x CPU`
    report.add(`a press that opens a picker, to the next frame, ${where}`, 'ms', opened, { p95Below: 50 })
    report.add(`floor: the same dialog as text, put in place by that press, ${where}`, 'ms', floor)
  })
})
