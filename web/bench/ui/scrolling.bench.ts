import type { CDPSession } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drugOps } from './clinic-ops.ts'
import { newReport } from './report.ts'
import { slowDown, watchScreen } from './screen-watch.ts'
import { seededTablet, type SeededTablet } from './seeded-tablet.ts'

const DRUGS = 10_000
const SWIPES = 16
const STEPS = 22
const STEP_PX = 28
const MOVE_MS = 12
const FRAME_MS = 1000 / 60

const report = newReport('scrolling')
let clinic: SeededTablet
beforeAll(async () => {
  clinic = await seededTablet((section) => drugOps(DRUGS, section))
  await watchScreen(clinic.tablet.page)
})
afterAll(async () => {
  report.end()
  await clinic.tablet.close()
  await clinic.server.stop()
})

/** A finger that pushes the list up, as fast as fingers do. */
async function swipe(session: CDPSession, x: number, from: number): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] })
  await touch('touchStart', from)
  for (let step = 1; step <= STEPS; step++) {
    await touch('touchMove', from - step * STEP_PX)
    await new Promise((next) => setTimeout(next, MOVE_MS))
  }
  await touch('touchEnd')
}

describe.each([1, 4])('with a processor %i times as slow', (times) => {
  test('the list of 10,000 drugs scrolls with the finger', async () => {
    const { page } = clinic.tablet
    const session = await slowDown(page, times)
    await page.goto(`${clinic.server.url}/drugs/canine`)
    await page.locator('.virtual-row .card').first().waitFor()
    await page.waitForTimeout(2_000)
    const list = page.locator('.virtual-list')
    const box = await list.boundingBox()
    if (!box) throw new Error('There is no list.')
    await page.evaluate(() => (window.watched.frames.length = 0))
    const begun = await page.evaluate(() => performance.now())
    for (let n = 0; n < SWIPES; n++)
      await swipe(session, box.x + box.width / 2, Math.min(box.y + box.height, 820) - 20)
    const { frames, top, ms } = await page.evaluate((since) => {
      const scrolled = document.querySelector('.virtual-list')?.scrollTop ?? 0
      return { frames: window.watched.frames, top: scrolled, ms: performance.now() - since }
    }, begun)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await session.detach()
    // Moved by fingers, not by a jump.
    expect(top).toBeGreaterThan((SWIPES * STEPS * STEP_PX) / 2)
    const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at))
    const where = `10,000 drugs by touch, ${times}x CPU`
    report.add(`frames a second, ${where}`, '/s', [frames.length / (ms / 1000)], { atLeast: 59 })
    report.add(`between two frames, ${where}`, 'ms', gaps)
    const late = (100 * gaps.filter((gap) => gap > FRAME_MS * 1.5).length) / gaps.length
    report.add(`frames that came late, ${where}`, '%', [late])
  })
})
