import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { Op } from 'sync-protocol/records/mutation'
import { mutationOf } from 'sync-protocol/testing/examples'
import { afterAll, beforeAll, test } from 'vitest'
import type { Change } from '../../src/client.ts'
import { enterBarePage, openBarePage } from '../../e2e/bare-page.ts'
import { newReport } from './beside-floor.ts'
import { cpuSeconds, cpuSince, installWireProbe, type CpuSeconds, type WireBytes } from './cost-probe.ts'
import { openFloorPage } from './floor-page.ts'
import { onNewTablet } from './new-tablet.ts'
import { drawOp, drugOp } from './sample-records.ts'
import { installStorageProbe } from './storage-probe.ts'
import { newClinic, openWorld, type World } from './world.ts'

/** How often each of these many changes is pushed. */
const ROUNDS: Record<number, number> = { 1_000: 5, 10_000: 3 }
/** Saved in one transaction while they are queued, which is not measured. */
const TOGETHER = 500
const TIMES_FLOOR = 2.5
const WIRE_MB = 9
const PART = { page: 'the page', browser: "the browser's own", api: 'the API' }

const report = newReport('push')
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  report.end()
  await world.close()
})

interface Sent {
  /** ms until none is unsent, and until all came back. */
  sent: number
  settled: number
  wire: WireBytes
  cpu: CpuSeconds
}

/** Queues changes while nothing is sent, then lets the engine send. */
async function pushFromOutbox(page: Page, ops: Op[]): Promise<Sent> {
  const clinic = await newClinic(world)
  await installStorageProbe(page)
  await installWireProbe(page, '/sync/push')
  await enterBarePage(page, world.server.url)
  await page.evaluate(async ({ email, password }) => {
    const entered = await window.client.signIn(email, password)
    if (!entered.ok) throw new Error(entered.message)
    // The lane is made known before there is anything to send, as on a tablet that lost its network.
    const registered = window.storageProbe.whenPut('lanes', ({ registered: known }) => known === true)
    const loaded = window.storageProbe.whenPut('settings', ({ key }) => key === 'last_pull')
    const stop = window.client.startSync()
    await registered
    await loaded
    await stop()
  }, clinic)
  for (let from = 0; from < ops.length; from += TOGETHER)
    await page.evaluate(
      (part) => {
        const changes = JSON.parse(part) as Change[]
        return window.client.saveAll(changes.map((op) => ({ action: 'record.create', ops: [op] })))
      },
      JSON.stringify(ops.slice(from, from + TOGETHER)),
    )
  const before = await cpuSeconds(page.context(), world.server.pid())
  const times = await page.evaluate(async () => {
    const sent = window.storageProbe.whenPut('lanes', ({ unsent }) => unsent === 0)
    const settled = window.storageProbe.whenPut('settings', ({ key }) => key === 'last_pull')
    const begun = performance.now()
    const stop = window.client.startSync()
    const ms = { sent: (await sent) - begun, settled: (await settled) - begun }
    await stop()
    return ms
  })
  const cpu = cpuSince(before, await cpuSeconds(page.context(), world.server.pid()))
  return { ...times, cpu, wire: await page.evaluate(() => window.wireProbe) }
}

async function pushFloor(page: Page, ops: Op[]): Promise<{ ms: number; wire: WireBytes; cpu: CpuSeconds }> {
  await installWireProbe(page, '/push')
  await openFloorPage(page, world.floors.bare)
  await page.evaluate(() => window.floor.open(['outbox']))
  const rows = ops.map((op, index) => {
    const id = randomUUID()
    return { store: 'outbox', value: { _id: id, body: mutationOf(index + 1, id, 'record.create', [op]) } }
  })
  for (let from = 0; from < rows.length; from += TOGETHER)
    await page.evaluate(
      (part) => window.floor.put(JSON.parse(part) as { store: string; value: unknown }[]),
      JSON.stringify(rows.slice(from, from + TOGETHER)),
    )
  const before = await cpuSeconds(page.context(), world.server.pid())
  const ms = await page.evaluate(() => window.floor.pushAll('outbox'))
  const cpu = cpuSince(before, await cpuSeconds(page.context(), world.server.pid()))
  return { ms, cpu, wire: await page.evaluate(() => window.wireProbe) }
}

const packedMB = ({ up, down }: WireBytes) => (up + down) / 1_000_000
const unpackedMB = ({ up, unpacked }: WireBytes) => (up + unpacked) / 1_000_000

test.each([
  [1_000, 'library records', drugOp],
  [1_000, 'draws, each with its ledger entry', drawOp],
  [10_000, 'library records', drugOp],
  [10_000, 'draws, each with its ledger entry', drawOp],
] as const)('the push of %i queued changes: %s', async (count, what, opOf) => {
  const ours: Sent[] = []
  const bare: Awaited<ReturnType<typeof pushFloor>>[] = []
  for (let round = 0; round < (ROUNDS[count] ?? 1); round++) {
    const ops = Array.from({ length: count }, (_, n) => opOf(n))
    await onNewTablet(async ({ context }) => {
      const page = await openBarePage(context, world.server.url)
      ours.push(await pushFromOutbox(page, ops))
      await page.waitForFunction(() => window.client.status().unsent === 0)
      await page.close()
      bare.push(await pushFloor(await context.newPage(), ops))
    })
  }
  const named = `push of ${count.toLocaleString('en-US')} queued changes, ${what}`
  const sent = ours.map((one) => one.sent)
  const floor = bare.map(({ ms }) => ms)
  const target = { timesAtMost: TIMES_FLOOR }
  report.add(named, 'ms', sent, { floor, target })
  report.add(
    `${named}, until all came back in the feed`,
    'ms',
    ours.map((one) => one.settled),
    { floor, target },
  )
  report.add(
    `${named}: bodies on the wire`,
    'MB',
    ours.map(({ wire }) => packedMB(wire)),
    {
      floor: bare.map(({ wire }) => packedMB(wire)),
      ...(count === 10_000 && { target: { maxBelow: WIRE_MB } }),
    },
  )
  report.add(
    `${named}: the same, unpacked`,
    'MB',
    ours.map(({ wire }) => unpackedMB(wire)),
    { floor: bare.map(({ wire }) => unpackedMB(wire)) },
  )
  report.add(
    `${named}: requests`,
    '',
    ours.map(({ wire }) => wire.requests),
  )
  // The floor's server is another process, which is not counted.
  for (const part of ['page', 'browser', 'api'] as const)
    report.add(
      `${named}: processor time of ${PART[part]}`,
      's',
      ours.map(({ cpu }) => cpu[part]),
      part === 'api' ? {} : { floor: bare.map(({ cpu }) => cpu[part]) },
    )
})
