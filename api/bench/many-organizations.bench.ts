import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutation } from 'sync-protocol/records/mutation'
import { draw, ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { afterAll, expect, test } from 'vitest'
import { load, type Load, type Request } from './load.ts'
import { lastNumbers, makeTablets, type BenchTablet } from './organizations.ts'
import { startProcesses } from './processes.ts'

const ORGANIZATIONS = 100
/** Mutations in a push, and how many pushes each organization sends in a round. */
const SHAPES = [
  { batch: 1, pushes: 20 },
  { batch: 10, pushes: 10 },
  { batch: 50, pushes: 4 },
  { batch: 500, pushes: 1 },
]
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const PER_SECOND = 3000
const SHARE = 0.5

const processes = await startProcesses()
const rows: Record<string, Record<string, number>> = {}
afterAll(async () => {
  await processes.stop()
  console.table(rows)
  const out = process.env['BENCH_OUT']
  if (out) writeFileSync(join(out, 'many-organizations.json'), JSON.stringify(rows, null, 2))
})

/** What a clinic's day is: most of it new records, some edits, and draws, each with its ledger entry. */
function mutation(n: number, drugs: string[]): Mutation {
  const known = drugs[n % 10]
  if (n % 4 === 0) {
    const op = { op: 'create', collection: 'draws', _id: randomUUID(), content: draw() } as const
    return mutationOf(n, randomUUID(), 'draw.save', [op])
  }
  if (n % 4 === 1 && known !== undefined) {
    const edit = { set: { section_key: -1 }, was: { section_key: 999 } }
    return mutationOf(n, randomUUID(), 'drug.update', [
      { op: 'update', collection: 'drugs', _id: known, base: 1, ...edit },
    ])
  }
  const _id = randomUUID()
  drugs.push(_id)
  const op = { op: 'create', collection: 'drugs', _id, content: ketamine({ name: `Drug ${n}` }) } as const
  return mutationOf(n, randomUUID(), 'drug.create', [op])
}

interface Sender {
  tablet: BenchTablet
  n: number
  drugs: string[]
}

function requests(sender: Sender, { batch, pushes }: (typeof SHAPES)[number]) {
  return Array.from({ length: pushes }, (): { api: Request; bare: Request } => {
    const mutations = Array.from({ length: batch }, () => mutation(++sender.n, sender.drugs))
    const { epoch, org } = sender.tablet
    const body = { ...pushOf(epoch, sender.tablet, mutations) }
    return {
      api: { body: JSON.stringify(body), last_n: sender.n },
      bare: { body: JSON.stringify({ ...body, org }), last_n: sender.n },
    }
  })
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

test(`pushes of ${ORGANIZATIONS} organizations at once, beside a bare route with one INSERT`, async () => {
  const tablets = await makeTablets(processes.databaseUrl, ORGANIZATIONS)
  const senders = tablets.map((tablet): Sender => ({ tablet, n: 0, drugs: [] }))
  const late: string[] = []
  for (const shape of SHAPES) {
    const taken: { api: Load; bare: Load }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const lines = senders.map((sender) => ({ token: sender.tablet.token, made: requests(sender, shape) }))
      const of = (which: 'api' | 'bare') =>
        lines.map(({ token, made }) => ({ token, requests: made.map((each) => each[which]) }))
      const api = await load(`${processes.api}/sync/push`, of('api'))
      taken.push({ api, bare: await load(`${processes.bare}/push`, of('bare')) })
    }
    const count = ORGANIZATIONS * shape.batch * shape.pushes
    const share = median(taken.map(({ api, bare }) => bare.seconds / api.seconds))
    const perSecond = Math.round(count / median(taken.map(({ api }) => api.seconds)))
    const name = `${shape.batch} a push`
    rows[name] = {
      'mutations a second': perSecond,
      'bare route': Math.round(count / median(taken.map(({ bare }) => bare.seconds))),
      share: Number(share.toFixed(2)),
      'p50 ms': Math.round(median(taken.map(({ api }) => api.p50))),
      'p99 ms': Math.round(median(taken.map(({ api }) => api.p99))),
    }
    if (perSecond < PER_SECOND) late.push(`${name}: fewer than ${PER_SECOND} a second`)
    if (share < SHARE) late.push(`${name}: less than ${SHARE} of the bare route`)
  }
  expect(await lastNumbers(processes.databaseUrl, tablets)).toEqual(senders.map(({ n }) => n))
  console.log(late.length === 0 ? 'All within the aims.' : late.join('\n'))
})
