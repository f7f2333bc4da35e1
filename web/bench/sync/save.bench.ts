import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTablet, type Tablet } from '../../e2e/browser.ts'
import { newReport } from './beside-floor.ts'
import { fillClinic } from './fill-clinic.ts'
import { openFloorPage } from './floor-page.ts'
import { signedInPage } from './new-tablet.ts'
import { openWorld, type World } from './world.ts'

const SAVES = 400
const WARM = 20
const TIMES_FLOOR = 3
/** From 10,000 to 100,000 records. */
const GROWTH = 1.3

const report = newReport('save')
let world: World
let tablet: Tablet
let page: Page
let floorPage: Page
let smaller: Tablet
let smallerPage: Page
let bare: Tablet
// Each has a browser of its own: a tab that has just come to the front is slower to save.
beforeAll(async () => {
  world = await openWorld()
  tablet = await openTablet()
  page = await signedInPage(tablet, world)
  smaller = await openTablet()
  smallerPage = await signedInPage(smaller, world)
  bare = await openTablet()
  floorPage = await bare.context.newPage()
  await openFloorPage(floorPage, world.floors.bare)
  await floorPage.evaluate(() => window.floor.open(['records', 'outbox']))
})
afterAll(async () => {
  report.end()
  await tablet.close()
  await smaller.close()
  await bare.close()
  await world.close()
})

/** One save of one new record: ms until it is on disk. */
const saveOnce = (on: Page, name: string): Promise<number> =>
  on.evaluate(async (called) => {
    const op = {
      op: 'create',
      collection: 'injections',
      _id: window.client.newId(),
      content: { species: 0, name: called },
    } as const
    const begun = performance.now()
    await window.client.save({ action: 'injection.create', ops: [op] })
    return performance.now() - begun
  }, name)

/** The same two values, a record and its mutation, without any of the promises. */
const putOnce = (name: string): Promise<number> =>
  floorPage.evaluate(async (called) => {
    const content = { species: 0, name: called }
    const _id = crypto.randomUUID()
    const record = { collection: 'injections', _id, version: 0, deleted: false, content }
    const body = { n: 1, id: _id, action: 'injection.create', ops: [{ op: 'create', _id, content }] }
    const begun = performance.now()
    await window.floor.put([
      { store: 'records', value: record },
      { store: 'outbox', value: { _id, body } },
    ])
    return performance.now() - begun
  }, name)

/** They take turns: ms of each. */
async function inTurn(...measures: ((name: string) => Promise<number>)[]): Promise<number[][]> {
  const found: number[][] = measures.map(() => [])
  for (let round = 0; round < SAVES + WARM; round++)
    for (const [at, measure] of measures.entries()) {
      const ms = await measure(`Save ${round}`)
      if (round >= WARM) found[at]?.push(ms)
    }
  return found
}

const target = { timesAtMost: TIMES_FLOOR }

test('a save on an empty tablet', async () => {
  const [ours = [], floor = []] = await inTurn((name) => saveOnce(page, name), putOnce)
  report.add('save, on disk', 'ms', ours, { floor, target })
})

test('a save on a tablet with 10,000 and one with 100,000 records', async () => {
  await fillClinic(smallerPage, 10_000)
  await fillClinic(page, 100_000)
  const [of100000 = [], of10000 = [], floor = []] = await inTurn(
    (name) => saveOnce(page, name),
    (name) => saveOnce(smallerPage, name),
    putOnce,
  )
  report.add('save, on disk, with 10,000 records stored', 'ms', of10000, { floor, target })
  report.add('save, on disk, with 100,000 records stored', 'ms', of100000, { floor, target })
  report.add('the same, beside 10,000 records', 'ms', of100000, {
    floor: of10000,
    target: { timesAtMost: GROWTH },
  })
  expect(await page.evaluate(() => window.client.status().unsent)).toBeGreaterThan(0)
})
