import { PROTOCOL } from 'sync-protocol/wire/version'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mutation } from 'sync-protocol/records/mutation'
import { verifyLedger } from 'sync-protocol/rules/ledger'
import { draw, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import type { Speaker } from 'sync-protocol/wire/store'
import { ledgerReply } from 'sync-protocol/wire/ledger'
import { connect, type Database } from '../database/connect.ts'
import { emptyDatabase } from '../database/testing.ts'
import { templateName } from '../database/testing-url.ts'
import { ledgerText } from '../ledger/ledger-store.ts'
import { postgresStore, type PostgresStore } from './sync-store.ts'
import { epochOf, foundClinic, hire } from './testing-clinic.ts'

const KEY = 'a key for receipts'
const NOW = '2026-11-20T10:00:00.000Z'
const refuse = (error: unknown) => {
  throw error
}
const place = () => ({ device: randomUUID(), lane: randomUUID() })
const drawn = (n: number): Mutation =>
  mutationOf(n, randomUUID(), 'draw.save', [
    { op: 'create', collection: 'draws', _id: randomUUID(), content: draw() },
  ])

// One draw is in the snapshot, two are taken after it; then the disk is as it was.
const url = await emptyDatabase(templateName)
const before = connect(url)
const clinic = await foundClinic(before.pool)
const [ana, ben] = [await hire(before.pool, clinic, [1]), await hire(before.pool, clinic, [1, 2])]
const stranger = await hire(before.pool, await foundClinic(before.pool, 'Another'), [1, 2])
const epoch = await epochOf(before.pool)
const lane = place()
const mutations = [drawn(1), drawn(2), drawn(3)]
const first = await postgresStore(before, KEY, refuse).push(
  ana,
  pushOf(epoch, lane, mutations.slice(0, 1)),
  NOW,
)
await before.close()
const snapshot = await emptyDatabase(new URL(url).pathname.slice(1))
const later = connect(url)
const since = await postgresStore(later, KEY, refuse).push(ana, pushOf(epoch, lane, mutations.slice(1)), NOW)
await later.close()
const receipts = [...first.results, ...since.results].map(({ receipt }) => receipt)

const processes: { database: Database; store: PostgresStore; said: string[]; told: string[] }[] = []
beforeAll(() => {
  for (let nth = 0; nth < 2; nth++) {
    const [database, said, told]: [Database, string[], string[]] = [connect(snapshot), [], []]
    const store = postgresStore(
      database,
      KEY,
      refuse,
      { about: () => undefined, done: ({ org_id, epoch: of }) => told.push(`${org_id} ${of}`) },
      (words) => said.push(words),
    )
    processes.push({ database, store, said, told })
  }
})
afterAll(async () => {
  for (const { database } of processes) await database.close()
})
const [one, other] = [0, 1].map((nth) => ({
  push: (...args: Parameters<PostgresStore['push']>) => processes[nth]!.store.push(...args),
}))
const marked = (n: number, mutation: Mutation, receipt: string, author: Speaker = ana) => ({
  ...mutation,
  n,
  returned: { user_id: author.user_id, user_name: author.user_name, receipt },
})
const present = () => epochOf(processes[0]!.database.pool)
const shown = (at: typeof one, as: Speaker, ...all: object[]) =>
  at!.push(as, pushOf(epoch, place(), all as never), NOW).then(
    () => 'taken',
    (error: { code: string }) => error.code,
  )

test('[L6] a cursor beyond the head is said once, and proves nothing', async () => {
  const [{ store, said }] = processes as [(typeof processes)[0]]
  for (let time = 0; time < 2; time++)
    await expect(store.pull(ana, { protocol: PROTOCOL, cursor: 99, limit: 10 }, NOW)).rejects.toMatchObject({
      code: 'cursor_expired',
    })
  expect(said).toHaveLength(1)
  expect(said[0]).toContain(clinic)
  expect(await present()).toBe(epoch)
})

test('[L6] what is here, a forged receipt, another’s, another clinic’s and one of another epoch begin nothing', async () => {
  const [known, lost] = mutations as [Mutation, Mutation]
  const receipt = receipts[1] ?? ''
  const tries = [
    shown(one, ana, marked(9, known, receipts[0] ?? '')),
    shown(one, ana, marked(9, lost, 'f'.repeat(64))),
    shown(one, ana, marked(9, drawn(2), receipt)),
    shown(one, ana, marked(9, { ...lost, detail: 'Another' }, receipt)),
    shown(one, ana, marked(9, lost, receipt, ben)),
    shown(one, stranger, marked(9, lost, receipt)),
    // The word for having taken it, of whatever epoch, and not this one's.
    shown(one, ana, marked(9, lost, receipt.slice(0, 32) + 'e'.repeat(32))),
    shown(one, ana, { ...lost, n: 9 }),
  ]
  expect(await Promise.all(tries)).toEqual(tries.map(() => 'gap'))
  expect(await present()).toBe(epoch)
})

test('[L6] [P1] a receipt of what is not here begins one new epoch, however many tablets and processes hear of it', async () => {
  const [, second, third] = mutations as [Mutation, Mutation, Mutation]
  const answers = await Promise.all([
    shown(one, ana, marked(9, second, receipts[1] ?? '')),
    shown(other, ana, marked(9, third, receipts[2] ?? '')),
    // The number that this server waits for takes nothing either.
    shown(other, ana, marked(1, third, receipts[2] ?? '')),
    shown(one, ben, marked(9, third, receipts[2] ?? '')),
  ])
  expect(answers).toEqual(answers.map(() => 'epoch_changed'))
  const next = await present()
  expect(next).not.toBe(epoch)
  const begun = processes.flatMap(({ said }) => said).filter((words) => words.includes(next))
  expect(begun).toHaveLength(1)
  // Every clinic has another history now, also the one whose tablets proved nothing.
  const told = processes.flatMap((each) => each.told)
  for (const org of [clinic, stranger.org_id]) expect(told).toContain(`${org} ${next}`)

  // And as after a restore, whoever comes brings back what was lost.
  const all = mutations.map((mutation, index) => marked(index + 1, mutation, receipts[index] ?? ''))
  const { results } = await one!.push(ben, pushOf(next, place(), all), NOW)
  expect(results.map(({ status, replayed }) => [status, replayed === true])).toEqual([
    ['applied', true],
    ['applied', false],
    ['applied', false],
  ])
  expect(await present()).toBe(next)
  const { pool } = processes[0]!.database
  const { entries, head } = ledgerReply.parse(JSON.parse(await ledgerText(pool, clinic, 0)))
  expect(entries.map(({ op }) => op)).toEqual(['create', 'restore', 'create', 'create'])
  expect(verifyLedger(entries)).toMatchObject({ ok: true, head })
  const { rows } = await pool.query(
    `SELECT FROM "logged-actions" WHERE org_id = $1 AND message LIKE '%rolled back%'`,
    [clinic],
  )
  expect(rows).toHaveLength(1)
})
