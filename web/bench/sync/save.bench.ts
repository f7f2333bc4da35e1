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

const report = newReport('save')
let world: World
let tablet: Tablet
let page: Page
let floorPage: Page
beforeAll(async () => {
  world = await openWorld()
  tablet = await openTablet()
  page = await signedInPage(tablet, world)
  floorPage = await tablet.context.newPage()
  await openFloorPage(floorPage, world.floors.bare)
  await floorPage.evaluate(() => window.floor.open(['records', 'outbox']))
})
afterAll(async () => {
  report.end()
  await tablet.close()
  await world.close()
})

/** One save of one new record: ms until it is on disk. Whoever is measured is the tab in front: Chromium slows down the others. */
async function saveOnce(name: string): Promise<number> {
  await page.bringToFront()
  return page.evaluate(async (called) => {
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
}

/** The same two values, a record and its mutation, without any of the promises. */
async function putOnce(name: string): Promise<number> {
  await floorPage.bringToFront()
  return floorPage.evaluate(async (called) => {
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
}

async function measured(named: string): Promise<void> {
  const ours: number[] = []
  const floor: number[] = []
  for (let round = 0; round < SAVES + WARM; round++) {
    const times = [await saveOnce(`Save ${round}`), await putOnce(`Save ${round}`)] as const
    if (round < WARM) continue
    ours.push(times[0])
    floor.push(times[1])
  }
  report.add(named, 'ms', ours, { floor, target: { timesAtMost: TIMES_FLOOR } })
}

test('a save on an empty tablet', async () => {
  await measured('save, on disk')
})

test('a save on a tablet with 100,000 records', async () => {
  await fillClinic(page, 100_000)
  await measured('save, on disk, with 100,000 records stored')
  expect(await page.evaluate(() => window.client.status().unsent)).toBeGreaterThan(0)
})
