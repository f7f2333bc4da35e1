import { afterAll, beforeAll, test } from 'vitest'
import { openTablet } from '../../e2e/browser.ts'
import { clinicOps } from './clinic-ops.ts'
import { newReport } from './report.ts'
import { slowDown, watchScreen } from './screen-watch.ts'
import { seededTablet, type SeededTablet } from './seeded-tablet.ts'

const RECORDS = 2_000
const SLOWER = 4
const SETTLED_MS = 4_000
const SCREENS = [
  '/',
  '/new-sheet',
  '/patients/canine',
  '/drugs/canine',
  '/anesthesia/canine',
  '/emergency/canine',
  '/injections/canine',
  '/procedures/canine',
  '/single-draws/canine',
  '/controlled-substances',
  '/controlled-substances/new',
  '/needs-attention',
  '/organization',
  '/devices',
  '/device',
  '/action-log',
  '/ledger',
]

const report = newReport('layout-shift')
let clinic: SeededTablet
beforeAll(async () => {
  clinic = await seededTablet(clinicOps(RECORDS), 'lead@demo.test')
})
afterAll(async () => {
  report.end()
  await clinic.tablet.close()
  await clinic.server.stop()
})

test('nothing moves while a screen opens', async () => {
  const shifts: number[] = []
  const add = (screen: string, { sum, moved }: { sum: number; moved: string[] }) => {
    shifts.push(sum)
    if (sum > 0) console.log(`${screen}: ${sum.toFixed(4)}\n  ${moved.join('\n  ')}`)
  }
  const stranger = await openTablet()
  await watchScreen(stranger.page)
  await stranger.page.goto(`${clinic.server.url}/login`)
  await stranger.page.waitForTimeout(SETTLED_MS)
  const found = () => {
    const { shifts: all, moved } = window.watched
    return { sum: all.reduce((sum, shift) => sum + shift, 0), moved }
  }
  add('/login', await stranger.page.evaluate(found))
  await stranger.close()

  const { page } = clinic.tablet
  await watchScreen(page)
  const session = await slowDown(page, SLOWER)
  for (const screen of SCREENS) {
    await page.goto(clinic.server.url + screen)
    await page.waitForTimeout(SETTLED_MS)
    add(screen, await page.evaluate(found))
  }
  await session.detach()
  report.add(`layout shift while a screen opens, ${shifts.length} screens, ${SLOWER}x CPU`, '', shifts, {
    atMost: 0,
  })
})
