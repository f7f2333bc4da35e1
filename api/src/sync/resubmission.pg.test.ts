import { PROTOCOL } from 'sync-protocol/wire/version'
import { randomUUID } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import type { Mutation } from 'sync-protocol/records/mutation'
import { receiptSubject } from 'sync-protocol/merge/resubmission'
import { mutationHash } from 'sync-protocol/records/mutation-hash'
import { verifyLedger } from 'sync-protocol/rules/ledger'
import { draw, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { ledgerReply } from 'sync-protocol/wire/ledger'
import { restoreBackup } from '../database/backup/restore-backup.ts'
import { writeBackup } from '../database/backup/write-backup.ts'
import { connect } from '../database/connect.ts'
import { emptyDatabase, testDatabase } from '../database/testing.ts'
import { ledgerText } from '../ledger/ledger-store.ts'
import { everyLookSays } from '../ledger/testing-records.ts'
import { receiptMaker } from './receipt.ts'
import { postgresStore } from './sync-store.ts'
import { epochOf, foundClinic, hire } from './testing-clinic.ts'

const KEY = 'a key for receipts'
const NOW = '2026-11-20T10:00:00.000Z'
const refuse = (error: unknown) => {
  throw error
}

const lost = await testDatabase()
const store = postgresStore(lost, KEY, refuse)
const clinic = await foundClinic(lost.pool)
const ana = await hire(lost.pool, clinic, [1])
const ben = await hire(lost.pool, clinic, [1])
const cleo = await hire(lost.pool, clinic, [1, 2])
const epoch = await epochOf(lost.pool)

const newLane = () => ({ device: randomUUID(), lane: randomUUID() })
const drawn = (n: number, patient: string): Mutation =>
  mutationOf(n, randomUUID(), 'draw.save', [
    {
      op: 'create',
      collection: 'draws',
      _id: randomUUID(),
      content: draw({ sheet_data: { ...(draw()['sheet_data'] as object), patient_name: patient } }),
    },
  ])

// One draw is in the backup, two are made after it; then the disk dies.
const lane = newLane()
const mutations = [drawn(1, 'In the backup'), drawn(2, 'Later'), drawn(3, 'Last')]
const before = await store.push(ana, pushOf(epoch, lane, mutations.slice(0, 1)), NOW)
const out = new PassThrough()
const [file] = await Promise.all([buffer(out), writeBackup(lost.url, out, new Date(NOW))])
const after = await store.push(ana, pushOf(epoch, lane, mutations.slice(1)), NOW)
// One drew, another voided that.
const twice = drawn(4, 'Entered twice')
const voided = mutationOf(1, randomUUID(), 'draw.delete', [
  { op: 'void', collection: 'draws', _id: twice.ops[0]?._id ?? '', base: 1, reason: 'Twice' },
])
const [ofTwice] = (await store.push(ana, pushOf(epoch, lane, [twice]), NOW)).results
const [ofVoided] = (await store.push(cleo, pushOf(epoch, newLane(), [voided]), NOW)).results
const drawnByBen = drawn(1, 'Voided by another')
const voidedByCleo = mutationOf(1, randomUUID(), 'draw.delete', [
  { op: 'void', collection: 'draws', _id: drawnByBen.ops[0]?._id ?? '', base: 1, reason: 'Wrong animal' },
])
const bensTablet = newLane()
const cleosTablet = newLane()
const [ofBens] = (await store.push(ben, pushOf(epoch, bensTablet, [drawnByBen]), NOW)).results
const [ofCleos] = (await store.push(cleo, pushOf(epoch, cleosTablet, [voidedByCleo]), NOW)).results
const receipts = [...before.results, ...after.results].map(({ receipt }) => receipt)

const url = await emptyDatabase()
const { epoch: next = '' } = await restoreBackup(url, Readable.from([file]))
const database = connect(url)
afterAll(() => database.close())
const restored = postgresStore(database, KEY, refuse)

const resubmitted = (n: number, mutation: Mutation, receipt: string) => ({
  ...mutation,
  n,
  returned: { user_id: ana.user_id, user_name: 'Ana as she was', receipt },
})
const drawsOf = async () => {
  const page = await restored.pull(ana, { protocol: PROTOCOL, cursor: 0, limit: 1000 }, NOW)
  return page.changes
    .filter(({ collection }) => collection === 'draws')
    .map(({ content, meta }) => {
      const { patient_name } = (content ?? {})['sheet_data'] as { patient_name: string }
      return `${patient_name} by ${meta.author_name}`
    })
}

test('[L6] [P1] any tablet brings back what a restored server lost, once, under its author, even one removed since', async () => {
  expect(next).not.toBe(epoch)
  await database.pool.query("UPDATE users SET removed_at = now(), perms = '{}' WHERE user_id = $1", [
    ana.user_id,
  ])
  const from = newLane()
  const all = mutations.map((mutation, index) => resubmitted(index + 1, mutation, receipts[index] ?? ''))
  const back = await restored.push(ben, pushOf(next, from, all), NOW)
  expect(back.results.map(({ status, replayed }) => [status, replayed === true])).toEqual([
    ['applied', true],
    ['applied', false],
    ['applied', false],
  ])
  // Another tablet holds the same.
  const again = await restored.push(ben, pushOf(next, newLane(), all), NOW)
  expect(again.results.every(({ replayed }) => replayed)).toBe(true)
  expect((await drawsOf()).sort()).toEqual(
    ['In the backup', 'Last', 'Later'].map((name) => `${name} by ${ana.user_name}`),
  )
  const { entries, head } = ledgerReply.parse(JSON.parse(await ledgerText(database.pool, clinic, 0)))
  const facts = entries.filter((entry) => entry.op !== 'restore')
  const created = facts.filter(({ op }) => op === 'create')
  expect(created.map(({ record, user }) => [record.author, user])).toEqual([
    [ana.user_id, ana.user_id],
    [ana.user_id, ben.user_id],
    [ana.user_id, ben.user_id],
  ])
  expect(verifyLedger(entries)).toMatchObject({ ok: true, head })
  const { rows } = await database.pool.query<{ user_id: string }>(
    `SELECT user_id FROM "logged-actions" WHERE message LIKE '%raw%' AND org_id = $1`,
    [clinic],
  )
  expect(rows.map(({ user_id }) => user_id)).toEqual([ana.user_id, ana.user_id, ana.user_id])
})

test('[L6] [D1] nothing takes a name without the server’s word for it: another change, another author, a refused one', async () => {
  const from = newLane()
  const other = drawn(1, 'Never taken')
  const forged = await restored.push(ben, pushOf(next, from, [resubmitted(1, other, receipts[1] ?? '')]), NOW)
  expect(forged.results).toMatchObject([{ status: 'parked', code: 'needs_approval' }])
  // The receipt of a refusal proves whose it is, and lends no permission: it waits again, under its author's name.
  const made = drawn(2, 'Never taken')
  const word = receiptMaker(KEY, clinic)
  const marked = (refused: boolean) => {
    const receipt = word(ana.user_id, made.id, receiptSubject(mutationHash(made), refused))
    return pushOf(next, newLane(), [resubmitted(1, made, receipt)])
  }
  const tried = await restored.push(ben, marked(true), NOW)
  expect(tried.results).toMatchObject([{ status: 'parked', code: 'needs_approval' }])
  expect((await drawsOf()).some((each) => each.startsWith('Never taken'))).toBe(false)
  const { changes } = await restored.pull(ana, { protocol: PROTOCOL, cursor: 0, limit: 1000 }, NOW)
  const waiting = changes.filter(({ collection }) => collection === 'attention')
  const authorOf = new Map(
    waiting.map(({ content, meta }) => [(content?.['mutation'] as Mutation | undefined)?.id, meta.author_id]),
  )
  expect(authorOf).toEqual(
    new Map([
      [other.id, ben.user_id],
      [made.id, ana.user_id],
    ]),
  )
})

test('[L6] [P1] a void that comes back before its draw is done when that returns, and enters the ledger and the log then', async () => {
  const bens = newLane()
  const early = {
    ...voided,
    returned: { user_id: cleo.user_id, user_name: cleo.user_name, receipt: ofVoided?.receipt ?? '' },
  }
  const first = await restored.push(ben, pushOf(next, bens, [early]), NOW)
  expect(first.results).toMatchObject([{ status: 'parked', code: 'depends_on' }])
  await restored.push(ben, pushOf(next, newLane(), [resubmitted(1, twice, ofTwice?.receipt ?? '')]), NOW)
  const again = await restored.push(ben, pushOf(next, newLane(), [early]), NOW)
  expect(again.results).toMatchObject([{ status: 'applied', replayed: true, records: [{ version: 2 }, {}] }])
  const { entries, head } = ledgerReply.parse(JSON.parse(await ledgerText(database.pool, clinic, 0)))
  const about = entries.filter((entry) => entry.op !== 'restore' && entry.record._id === twice.ops[0]?._id)
  expect(about).toMatchObject([
    { op: 'create', mutation_id: twice.id, record: { author: ana.user_id } },
    {
      op: 'void',
      mutation_id: voided.id,
      user: ben.user_id,
      device: bens.device,
      content: { voided: { by: cleo.user_id, reason: 'Twice' } },
    },
  ])
  expect(verifyLedger(entries)).toMatchObject({ ok: true, head })
  const { rows } = await database.pool.query<{ message: string }>(
    `SELECT message FROM "logged-actions" WHERE org_id = $1 AND user_id = $2 ORDER BY received_at, message DESC`,
    [clinic, cleo.user_id],
  )
  expect(rows.map(({ message }) => /before the record/.test(message))).toEqual([true, false])
  expect(rows[1]?.message).toContain('Twice')
  const waiting = await database.pool.query('SELECT FROM waiting_mutations')
  expect(waiting.rowCount).toBe(0)
})

test('[L6] a void that waited for its draw enters the ledger under who sent it and from where, not under who sent the draw', async () => {
  const own = ({ user_id, user_name }: typeof ben, mutation: Mutation, receipt = '') => ({
    ...mutation,
    returned: { user_id, user_name, receipt },
  })
  const early = own(cleo, voidedByCleo, ofCleos?.receipt)
  const first = await restored.push(cleo, pushOf(next, cleosTablet, [early]), NOW)
  expect(first.results).toMatchObject([{ status: 'parked', code: 'depends_on' }])
  await restored.push(ben, pushOf(next, bensTablet, [own(ben, drawnByBen, ofBens?.receipt)]), NOW)
  const { entries } = ledgerReply.parse(JSON.parse(await ledgerText(database.pool, clinic, 0)))
  const ids = [drawnByBen.id, voidedByCleo.id]
  expect(entries.filter((entry) => entry.op !== 'restore' && ids.includes(entry.mutation_id))).toMatchObject([
    { op: 'create', mutation_id: drawnByBen.id, user: ben.user_id, device: bensTablet.device },
    { op: 'void', mutation_id: voidedByCleo.id, user: cleo.user_id, device: cleosTablet.device },
  ])
})

test('after all of that the ledger and the records say the same', async () => {
  expect(await everyLookSays(database.pool)).toEqual([])
})
