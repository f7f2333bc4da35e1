import { PROTOCOL } from 'sync-protocol/wire/version'
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Mutation, Op } from 'sync-protocol/records/mutation'
import { verifyLedger } from 'sync-protocol/rules/ledger'
import { draw, ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { ledgerFactEntry } from 'sync-protocol/records/ledger-entry'
import { ledgerReply } from 'sync-protocol/wire/ledger'
import type { Speaker } from 'sync-protocol/wire/store'
import { testDatabase } from '../database/testing.ts'
import { postgresStore } from '../sync/sync-store.ts'
import { epochOf, foundClinic, hire } from '../sync/testing-clinic.ts'
import { ledgerText } from './ledger-store.ts'

const database = await testDatabase()
const { pool } = database
const epoch = await epochOf(pool)
const faults: unknown[] = []
afterEach(() => {
  if (faults.length > 0) throw faults[0]
})
const NOW = '2026-11-20T10:00:00.000Z'
const store = postgresStore(database, 'key', (error) => faults.push(error))

const ledgerOf = async (clinic: string, after = 0) =>
  ledgerReply.parse(JSON.parse(await ledgerText(pool, clinic, after)))

async function clinicOf(perms: number[]) {
  const clinic = await foundClinic(pool)
  const who = await hire(pool, clinic, perms)
  const device = randomUUID()
  const lanes = new Map<string, { lane: string; n: number }>()
  const send = (action: string, ops: Op[], as: Speaker = who, over: Partial<Mutation> = {}) => {
    const lane = lanes.get(as.user_id) ?? { lane: randomUUID(), n: 0 }
    lanes.set(as.user_id, { ...lane, n: lane.n + 1 })
    const mutation = mutationOf(lane.n + 1, randomUUID(), action, ops, over)
    return store.push(as, pushOf(epoch, { device, lane: lane.lane }, [mutation]), NOW)
  }
  return { clinic, who, device, send }
}

const taken = (_id: string, over = {}): Op => ({
  op: 'create',
  collection: 'draws',
  _id,
  content: draw(over),
})

test('every draw stored and voided is an entry of a whole chain, in one line for the organization', async () => {
  const { clinic, who, device, send } = await clinicOf([1])
  const [first, second] = [randomUUID(), randomUUID()]
  expect(await ledgerOf(clinic)).toEqual({
    protocol: PROTOCOL,
    epoch,
    entries: [],
    head: { n: 0, hash: '0'.repeat(64) },
  })
  const saved = await send('sheet.save', [taken(first), taken(second, { drug_volume: 1.25 })])
  expect(saved.ledger_head).toEqual((await ledgerOf(clinic)).head)
  expect(saved.ledger_head).toMatchObject({ n: 2 })
  await send('drug.create', [{ op: 'create', collection: 'drugs', _id: randomUUID(), content: ketamine() }])
  await send(
    'draw.void',
    [{ op: 'void', collection: 'draws', _id: first, base: 1, reason: 'Entered twice' }],
    who,
    {
      clock_offset_ms: 3_600_000,
    },
  )
  const { entries, head } = await ledgerOf(clinic)
  expect(entries).toMatchObject([
    {
      n: 1,
      op: 'create',
      record: { collection: 'draws', _id: first, version: 1, author_name: who.user_name },
      content: draw(),
    },
    { n: 2, op: 'create', record: { _id: second }, content: { drug_volume: 1.25 } },
    {
      n: 3,
      op: 'void',
      record: { _id: first, version: 2 },
      content: { voided: { by: who.user_id, by_name: who.user_name, reason: 'Entered twice' } },
      at: '2026-11-20T10:58:03.120Z',
    },
  ])
  for (const entry of entries.map((each) => ledgerFactEntry.parse(each))) {
    expect(entry).toMatchObject({ org: clinic, epoch, user: who.user_id, device, received_at: NOW })
    expect(entry.record.author).toBe(who.user_id)
  }
  // The time of what nobody approved is its entry's.
  expect(entries.filter((entry) => 'record' in entry && entry.record.made_at !== undefined)).toEqual([])
  expect(entries[1]).toHaveProperty('mutation_id', ledgerFactEntry.parse(entries[0]).mutation_id)
  expect(verifyLedger(entries)).toMatchObject({ ok: true, head })
  expect((await ledgerOf(clinic, 2)).entries).toEqual(entries.slice(2))
  const page = await store.pull({ org_id: clinic }, { protocol: PROTOCOL, cursor: 0, limit: 10 }, NOW)
  expect(page.ledger_head).toEqual(head)
})

test('what takes no effect is no entry; an approved draw is one, sent by the approver in its author’s name', async () => {
  const { clinic, who, send } = await clinicOf([0])
  const _id = randomUUID()
  expect((await send('draw.save', [taken(_id)])).results[0]).toMatchObject({ status: 'parked' })
  expect((await ledgerOf(clinic)).head.n).toBe(0)
  const approver = await hire(pool, clinic, [1, 2])
  const page = await store.pull({ org_id: clinic }, { protocol: PROTOCOL, cursor: 0, limit: 10 }, NOW)
  const attention = page.changes[0]?._id ?? ''
  const approve: Op = { op: 'settle', collection: 'attention', _id: attention, base: 1, choice: 'mine' }
  await send('attention.approve', [approve], approver)
  const { entries, head } = await ledgerOf(clinic)
  const { user_id: author, user_name: author_name } = who
  expect(entries).toMatchObject([{ user: approver.user_id, record: { _id, author, author_name } }])
  const again: Op = { op: 'void', collection: 'draws', _id, base: 1, reason: 'a' }
  await send('draw.void', [again], approver)
  await send('draw.void', [again], approver)
  expect((await ledgerOf(clinic)).head.n).toBe(2)
  expect(verifyLedger((await ledgerOf(clinic)).entries, { remembered: [head] }).ok).toBe(true)
})

test.each(['ledger', '"logged-actions"'])(
  'the database itself refuses to change or to empty %s',
  async (table) => {
    const { send } = await clinicOf([1])
    await send('draw.save', [taken(randomUUID())])
    const refused = { code: '23001' }
    const client = await pool.connect()
    try {
      // A session that plays a replica skips ordinary triggers.
      for (const role of ['origin', 'replica']) {
        await client.query(`SET session_replication_role = ${role}`)
        await expect(client.query(`UPDATE ${table} SET org_id = org_id`)).rejects.toMatchObject(refused)
        await expect(client.query(`DELETE FROM ${table}`)).rejects.toMatchObject(refused)
        await expect(client.query(`TRUNCATE ${table}`)).rejects.toMatchObject(refused)
      }
    } finally {
      client.release(true)
    }
  },
)

test('the database refuses an entry whose hash is not its own', async () => {
  const clinic = await foundClinic(pool)
  const insert = pool.query("INSERT INTO ledger (org_id, n, entry, hash) VALUES ($1, 1, '{}', $2)", [
    clinic,
    'f'.repeat(64),
  ])
  await expect(insert).rejects.toMatchObject({ code: '23514' })
})
