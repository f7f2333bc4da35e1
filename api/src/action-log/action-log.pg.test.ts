import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { draw, ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import type { Op } from 'sync-protocol/records/mutation'
import { testDatabase } from '../database/testing.ts'
import { postgresStore } from '../sync/sync-store.ts'
import { epochOf, foundClinic, hire } from '../sync/testing-clinic.ts'
import { logAction } from './action-log-store.ts'

const database = await testDatabase()
const { pool } = database
const faults: unknown[] = []
afterEach(() => {
  if (faults.length > 0) throw faults[0]
})
const NOW = '2026-11-20T10:00:00.000Z'
const store = postgresStore(database, 'key', (error) => faults.push(error))

async function entriesOf(clinic: string) {
  const { rows } = await pool.query<{ at: Date; received_at: Date; message: string }>(
    'SELECT * FROM "logged-actions" WHERE org_id = $1 ORDER BY at',
    [clinic],
  )
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), received_at: row.received_at.toISOString() }))
}

test('each mutation is one entry, with its person, organization and own time; drafts and withdrawn ones are none', async () => {
  const clinic = await foundClinic(pool)
  const who = await hire(pool, clinic, [1])
  const _id = randomUUID()
  const drug = { collection: 'drugs', _id } as const
  const table: Op = {
    op: 'create',
    collection: 'drafts',
    _id: randomUUID(),
    content: { kind: 'balance', table: [] },
  }
  const sent: [action: string, ops: Op[], at: string, offset: number | null, detail?: string][] = [
    ['drug.create', [{ op: 'create', ...drug, content: ketamine() }], '2026-11-20T01:00:00Z', 0],
    ['draft.create', [table], '2026-11-20T02:00:00Z', 0],
    ['drug.delete', [{ op: 'delete', ...drug, base: 1 }], '2026-11-20T03:00:00Z', 3_600_000],
    ['withdrawn', [], '2026-11-20T04:00:00Z', 0],
    ['sheet.export', [], '2026-11-20T05:00:00Z', 0, 'Rex.pdf'],
    ['section.delete', [{ op: 'delete', collection: 'sections', _id, base: 1 }], '2026-11-20T06:00:00Z', 0],
    [
      'draw.save',
      [{ op: 'create', collection: 'draws', _id: randomUUID(), content: draw() }],
      '0000-01-01T00:00:00Z',
      null,
    ],
  ]
  const mutations = sent.map(([action, ops, at, clock_offset_ms, detail = null], index) =>
    mutationOf(index + 1, randomUUID(), action, ops, { at, clock_offset_ms, detail }),
  )
  const lane = { device: randomUUID(), lane: randomUUID() }
  await store.push(who, pushOf(await epochOf(pool), lane, mutations), NOW)
  const entries = await entriesOf(clinic)
  expect(entries.map(({ at, message }) => [at, message])).toEqual([
    ['2026-11-20T01:00:00.000Z', "Created drug 'Ketamine'"],
    ['2026-11-20T04:00:00.000Z', "Deleted drug 'Ketamine'"],
    ['2026-11-20T05:00:00.000Z', 'Exported anesthesia sheet: Rex.pdf'],
    ['2026-11-20T06:00:00.000Z', 'Deleted drug section (refused: This record does not exist.)'],
    [NOW, "Saved controlled substance draw 0.5 ml of 'Ketamine' for 'Rex'"],
  ])
  for (const entry of entries) {
    expect(entry).toMatchObject({
      received_at: NOW,
      user_id: who.user_id,
      user_name: who.user_name,
      org_name: 'Clinic',
    })
  }
})

test('what is no record is logged by its feature', async () => {
  const clinic = await foundClinic(pool)
  const who = await hire(pool, clinic, [0])
  await logAction(pool, who, 'Signed in\u0000', new Date(NOW))
  expect(await entriesOf(clinic)).toMatchObject([
    { at: NOW, received_at: NOW, user_id: who.user_id, org_name: 'Clinic', message: 'Signed in\uFFFD' },
  ])
})
