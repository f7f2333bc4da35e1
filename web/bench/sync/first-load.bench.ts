import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { enterBarePage, openBarePage } from '../../e2e/bare-page.ts'
import { newReport } from './beside-floor.ts'
import { cpuSeconds, cpuSince, type CpuSeconds } from './cost-probe.ts'
import { openFloorPage } from './floor-page.ts'
import { LIBRARY } from './sample-records.ts'
import { seededClinic, type SeededClinic } from './seeded-clinic.ts'
import { installStorageProbe } from './storage-probe.ts'
import { onNewTablet } from './new-tablet.ts'
import { openWorld, type World } from './world.ts'

const ROUNDS = 3
/** Of a first load, by its records. */
const TIMES_FLOOR = { 10_000: 1.2, 100_000: 1.1 } as const
const LIBRARY_MS = 3_000
const FREEZE_MS = 100

interface Load {
  /** From the first request of sync until everything is stored, and until the library is; ms. */
  whole: number
  library: number
  /** The longest time without a frame, and the longest task. */
  gap: number
  task: number
  /** Records in a transaction, on average. */
  piece: number
}

const report = newReport('first-load')
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  report.end()
  await world.close()
})

/** Watches a page that is about to sign in. */
async function watched(page: Page, clinic: SeededClinic, signIn: () => Promise<void>): Promise<Load> {
  await page.evaluate(
    ({ names, count }) => {
      const probe = window.storageProbe
      const finished = Promise.all([
        probe.whenPut('settings', ({ key }) => key === 'last_pull'),
        probe.whenStored([...names, 'draws'], count.all),
        probe.whenStored(names, count.library),
      ])
      Object.assign(window, { finished })
      performance.setResourceTimingBufferSize(10_000)
      probe.watchFrames()
    },
    { names: LIBRARY, count: { all: clinic.records, library: clinic.library } },
  )
  await signIn()
  return page.evaluate(async (records) => {
    const { finished } = window as unknown as { finished: Promise<[number, number, number]> }
    const [told, stored, library] = await finished
    const first = performance
      .getEntriesByType('resource')
      .find(({ name }) => new URL(name).pathname.startsWith('/sync/'))
    if (!first) throw new Error('Nothing was asked.')
    const { longestGap, longTasks, transactions } = window.storageProbe
    return {
      whole: Math.max(told, stored) - first.startTime,
      library: library - first.startTime,
      gap: longestGap,
      task: Math.max(0, ...longTasks),
      piece: Math.ceil(records / transactions),
    }
  }, clinic.records)
}

async function loadBare(page: Page, clinic: SeededClinic): Promise<Load> {
  await installStorageProbe(page)
  await enterBarePage(page, world.server.url)
  return watched(page, clinic, () =>
    page.evaluate(async ({ email, password }) => {
      window.client.startSync()
      const entered = await window.client.signIn(email, password)
      if (!entered.ok) throw new Error(entered.message)
    }, clinic),
  )
}

async function loadInApp(page: Page, clinic: SeededClinic): Promise<Load> {
  await installStorageProbe(page)
  await page.goto(`${world.server.url}/login`)
  await page.getByLabel('Email').fill(clinic.email)
  await page.getByLabel('Password').fill(clinic.password)
  return watched(page, clinic, async () => {
    await page.getByRole('button', { name: 'LOG IN' }).click()
    await page.waitForURL(`${world.server.url}/`)
  })
}

async function loadFloor(
  page: Page,
  clinic: SeededClinic,
  piece: number,
): Promise<{ ms: number; gap: number }> {
  await installStorageProbe(page)
  await openFloorPage(page, world.floors.bare)
  return page.evaluate(
    async ({ org, stores, size }) => {
      await window.floor.open(stores)
      window.storageProbe.watchFrames()
      const ms = await window.floor.load(org, size)
      return { ms, gap: window.storageProbe.longestGap }
    },
    { org: clinic.org_id, stores: [...LIBRARY, 'draws'], size: piece },
  )
}

