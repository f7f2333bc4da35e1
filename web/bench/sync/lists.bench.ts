import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTablet, type Tablet } from '../../e2e/browser.ts'
import { enterBarePage, openBarePage } from '../../e2e/bare-page.ts'
import { newReport } from './beside-floor.ts'
import { fillClinic } from './fill-clinic.ts'
import { signedInPage } from './new-tablet.ts'
import { openWorld, type World } from './world.ts'

/** A page of the larger library should take no longer than 1.3 times as long as one of the smaller. */
const COUNTS = [10_000, 100_000] as const
const GROWTH = 1.3
const TIMES = 60
const STARTS = 3
const PAGES = 100
/** Of a bare read of all records. */
const FIRST_TIMES = 1.3
const SEARCH_TIMES = 3
const PAGE_MS = 2
const SEARCH_MS = 16

const report = newReport('lists')
/** ms, by the records. */
const pageOf = new Map<number, number[]>()
const changedPageOf = new Map<number, number[]>()
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  report.end()
  await world.close()
})

describe.each(COUNTS)('a library of %i drugs', (count) => {
  const drugs = `${count.toLocaleString('en-US')} drugs`
  let tablet: Tablet
  let page: Page
  beforeAll(async () => {
    tablet = await openTablet()
    page = await signedInPage(tablet, world)
    await fillClinic(page, count)
  })
  afterAll(() => tablet.close())

  test('its list', async () => {
    const built = await page.evaluate(async () => {
      const begun = performance.now()
      const list = window.client.list('drugs')
      await list.ready
      const ready = performance.now() - begun
      list.page()
      return { ready, first: performance.now() - begun - ready }
    })
    report.add(`list of ${drugs}, made after a start`, 'ms', [built.ready])
    report.add(`list of ${drugs}, first page after that`, 'ms', [built.first])

    // A rest of ten seconds, then the list is kept for the next start.
    const isKept = () =>
      page.evaluate(async () => {
        const database = await new Promise<IDBDatabase>((opened) => {
          const asked = indexedDB.open(`clinic-${window.client.user()?.org_id}`)
          asked.addEventListener('success', () => opened(asked.result))
        })
        const asked = database.transaction(['settings']).objectStore('settings').get('kept_lists')
        await new Promise((found) => asked.addEventListener('success', found))
        database.close()
        const row = asked.result as { value: { drugs?: { complete: boolean } } } | undefined
        return row?.value.drugs?.complete === true
      })
    await expect.poll(isKept, { timeout: 120_000, interval: 500 }).toBe(true)
    const starts: { ready: number; first: number; floor: number; cold: number }[] = []
    for (let round = 0; round < STARTS; round++) {
      await page.close()
      page = await openBarePage(tablet.context, world.server.url)
      await enterBarePage(page, world.server.url)
      starts.push(
        await page.evaluate(async () => {
          const begun = performance.now()
          const list = window.client.list('drugs')
          await list.ready
          const ready = performance.now() - begun
          if (list.page({}, 0, 25).length !== 25) throw new Error('There is no first page.')
          const first = performance.now() - begun
          const search = performance.now()
          list.page({ text: 'xylazine' })
          const searched = performance.now() - search
          const database = await new Promise<IDBDatabase>((opened) => {
            const asked = indexedDB.open(`clinic-${window.client.user()?.org_id}`)
            asked.addEventListener('success', () => opened(asked.result))
          })
          const bare = performance.now()
          for (let after: string | undefined = '', more = true; more;) {
            const from = after === '' ? null : IDBKeyRange.lowerBound(after, true)
            const asked = database.transaction(['drugs']).objectStore('drugs').getAll(from, 500)
            await new Promise((found) => asked.addEventListener('success', found))
            const rows = asked.result as { _id: string }[]
            after = rows.at(-1)?._id
            more = rows.length === 500
          }
          database.close()
          return { ready, first, floor: performance.now() - bare, cold: first + searched }
        }),
      )
    }
    const bareReads = starts.map((one) => one.floor)
    const first = starts.map((one) => one.first)
    const cold = starts.map((one) => one.cold)
    const beside = (timesAtMost: number) => ({ floor: bareReads, target: { timesAtMost } })
    report.add(`from a start to the first page of ${drugs}`, 'ms', first, beside(FIRST_TIMES))
    report.add(`from a start to the first search in ${drugs}`, 'ms', cold, beside(SEARCH_TIMES))

    // Each row beside a bare read of as many rows by key, or a bare walk over as many names.
    const pages = await page.evaluate(
      async ({ times, each, all }) => {
        const database = await new Promise<IDBDatabase>((opened) => {
          const asked = indexedDB.open(`clinic-${window.client.user()?.org_id}`)
          asked.addEventListener('success', () => opened(asked.result))
        })
        const ours: number[] = []
        const floor: number[] = []
        const list = window.client.list('drugs')
        for (let n = 0; n < times; n++) {
          // Too short for the browser's clock alone: the mean of some.
          const begun = performance.now()
          for (let k = 0; k < each; k++) {
            const rows = list.page({}, Math.floor(((n * each + k) * (all - 20)) / (times * each)), 20)
            if (rows.length !== 20) throw new Error(`A page of ${rows.length}.`)
          }
          ours.push((performance.now() - begun) / each)
          const bare = performance.now()
          const asked = database.transaction(['drugs']).objectStore('drugs').getAll(null, 20)
          await new Promise((found) => asked.addEventListener('success', found))
          floor.push(performance.now() - bare)
        }
        database.close()
        return { ours, floor }
      },
      { times: TIMES, each: PAGES, all: count },
    )
    report.add(`one page of the list of ${drugs}`, 'ms', pages.ours, {
      floor: pages.floor,
      target: { p50Below: PAGE_MS },
    })

    const searches = await page.evaluate((times) => {
      const ours: number[] = []
      const floor: number[] = []
      const list = window.client.list('drugs')
      const names = list.page({}, 0, Infinity).map(({ name }) => name.toLowerCase())
      for (let n = 0; n < times; n++) {
        // Each time another text, so that nothing is remembered.
        const text = n % 2 === 0 ? 'xylazine' : `xylazine ${String(n % 10)}`
        const begun = performance.now()
        const found = list.page({ text })
        ours.push(performance.now() - begun)
        if (found.length > 1) throw new Error(`${text}: ${found.length}`)
        const bare = performance.now()
        const words = text.split(' ')
        if (names.filter((name) => words.every((word) => name.includes(word))).length !== found.length)
          throw new Error('The floor found others.')
        floor.push(performance.now() - bare)
      }
      return { ours, floor }
    }, TIMES)
    report.add(`search for a rare word in ${drugs}`, 'ms', searches.ours, {
      floor: searches.floor,
      target: { p50Below: SEARCH_MS },
    })

    const after = await page.evaluate(async (times) => {
      const shown: number[] = []
      const floor: number[] = []
      const list = window.client.list('drugs')
      let rows = list.page({}, 0, Infinity)
      for (let n = 0; n < times; n++) {
        const _id = window.client.newId()
        const [one] = list.page({}, n, 1)
        const record = one && (await window.client.read('drugs', one._id))
        if (!record?.content) throw new Error('There is nothing to copy.')
        let begun = 0
        const heard = new Promise<void>((resolve) => {
          const stop = list.subscribe(() => {
            begun = performance.now()
            stop()
            resolve()
          })
        })
        const content = { ...record.content, name: `New ${n}` }
        await window.client.save({
          action: 'drug.create',
          ops: [{ op: 'create', collection: 'drugs', _id, content }],
        })
        await heard
        if (list.page({}, 0, 20)[0]?._id !== _id) throw new Error('The new one is not at the top.')
        shown.push(performance.now() - begun)
        // The least that a new array for each change takes.
        const bare = performance.now()
        const [newest] = list.page({}, 0, 1)
        if (!newest) throw new Error('There is no newest one.')
        rows = [newest, ...rows]
        floor.push(performance.now() - bare)
      }
      return { shown, floor }
    }, TIMES)
    report.add(`one page of the list of ${drugs}, right after a change`, 'ms', after.shown, {
      floor: after.floor,
      target: { p50Below: SEARCH_MS },
    })
    expect(after.shown).toHaveLength(TIMES)
    pageOf.set(count, pages.ours)
    changedPageOf.set(count, after.shown)
  })

  /** ms from the start of Chromium, whose disk has all of them, until a page shows 25; what was measured in the page too. */
  async function coldStart<T>(shown: () => Promise<T>): Promise<{ ms: number; found: T }> {
    await tablet.close()
    const begun = performance.now()
    tablet = await openTablet({ profile: tablet.profile })
    const found = await shown()
    const ms = performance.now() - begun
    expect(await page.locator('li').count()).toBe(25)
    return { ms, found }
  }

  test('its first rows, from a cold browser', async () => {
    const database = await page.evaluate(() => `clinic-${window.client.user()?.org_id}`)
    const ours: number[] = []
    const searched: number[] = []
    /** Of each: since the page began, until the client is open; from there until the rows are painted. */
    const [opened, listed]: [number[], number[]] = [[], []]
    const floor: number[] = []
    const [floorOpened, floorListed]: [number[], number[]] = [[], []]
    for (let round = 0; round < STARTS; round++) {
      const own = await coldStart(async () => {
        page = await openBarePage(tablet.context, world.server.url)
        await enterBarePage(page, world.server.url)
        return page.evaluate(async () => {
          const open = performance.now()
          const list = window.client.list('drugs')
          await list.ready
          for (const { name } of list.page({}, 0, 25)) {
            const row = document.createElement('li')
            row.textContent = name
            document.body.append(row)
          }
          await new Promise(requestAnimationFrame)
          const rows = performance.now()
          list.page({ text: 'xylazine' })
          return { open, rows: rows - open, search: performance.now() - rows }
        })
      })
      ours.push(own.ms)
      searched.push(own.ms + own.found.search)
      opened.push(own.found.open)
      listed.push(own.found.rows)
      const bare = await coldStart(async () => {
        page = await tablet.context.newPage()
        await page.route(`${world.server.url}/bare`, (route) =>
          route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Floor</title>' }),
        )
        await page.goto(`${world.server.url}/bare`)
        return page.evaluate(async (name) => {
          const open = performance.now()
          const opening = indexedDB.open(name)
          await new Promise((found) => opening.addEventListener('success', found))
          const asked = opening.result.transaction(['drugs']).objectStore('drugs').getAll(null, 25)
          await new Promise((found) => asked.addEventListener('success', found))
          for (const { content } of asked.result as { content: { name: string } }[]) {
            const row = document.createElement('li')
            row.textContent = content.name
            document.body.append(row)
          }
          await new Promise(requestAnimationFrame)
          return { open, rows: performance.now() - open }
        }, database)
      })
      floor.push(bare.ms)
      floorOpened.push(bare.found.open)
      floorListed.push(bare.found.rows)
    }
    report.add(`from a cold browser to the first 25 rows of ${drugs}`, 'ms', ours, {
      floor,
      target: { timesAtMost: FIRST_TIMES },
    })
    report.add(`of it, until the page's client is open, of ${drugs}`, 'ms', opened, { floor: floorOpened })
    report.add(`of it, from there to the rows, of ${drugs}`, 'ms', listed, { floor: floorListed })
    report.add(`from a cold browser to the first search in ${drugs}`, 'ms', searched, {
      floor,
      target: { timesAtMost: SEARCH_TIMES },
    })
  })
})

test('the larger library beside the smaller', () => {
  const [fewer, more] = COUNTS
  for (const [named, found] of [
    ['one page of the list', pageOf],
    ['the same right after a change', changedPageOf],
  ] as const)
    report.add(
      `${named}, of ${more.toLocaleString('en-US')} beside ${fewer.toLocaleString('en-US')} drugs`,
      'ms',
      found.get(more) ?? [],
      { floor: found.get(fewer) ?? [], target: { timesAtMost: GROWTH } },
    )
})
