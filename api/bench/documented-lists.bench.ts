import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Op } from 'sync-protocol/records/mutation'
import { ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import type { PullReply } from 'sync-protocol/wire/pull'
import type { PushReply } from 'sync-protocol/wire/push'
import { afterAll, expect, test } from 'vitest'
import { newClinic, startServer } from './server.ts'

const RECORDS = 100_000
const PIECE = 500
const SECTIONS = 10
const TIMES = 40
const TARGET_MS = 20

const DRUGS = ['Ketamine', 'Butorphanol Tartrate', 'Atropine', 'Propofol', 'Dexmedetomidine', 'Buprenorphine']
const NOTES = ['for cats', 'retard', 'new vial', 'diluted 1:10', 'by mouth']

const server = await startServer()
const results: Record<string, { found: number; 'median ms': number; 'p95 ms': number }> = {}

afterAll(async () => {
  await server.close()
  console.table(results)
  const out = process.env['BENCH_OUT']
  if (out) writeFileSync(join(out, 'documented-lists.json'), JSON.stringify(results, null, 2))
})

const token = await newClinic(server)
const lane = { device: randomUUID(), lane: randomUUID() }
let n = 0

async function write(ops: Op[]): Promise<void> {
  const { epoch } = (await server.call('GET', '/sync/pull?cursor=0&limit=1', undefined, token)) as PullReply
  const at = new Date(Date.UTC(2024, 0, 1) + n * 7_200_000).toISOString()
  const request = pushOf(epoch, lane, [mutationOf(++n, randomUUID(), 'drug.create', ops, { at })])
  const { results: taken } = (await server.call('POST', '/sync/push', request, token)) as PushReply
  expect(taken[0]?.status).toBe('applied')
}

const drug = (index: number): Op => ({
  op: 'create',
  collection: 'drugs',
  _id: randomUUID(),
  content: ketamine({
    name: `${DRUGS[index % DRUGS.length]} ${NOTES[index % NOTES.length]} ${index}`,
    section_key: 1000 + (index % SECTIONS),
  }),
})

interface List {
  total: number
  items: unknown[]
}
const list = async (path: string) => (await server.call('GET', path, undefined, token)) as List

async function measured(name: string, path: string, times = TIMES): Promise<List> {
  const took: number[] = []
  let reply: List = { total: 0, items: [] }
  for (let time = 0; time < times; time++) {
    const start = performance.now()
    reply = await list(path)
    took.push(performance.now() - start)
  }
  took.sort((a, b) => a - b)
  const at = (part: number) =>
    Number((took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0).toFixed(1))
  results[name] = { found: reply.total, 'median ms': at(0.5), 'p95 ms': at(0.95) }
  return reply
}

test(`lists of ${RECORDS} drugs in one organization, over HTTP; the aim is ${TARGET_MS} ms`, async () => {
  const sections = Array.from({ length: SECTIONS }, (_, index): Op => ({
    op: 'create',
    collection: 'sections',
    _id: randomUUID(),
    content: { key: 1000 + index, title_s: `Section ${index}`, title_p: `Sections ${index}` },
  }))
  await write(sections)
  for (let from = 0; from < RECORDS; from += PIECE) {
    await write(Array.from({ length: PIECE }, (_, index) => drug(from + index)))
  }

  const first = await measured('first question after a start (the list is made)', '/new/drugs', 1)
  expect([first.total, first.items.length]).toEqual([RECORDS, 20])
  await measured('newest first, page 1', '/new/drugs')
  const last = await measured('newest first, page 5000', '/new/drugs?page=5000')
  expect(last.items).toHaveLength(20)
  await measured('by name, first question', '/new/drugs?sortField=name', 1)
  await measured('by name, page 1', '/new/drugs?sortField=name&descending=false')
  await measured('by name, page 5000', '/new/drugs?sortField=name&page=5000')
  await measured('one section', '/drugs/canine/sections%204')
  await measured('one word in the name', '/new/drugs?query=KETA')
  await measured('three words in any order', '/new/drugs?query=tart%20vial%20butor&sortField=name')
  await measured('a word that no name has', '/new/drugs?query=xylazine')
  await measured('an author', '/new/drugs?searchField=author&query=bench')
  await measured('a date', '/new/drugs?searchField=date&query=1%2F3%2F24')
  await measured(
    'a range of dates, in other days',
    '/new/drugs?startDate=01.03.2024&endDate=01.05.2024&timeOffset=300',
  )

  const took: number[] = []
  for (let time = 0; time < TIMES; time++) {
    await write([drug(RECORDS + time)])
    const start = performance.now()
    const { total } = await list('/new/drugs?query=keta&sortField=name')
    took.push(performance.now() - start)
    expect(total).toBeGreaterThan(RECORDS / DRUGS.length - 1)
  }
  took.sort((a, b) => a - b)
  const at = (part: number) => Number((took[Math.floor(took.length * part)] ?? 0).toFixed(1))
  results['one word, right after a change'] = { found: 0, 'median ms': at(0.5), 'p95 ms': at(0.95) }

  const wanted = Object.entries(results).filter(([name]) => !name.includes('first question'))
  const late = wanted.filter(([, { 'median ms': median }]) => median >= TARGET_MS).map(([name]) => name)
  console.log(
    late.length === 0 ? `All within ${TARGET_MS} ms.` : `Not within ${TARGET_MS} ms: ${late.join(', ')}.`,
  )
})
