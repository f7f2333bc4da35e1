import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { keptOnDisk } from '../../e2e/kept-on-disk.ts'
import { buildSheet } from '../../e2e/steps.ts'
import { installProbe, seenAfter } from '../page-probe.ts'
import { clinicOps } from './clinic-ops.ts'
import { newReport } from './report.ts'
import { placeOf, slowDown } from './screen-watch.ts'
import { seededTablet, type SeededTablet } from './seeded-tablet.ts'

const RECORDS = 10_000
const VISITS = 10
const AGAIN = 3
const SLOWER = 4
const ANSWER_MS = 100
/** As long as a person needs to read the screen. */
const READ_MS = 3_000
const DOSES = { selector: '.now-doses .now-row .volume' }

const report = newReport('emergency')
let clinic: SeededTablet
beforeAll(async () => {
  clinic = await seededTablet(clinicOps(RECORDS))
  const { page } = clinic.tablet
  await page.goto(`${clinic.server.url}/new-sheet`)
  const protocol = 'Dental (Dex-Methadone, Alfaxalone)'
  await buildSheet(page, {
    name: 'Bella',
    weight: '12.4',
    unit: 'kg',
    procedure: 'Ovariohysterectomy',
    protocol,
  })
  await keptOnDisk(page, '"weight_units":"kg"', 'drafts')
  await installProbe(page)
  await clinic.server.stop()
})
afterAll(async () => {
  report.end()
  await clinic.tablet.close()
  await clinic.server.stop()
})

const pressEmergency = async (page: Page) => {
  const link = await placeOf(page.getByRole('link', { name: 'EMERGENCY', exact: true }))
  return (await seenAfter(page, 'click', () => link.press(page), DOSES)).ms
}

/**
 * The floor: the press puts the same screen in place of this one, as text that was made before. What stays is the browser's own
 * work: parsing, style, layout and paint.
 */
async function pressForText(page: Page, text: string): Promise<number> {
  await page.evaluate((html) => {
    const press = (event: Event) => {
      if (!(event.target instanceof Element) || event.target.closest('a')?.textContent !== 'EMERGENCY') return
      event.preventDefault()
      event.stopImmediatePropagation()
      const screen = document.querySelector('#screen')
      if (screen) screen.innerHTML = html
    }
    document.addEventListener('click', press, { capture: true, once: true })
  }, text)
  return pressEmergency(page)
}

test('EMERGENCY shows the doses of the open sheet’s patient', async () => {
  const { page } = clinic.tablet
  const session = await slowDown(page, SLOWER)
  const [first, again, home, floor]: number[][] = [[], [], [], []]
  for (let visit = 0; visit < VISITS; visit++) {
    await page.goto(`${clinic.server.url}/new-sheet`)
    await page.locator('.volumes .volume').first().waitFor()
    await page.waitForTimeout(READ_MS)
    first?.push(await pressEmergency(page))
    for (let n = 0; n < AGAIN; n++) {
      await page.getByRole('button', { name: 'Return to New Anesthesia Sheet' }).click()
      await page.locator('.volumes .volume').first().waitFor()
      await page.waitForTimeout(READ_MS / AGAIN)
      again?.push(await pressEmergency(page))
    }
    const text = await page.locator('#screen').innerHTML()
    await page.getByRole('button', { name: 'Return to New Anesthesia Sheet' }).click()
    await page.locator('.volumes .volume').first().waitFor()
    await page.waitForTimeout(READ_MS / AGAIN)
    floor?.push(await pressForText(page, text))
    await page.goto(clinic.server.url)
    await page.getByRole('link', { name: /^Continue the open sheet for Bella/ }).waitFor()
    await page.waitForTimeout(READ_MS)
    home?.push(await pressEmergency(page))
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  const where = `offline, ${RECORDS / 1000},000 records, ${SLOWER}x CPU`
  const target = { p95Below: ANSWER_MS }
  report.add(
    `EMERGENCY on the open sheet to its doses, first of a visit, ${where}`,
    'ms',
    first ?? [],
    target,
  )
  report.add(`floor: the same screen as text, put in place by that press, ${where}`, 'ms', floor ?? [])
  report.add(`EMERGENCY on the open sheet to its doses, later ones, ${where}`, 'ms', again ?? [], target)
  report.add(
    `EMERGENCY on Home to the open sheet's doses, first of a visit, ${where}`,
    'ms',
    home ?? [],
    target,
  )
})
