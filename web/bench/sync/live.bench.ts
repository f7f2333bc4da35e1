import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTablet, type Tablet } from '../../e2e/browser.ts'
import { readyForOffline, signIn } from '../../e2e/steps.ts'
import { enterBarePage, openBarePage } from '../../e2e/bare-page.ts'
import { newReport } from './beside-floor.ts'
import { openFloorPage } from './floor-page.ts'
import { installStorageProbe } from './storage-probe.ts'
import { newClinic, openWorld, type World } from './world.ts'

const CHANGES = 150
const WARM = 10
const TIMES_FLOOR = 1.5
const P99_TIMES_FLOOR = 2

const report = newReport('live')
let world: World
let writer: Tablet
let reader: Tablet
let floorWriter: Tablet
let floorReader: Tablet
let writing: Page
let floorWriting: Page
let floorReading: Page

// Each has a browser of its own: a tab that has just come to the front is slower.
beforeAll(async () => {
  world = await openWorld()
  const clinic = await newClinic(world)
  writer = await openTablet()
  reader = await openTablet()
  writing = await openBarePage(writer.context, world.server.url)
  await writer.page.close()
  await enterBarePage(writing, world.server.url)
  await writing.evaluate(async ({ email, password }) => {
    window.client.startSync()
    const entered = await window.client.signIn(email, password)
    if (!entered.ok) throw new Error(entered.message)
  }, clinic)
  await installStorageProbe(reader.page)
  await noteEvents(reader.page)
  await signIn(reader.page, world.server.url, clinic.email, clinic.password)
  await readyForOffline(reader.page)
  await reader.page.goto(`${world.server.url}/injections/canine`)
  await reader.page.getByRole('searchbox').waitFor()

  floorWriter = await openTablet()
  floorWriting = floorWriter.page
  await openFloorPage(floorWriting, world.floors.bare)
  await floorWriting.evaluate(() => window.floor.open(['outbox']))
  floorReader = await openTablet()
  floorReading = floorReader.page
  await openFloorPage(floorReading, world.floors.bare)
  await floorReading.evaluate(async () => {
    await window.floor.open(['records'])
    const events = new EventSource('/events')
    const show = async ({ _id, name }: { _id: string; name: string }) => {
      await window.floor.put([{ store: 'records', value: { _id, name } }])
      const row = document.createElement('li')
      row.textContent = name
      document.querySelector('#list')?.prepend(row)
    }
    events.addEventListener('message', ({ data }: MessageEvent<string>) => {
      Object.assign(window, { heard: performance.timeOrigin + performance.now() })
      for (const one of JSON.parse(data) as { _id: string; name: string }[]) show(one).catch(console.error)
    })
    await new Promise((open) => events.addEventListener('open', open))
  })
})
afterAll(async () => {
  report.end()
  await writer.close()
  await reader.close()
  await floorWriter.close()
  await floorReader.close()
  await world.close()
})

/** When the last piece of the event stream came, before the app reads it. */
const noteEvents = (page: Page) =>
  page.addInitScript(() => {
    const { fetch } = window
    const heard = () =>
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, passOn) {
          Object.assign(window, { heard: performance.timeOrigin + performance.now() })
          passOn.enqueue(piece)
        },
      })
    window.fetch = async (...asked) => {
      const reply = await fetch(...asked)
      if (!reply.url.endsWith('/sync/events') || !reply.body) return reply
      return new Response(reply.body.pipeThrough(heard()), reply)
    }
  })
const heardAt = (page: Page) => page.evaluate(() => (window as unknown as { heard: number }).heard)

