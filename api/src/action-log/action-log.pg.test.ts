import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { draw, ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { updateOp } from 'sync-protocol/merge/update-op'
import type { JsonObject } from 'sync-protocol/records/json'
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
    ['2026-11-20T01:00:00.000Z', expect.stringMatching(/^Created drug 'Ketamine' \(concentration 100 mg/)],
    ['2026-11-20T04:00:00.000Z', "Deleted drug 'Ketamine' 100 mg/ml"],
    ['2026-11-20T05:00:00.000Z', 'Exported anesthesia sheet: Rex.pdf'],
    ['2026-11-20T06:00:00.000Z', 'Refused (This record does not exist.): Deleted drug section'],
    [
      NOW,
      'Waiting for a decision (The time of this change is outside the years 1 to 9999.): ' +
        "Saved controlled substance draw 0.5 ml of 'Ketamine' 100 mg/ml for 'Rex' (canine, 'Castration')",
    ],
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

test('one push tells each change by what stood when its turn came, in sections of that moment', async () => {
  const clinic = await foundClinic(pool)
  const who = await hire(pool, clinic, [1, 3])
  const drug = { collection: 'drugs', _id: randomUUID() } as const
  const section = { collection: 'sections', _id: randomUUID() } as const
  const edit = (from: JsonObject, to: JsonObject): Op =>
    updateOp('drugs', { _id: drug._id, version: 1, content: ketamine(from) }, ketamine({ ...from, ...to })) ??
    expect.fail('nothing to edit')
  const sent: [string, Op[]][] = [
    [
      'section.create',
      [{ op: 'create', ...section, content: { key: 999, title_s: 'Opioid', title_p: 'Opioids' } }],
    ],
    ['drug.create', [{ op: 'create', ...drug, content: ketamine() }]],
    ['drug.update', [edit({}, { concentration: 50 })]],
    ['drug.update', [edit({ concentration: 50 }, { name: 'Ketalar' })]],
    ['drug.move', [edit({}, { section_key: -1 })]],
    ['section.delete', [{ op: 'delete', ...section, base: 1 }]],
    ['drug.delete', [{ op: 'delete', ...drug, base: 1 }]],
    ['drug.restore', [{ op: 'restore', ...drug, base: 1, content: ketamine({ name: 'Ketalar' }) }]],
  ]
  const mutations = sent.map(([action, ops], index) =>
    mutationOf(index + 1, randomUUID(), action, ops, { at: `2026-11-20T0${index}:00:00Z` }),
  )
  const lane = { device: randomUUID(), lane: randomUUID() }
  const epoch = await epochOf(pool)
  await store.push(who, pushOf(epoch, lane, mutations.slice(0, 5)), NOW)
  await store.push(who, pushOf(epoch, lane, mutations.slice(5)), NOW)
  const messages = (await entriesOf(clinic)).map(({ message }) => message)
  expect(messages[1]).toMatch(/section 'Opioids'\)$/)
  expect(messages.slice(2)).toEqual([
    "Edited drug 'Ketamine' (concentration 100 to 50 mg/ml)",
    "Edited drug 'Ketamine' (name 'Ketamine' to 'Ketalar')",
    "Moved drug 'Ketalar' 50 mg/ml from section 'Opioids' to section 'Unset Medications'",
    "Deleted drug section 'Opioids'",
    "Deleted drug 'Ketalar' 50 mg/ml",
    "Restored drug 'Ketalar' 100 mg/ml",
  ])
})

test('what was set aside and what was refused is not told as done', async () => {
  const clinic = await foundClinic(pool)
  const [tess, vera] = [await hire(pool, clinic, [1, 2]), await hire(pool, clinic, [1, 2])]
  const novice = await hire(pool, clinic, [1])
  const drug = { collection: 'drugs', _id: randomUUID() } as const
  const epoch = await epochOf(pool)
  const lanes = [0, 1, 2].map(() => ({ device: randomUUID(), lane: randomUUID() }))
  const at = (hour: number) => ({ at: `2026-11-20T0${hour}:00:00Z` })
  const push = (who: typeof tess, lane: number, n: number, hour: number, action: string, op: Op) =>
    store.push(
      who,
      pushOf(epoch, lanes[lane] ?? { device: '', lane: '' }, [
        mutationOf(n, randomUUID(), action, [op], at(hour)),
      ]),
      NOW,
    )
  const edit = (concentration: number): Op =>
    updateOp('drugs', { _id: drug._id, version: 1, content: ketamine() }, ketamine({ concentration })) ??
    expect.fail('nothing to edit')
  await push(tess, 0, 1, 1, 'drug.create', { op: 'create', ...drug, content: ketamine() })
  await push(tess, 0, 2, 2, 'drug.update', edit(50))
  const clash = await push(vera, 1, 1, 3, 'drug.update', edit(20))
  await push(novice, 2, 1, 4, 'drug.update', edit(10))
  const conflict = clash.results[0]?.conflicts?.[0] ?? ''
  await push(vera, 1, 2, 5, 'conflict.settle', {
    op: 'settle',
    collection: 'conflicts',
    _id: conflict,
    base: 1,
    choice: 'mine',
  })
  const entries = await entriesOf(clinic)
  expect(entries.slice(1).map(({ message }) => message)).toEqual([
    "Edited drug 'Ketamine' (concentration 100 to 50 mg/ml)",
    "Set aside until someone decides: Edited drug 'Ketamine' (concentration 100 to 20 mg/ml)",
    "Refused (You don't have permission to change this record.): Edited drug 'Ketamine' (concentration 100 to 10 mg/ml)",
    "Decided between two versions of drug 'Ketamine' 50 mg/ml: used the version set aside (concentration 50 to 20 mg/ml)",
  ])
})
