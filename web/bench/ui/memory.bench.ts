import type { CDPSession } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clinicOps } from './clinic-ops.ts'
import { newReport } from './report.ts'
import { seededTablet, type SeededTablet } from './seeded-tablet.ts'
import { firstSheet, nextSheet, pathOps } from './spay-path.ts'

const RECORDS = 1_000
const SHEETS = Number(process.env['BENCH_SHEETS'] ?? 200)
const EACH = 20
/** What the lists know of a sheet and its draw stays: a few KB. */
const KB_A_SHEET = 10

const report = newReport('memory')
let clinic: SeededTablet
beforeAll(async () => {
  clinic = await seededTablet([...clinicOps(RECORDS), ...pathOps])
})
afterAll(async () => {
  report.end()
  await clinic.tablet.close()
  await clinic.server.stop()
})

async function measured(session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return {
    heap: value('JSHeapUsedSize') / 1024 / 1024,
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
  }
}

/** How much a value grows with each sheet: the line through the samples that misses them least. */
function slope(samples: readonly number[]): number {
  const middle = (samples.length - 1) / 2
  const mean = samples.reduce((sum, each) => sum + each, 0) / samples.length
  const up = samples.reduce((sum, each, at) => sum + (at - middle) * (each - mean), 0)
  return up / samples.reduce((sum, _, at) => sum + (at - middle) ** 2, 0) / EACH
}

test(`memory stays as it is over ${SHEETS} sheets`, async () => {
  const { page } = clinic.tablet
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await page.goto(clinic.server.url)
  await firstSheet(page)
  const found: Awaited<ReturnType<typeof measured>>[] = []
  for (let n = 1; n < SHEETS; n++) {
    if (n % EACH === 0) found.push(await measured(session))
    await nextSheet(page, `Rex ${n}`)
  }
  found.push(await measured(session))
  console.table(found)
  expect(found.length).toBeGreaterThan(2)
  // The first ones make what is made once.
  const steady = found.slice(2)
  report.add(
    `heap over ${SHEETS} sheets built, exported and saved`,
    'MB',
    found.map(({ heap }) => heap),
  )
  const of = (key: 'heap' | 'nodes' | 'listeners') => slope(steady.map((each) => each[key]))
  report.add('heap, more with each sheet', 'KB', [of('heap') * 1024], { atMost: KB_A_SHEET })
  report.add('elements in memory, more with each sheet', '', [of('nodes')], { atMost: 1 })
  report.add('listeners, more with each sheet', '', [of('listeners')], { atMost: 1 })
})
