import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptOnDisk } from '../../e2e/kept-on-disk.ts'
import { startServer } from '../../e2e/server.ts'
import { buildSheet, unitButton } from '../../e2e/steps.ts'
import { clinicOps } from './clinic-ops.ts'
import { PLAN, planOps, ROWS } from './guards-plan.ts'
import { newReport } from './report.ts'
import { placeOf, slowDown, watchScreen } from './screen-watch.ts'
import { seededTablet, type SeededTablet } from './seeded-tablet.ts'
import { timedInstallation } from './timed-guards.ts'

const RECORDS = 10_000
const VISITS = 10
const SLOWER = 4
const PRESS_MS = 4
/** As somebody types who corrects a weight: it ends as it began. */
const WEIGHT = '12'
const KEYS = ['Backspace', 'Backspace', '1', '2', '.', '4', 'Backspace', 'Backspace'] as const
const UNITS = ['lb', 'kg', 'lb', 'kg'] as const
/** ms until the next press: its frame was painted by then. */
const BETWEEN = 400

const report = newReport('guards')
let root: string
let clinic: SeededTablet
beforeAll(async () => {
  root = await timedInstallation()
  const server = await startServer({}, '127.0.0.1', root)
  const ops = (section: number) => [...clinicOps(RECORDS), ...planOps(section)]
  clinic = await seededTablet(ops, 'technician@demo.test', server)
})
afterAll(async () => {
  report.end()
  await clinic.tablet.close()
  await clinic.server.stop()
  rmSync(root, { recursive: true })
})

interface Press {
  /** All calls of the guards. */
  guards: number
  /** Until the next frame was painted. */
  frame: number
  calls: string[]
}

async function pressed(page: Page, press: (page: Page) => Promise<void>): Promise<Press> {
  await page.evaluate(() => {
    window.guardTimes = []
    window.watched.presses.length = 0
  })
  await press(page)
  await page.waitForTimeout(BETWEEN)
  const { times, presses } = await page.evaluate(() => ({
    times: window.guardTimes,
    presses: window.watched.presses,
  }))
  const frame = presses.find(({ on }) => !on.startsWith('pointerdown'))?.ms ?? Number.NaN
  return {
    guards: times.reduce((sum, { ms }) => sum + ms, 0),
    frame,
    calls: times.map(({ guard }) => guard),
  }
}

test(`the guards of a plan of ${ROWS} rows`, async () => {
  const { page } = clinic.tablet
  await page.goto(`${clinic.server.url}/new-sheet`)
  await buildSheet(page, {
    name: 'Rex',
    weight: WEIGHT,
    unit: 'kg',
    procedure: 'Ovariohysterectomy',
    protocol: PLAN,
  })
  await keptOnDisk(page, '"weight_units":"kg"', 'drafts')
  await watchScreen(page)
  const session = await slowDown(page, SLOWER)
  const typed: Press[] = []
  const opened: Press[] = []
  const exported: Press[] = []
  for (let visit = 0; visit < VISITS; visit++) {
    await page.goto(`${clinic.server.url}/new-sheet`)
    await page.locator('.volumes-tables .dose-below').first().waitFor()
    // As long as a person needs to read the screen.
    await page.waitForTimeout(3_000)
    await page.getByLabel('Patient Weight').click()
    await page.keyboard.press('End')
    for (const key of KEYS) typed.push(await pressed(page, () => page.keyboard.press(key)))
    for (const unit of UNITS) typed.push(await pressed(page, (await placeOf(unitButton(page, unit))).press))
    const plan = await placeOf(page.getByRole('button', { name: /^Anesthesia Protocol/ }))
    opened.push(await pressed(page, plan.press))
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const toPaper = await placeOf(page.getByRole('button', { name: 'EXPORT', exact: true }))
    exported.push(await pressed(page, toPaper.press))
    await page.getByRole('alertdialog').getByRole('button', { name: 'GO BACK' }).click()
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  for (const { calls, frame } of [...typed, ...opened, ...exported]) {
    expect(calls).toContain('doseRows')
    expect(frame).toBeGreaterThan(0)
  }
  const where = `plan of ${ROWS} rows, ${SLOWER}x CPU`
  const rows = [
    ['a press of the weight or its unit', typed],
    ['the press that opens the protocol', opened],
    ['EXPORT', exported],
  ] as const
  for (const [what, presses] of rows) {
    const [guards, frames] = [presses.map((one) => one.guards), presses.map(({ frame }) => frame)]
    report.add(`guards at ${what}, ${where}`, 'ms', guards, { p95Below: PRESS_MS })
    report.add(`${what} to the next frame, ${where}`, 'ms', frames)
  }
})