test.each([10_000, 100_000] as const)('the first load of %i records', async (count) => {
  const begun = Date.now()
  const clinic = await seededClinic(world, count)
  console.log(`Seeded in ${Date.now() - begun} ms.`)
  const bare: Load[] = []
  const app: Load[] = []
  const floor: { ms: number; gap: number }[] = []
  const [cost, floorCost]: [CpuSeconds[], CpuSeconds[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    await onNewTablet(async ({ context }) => {
      const costs = () => cpuSeconds(context, world.server.pid())
      const page = await openBarePage(context, world.server.url)
      const before = await costs()
      const found = await loadBare(page, clinic)
      await page.waitForFunction(() => window.client.status().loaded)
      bare.push(found)
      cost.push(cpuSince(before, await costs()))
      await page.close()
      const floorPage = await context.newPage()
      const floorBefore = await costs()
      floor.push(await loadFloor(floorPage, clinic, found.piece))
      floorCost.push(cpuSince(floorBefore, await costs()))
    })
    await onNewTablet(async ({ page }) => void app.push(await loadInApp(page, clinic)))
  }
  const named = `first load of ${count.toLocaleString('en-US')} records`
  const of = (loads: readonly Load[], part: keyof Load) => loads.map((load) => load[part])
  const floorMs = floor.map(({ ms }) => ms)
  report.add(named, 'ms', of(bare, 'whole'), { floor: floorMs, target: { timesAtMost: TIMES_FLOOR[count] } })
  // The sign-in is in it. The floor's server is the bare one.
  const spent = (costs: readonly CpuSeconds[], part: keyof CpuSeconds) => costs.map((each) => each[part])
  const ofCost = `${named}, processor time of`
  report.add(`${ofCost} the page`, 's', spent(cost, 'page'), { floor: spent(floorCost, 'page') })
  report.add(`${ofCost} the rest of the browser`, 's', spent(cost, 'browser'), {
    floor: spent(floorCost, 'browser'),
  })
  report.add(`${ofCost} the API`, 's', spent(cost, 'api'))
  report.add(`${named}, records in a piece`, 'records', of(bare, 'piece'))
  report.add(`${named}, library usable`, 'ms', of(bare, 'library'), { target: { maxBelow: LIBRARY_MS } })
  report.add(`${named}, in the whole app`, 'ms', of(app, 'whole'), { floor: floorMs })
  report.add(`${named}, in the whole app, library usable`, 'ms', of(app, 'library'), {
    target: { maxBelow: LIBRARY_MS },
  })
  report.add(`${named}, in the whole app, longest time between frames`, 'ms', of(app, 'gap'), {
    floor: floor.map(({ gap }) => gap),
    target: { maxBelow: FREEZE_MS },
  })
  report.add(`${named}, in the whole app, longest task`, 'ms', of(app, 'task'), {
    target: { maxBelow: FREEZE_MS },
  })
})

/** Between two saves, in ms: as quick as somebody records one draw after another. */
const PAUSE_MS = 200

test('saves during the first load of 100000 records', async () => {
  const clinic = await seededClinic(world, 100_000)
  const saves: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    await onNewTablet(async ({ context }) => {
      const page = await openBarePage(context, world.server.url)
      await enterBarePage(page, world.server.url)
      const amid = await page.evaluate(
        async ({ email, password, pause }) => {
          window.client.startSync()
          const entered = await window.client.signIn(email, password)
          if (!entered.ok) throw new Error(entered.message)
          const times: number[] = []
          while (!window.client.status().loaded) {
            const content = { species: 0, name: `Save ${times.length}` }
            const _id = window.client.newId()
            const begun = performance.now()
            await window.client.save({
              action: 'injection.create',
              ops: [{ op: 'create', collection: 'injections', _id, content }],
            })
            times.push(performance.now() - begun)
            await new Promise((passed) => setTimeout(passed, pause))
          }
          return times
        },
        { ...clinic, pause: PAUSE_MS },
      )
      saves.push(...amid)
    })
  report.add('a save during the first load of 100,000 records', 'ms', saves)
})