/** Instants of one clock for both pages: their machine's. */
const watchDom = (page: Page, name: string) =>
  page.evaluate((wanted) => {
    const seen = new Promise<number>((found) => {
      const watcher = new MutationObserver(() => {
        if (document.querySelector('main, body')?.textContent.includes(wanted) !== true) return
        watcher.disconnect()
        found(performance.timeOrigin + performance.now())
      })
      watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    Object.assign(window, { seen })
  }, name)
const seenAt = (page: Page) => page.evaluate(() => (window as unknown as { seen: Promise<number> }).seen)

/** The request of a page to a path since `since`: when it left and when its answer was in, which the other may see before. */
const callSince = (page: Page, path: string, since: number) =>
  page.evaluate(
    async ({ wanted, after }) => {
      const { timeOrigin } = performance
      const isIt = ({ name, startTime }: PerformanceEntry) =>
        new URL(name).pathname === wanted && timeOrigin + startTime >= after
      for (;;) {
        const entry = performance.getEntriesByType('resource').find(isIt) as
          PerformanceResourceTiming | undefined
        if (entry) {
          performance.clearResourceTimings()
          return { left: timeOrigin + entry.startTime, answered: timeOrigin + entry.responseEnd }
        }
        await new Promise((soon) => setTimeout(soon, 1))
      }
    },
    { wanted: path, after: since },
  )

/** Each in ms since the save was on disk. */
interface Way {
  pushLeft: number
  pushAnswered: number
  heard: number
  stored: number
  shown: number
}

async function change(n: number): Promise<Way> {
  const name = `Live ${String(n).padStart(4, '0')} end`
  await reader.page.evaluate((wanted) => {
    const stored = window.storageProbe
      .whenPut('injections', ({ content }) => (content as { name?: string } | null)?.name === wanted)
      .then((at) => performance.timeOrigin + at)
    Object.assign(window, { stored })
  }, name)
  await watchDom(reader.page, name)
  const savedAt = await writing.evaluate(async (called) => {
    const op = {
      op: 'create',
      collection: 'injections',
      _id: window.client.newId(),
      content: { species: 0, name: called },
    } as const
    await window.client.save({ action: 'injection.create', ops: [op] })
    return performance.timeOrigin + performance.now()
  }, name)
  const shownAt = await seenAt(reader.page)
  const storedAt = await reader.page.evaluate(() => (window as unknown as { stored: Promise<number> }).stored)
  const push = await callSince(writing, '/sync/push', savedAt)
  return {
    pushLeft: push.left - savedAt,
    pushAnswered: push.answered - savedAt,
    heard: (await heardAt(reader.page)) - savedAt,
    stored: storedAt - savedAt,
    shown: shownAt - savedAt,
  }
}

async function floorChange(n: number): Promise<Pick<Way, 'heard' | 'shown'>> {
  const name = `Live ${String(n).padStart(4, '0')} end`
  await watchDom(floorReading, name)
  const savedAt = await floorWriting.evaluate(async (called) => {
    const value = { _id: crypto.randomUUID(), id: crypto.randomUUID(), name: called }
    await window.floor.put([{ store: 'outbox', value }])
    const saved = performance.timeOrigin + performance.now()
    await fetch('/push', { method: 'POST', body: JSON.stringify([value]) })
    return saved
  }, name)
  const shown = (await seenAt(floorReading)) - savedAt
  return { heard: (await heardAt(floorReading)) - savedAt, shown }
}

test('what one tablet saves is seen on another', async () => {
  const ways: Way[] = []
  const floor: Pick<Way, 'heard' | 'shown'>[] = []
  for (let n = 0; n < CHANGES + WARM; n++) {
    const way = await change(n)
    const bare = await floorChange(n)
    if (n < WARM) continue
    ways.push(way)
    floor.push(bare)
  }
  const of = (part: keyof Way) => ways.map((way) => way[part])
  const floorOf = (part: 'heard' | 'shown') => floor.map((way) => way[part])
  const [stored, shown] = [of('stored'), of('shown')]
  expect(Math.min(...stored, ...floorOf('heard'), ...floorOf('shown'))).toBeGreaterThan(0)
  report.add('saved on one tablet, in the database of another', 'ms', stored)
  report.add('… its push leaves', 'ms', of('pushLeft'))
  report.add('… its push is answered', 'ms', of('pushAnswered'))
  report.add('… its event is with the other', 'ms', of('heard'), { floor: floorOf('heard') })
  report.add('saved on one tablet, in the list on the screen of another', 'ms', shown, {
    floor: floorOf('shown'),
    target: { timesAtMost: TIMES_FLOOR, p99TimesAtMost: P99_TIMES_FLOOR },
  })
})
