import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { mutationOf, draw, pushOf } from 'sync-protocol/testing/examples'
import { verifyLedger } from 'sync-protocol/rules/ledger'
import { ledgerReply } from 'sync-protocol/wire/ledger'
import { ledgerText } from '../../ledger/ledger-store.ts'
import { postgresStore } from '../../sync/sync-store.ts'
import { epochOf, foundClinic, hire } from '../../sync/testing-clinic.ts'
import { connect } from '../connect.ts'
import { emptyDatabase } from '../testing.ts'
import { templateName } from '../testing-url.ts'
import { beginEpoch } from './begin-epoch.ts'

const NOW = '2026-11-20T10:00:00.000Z'
const refuse = (error: unknown) => {
  throw error
}

test('[L6] a database whose files were put back brings its tablets’ work back once a new epoch is begun by hand', async () => {
  const url = await emptyDatabase(templateName)
  const before = connect(url)
  const clinic = await foundClinic(before.pool)
  const damaged = await foundClinic(before.pool, 'Damaged')
  const [ana, eve] = [await hire(before.pool, clinic, [1]), await hire(before.pool, damaged, [1])]
  const epoch = await epochOf(before.pool)
  const lane = { device: randomUUID(), lane: randomUUID() }
  const drawn = (n: number) =>
    mutationOf(n, randomUUID(), 'draw.save', [
      { op: 'create', collection: 'draws', _id: randomUUID(), content: draw() },
    ])
  const store = postgresStore(before, 'key', refuse)
  await store.push(ana, pushOf(epoch, lane, [drawn(1)]), NOW)
  await store.push(eve, pushOf(epoch, { device: randomUUID(), lane: randomUUID() }, [drawn(1)]), NOW)
  await before.close()
  const copy = await emptyDatabase(new URL(url).pathname.slice(1))
  const after = connect(url)
  const lost = drawn(2)
  const taken = await postgresStore(after, 'key', refuse).push(ana, pushOf(epoch, lane, [lost]), NOW)
  await after.close()
  const database = connect(copy)
  afterAll(() => database.close())
  const { pool } = database
  await pool.query(
    'ALTER TABLE ledger DISABLE TRIGGER append_only; ALTER TABLE ledger DROP CONSTRAINT ledger_check',
  )
  await pool.query("UPDATE ledger SET hash = repeat('f', 64) WHERE org_id = $1", [damaged])

  const begun = await beginEpoch(pool, new Date(NOW))
  expect([begun.epoch, begun.endsAt]).toEqual([await epochOf(pool), NOW])
  expect(begun.epoch).not.toBe(epoch)
  expect(begun.ledgers.map(({ name }) => name)).toEqual(['Clinic'])
  const { rows } = await pool.query(`SELECT FROM "logged-actions" WHERE message LIKE '%rolled back%'`)
  expect(rows).toHaveLength(2)
  const restored = postgresStore(database, 'key', refuse)
  await expect(restored.push(ana, pushOf(epoch, lane, [lost]), NOW)).rejects.toMatchObject({
    code: 'epoch_changed',
    extra: { epoch: begun.epoch },
  })
  const receipt = taken.results[0]?.receipt ?? ''
  const back = { ...lost, n: 1, returned: { user_id: ana.user_id, user_name: ana.user_name, receipt } }
  const fresh = { device: randomUUID(), lane: randomUUID() }
  expect((await restored.push(ana, pushOf(begun.epoch, fresh, [back]), NOW)).results).toMatchObject([
    { status: 'applied' },
  ])
  const { entries, head } = ledgerReply.parse(JSON.parse(await ledgerText(pool, clinic, 0)))
  expect(entries.map((entry) => entry.op)).toEqual(['create', 'restore', 'create'])
  expect(entries[1]).toMatchObject({ content: { backup_at: NOW, continues: { epoch, n: 1 }, lost: null } })
  expect(verifyLedger(entries)).toMatchObject({ ok: true, head })
})
