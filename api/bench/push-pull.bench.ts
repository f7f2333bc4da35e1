import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { draw, ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import type { PullReply } from 'sync-protocol/wire/pull'
import type { PushReply } from 'sync-protocol/wire/push'
import { newClinic, startServer } from './server.ts'

const COUNT = 10_000
const BATCH = 500
const TABLETS = 8
const SINGLES = 100

const server = await startServer()
const results: Record<string, { records: number; seconds: number; 'records per second': number }> = {}

afterAll(async () => {
  await server.close()
  console.table(results)
  const out = process.env['BENCH_OUT']
  if (out) writeFileSync(join(out, 'push-pull.json'), JSON.stringify(results, null, 2))
})

async function measured(name: string, records: number, work: () => Promise<void>): Promise<void> {
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  results[name] = {
    records,
    seconds: Number(seconds.toFixed(3)),
    'records per second': Math.round(records / seconds),
  }
}

const drug = (n: number) =>
  mutationOf(n, randomUUID(), 'drug.create', [
    { op: 'create', collection: 'drugs', _id: randomUUID(), content: ketamine({ name: `Drug ${n}` }) },
  ])
const taken = (n: number) =>
  mutationOf(n, randomUUID(), 'draw.save', [
    { op: 'create', collection: 'draws', _id: randomUUID(), content: draw() },
  ])

async function epochOf(token: string): Promise<string> {
  return ((await server.call('GET', '/sync/pull?cursor=0', undefined, token)) as PullReply).epoch
}

async function pushAll(
  token: string,
  epoch: string,
  make: (n: number) => ReturnType<typeof drug>,
): Promise<void> {
  const lane = { device: randomUUID(), lane: randomUUID() }
  const queued = Array.from({ length: COUNT }, (_, index) => make(index + 1))
  for (let from = 0; from < COUNT; from += BATCH) {
    const request = pushOf(epoch, lane, queued.slice(from, from + BATCH))
    const { last_n } = (await server.call('POST', '/sync/push', request, token)) as PushReply
    expect(last_n).toBe(from + BATCH)
  }
}

async function loadAll(token: string, limit: number): Promise<number> {
  let found = 0
  for (let cursor = 0, more = true; more;) {
    const page = (await server.call(
      'GET',
      `/sync/pull?cursor=${cursor}&limit=${limit}`,
      undefined,
      token,
    )) as PullReply
    found += page.changes.length
    cursor = page.cursor
    more = page.more
  }
  return found
}

test('10,000 queued mutations of one tablet, and the first load of them on another', async () => {
  const token = await newClinic(server)
  const epoch = await epochOf(token)
  await measured('push, 10,000 mutations in batches of 500', COUNT, () => pushAll(token, epoch, drug))
  for (const limit of [1000, 5000]) {
    await measured(`first load, pages of ${limit}`, COUNT, async () => {
      expect(await loadAll(token, limit)).toBe(COUNT)
    })
  }
})

test('10,000 queued draws, each with its ledger entry', async () => {
  const token = await newClinic(server)
  const epoch = await epochOf(token)
  await measured('push, 10,000 controlled draws in batches of 500', COUNT, () => pushAll(token, epoch, taken))
  expect(await server.call('GET', '/ledger?after=9999', undefined, token)).toMatchObject({
    head: { n: COUNT },
  })
})

test('eight tablets that each send one mutation after the other', async () => {
  const token = await newClinic(server)
  const epoch = await epochOf(token)
  await measured('push, 8 tablets, 1 mutation a push', TABLETS * SINGLES, async () => {
    const tablets = Array.from({ length: TABLETS }, async () => {
      const lane = { device: randomUUID(), lane: randomUUID() }
      for (let n = 1; n <= SINGLES; n++) {
        await server.call('POST', '/sync/push', pushOf(epoch, lane, [drug(n)]), token)
      }
    })
    await Promise.all(tablets)
  })
  expect(await loadAll(token, 5000)).toBe(TABLETS * SINGLES)
})
