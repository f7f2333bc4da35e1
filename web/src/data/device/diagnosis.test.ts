import 'fake-indexeddb/auto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { COLLECTIONS } from 'sync-protocol/records/envelope'
import { clinicDatabase, type ClinicDatabase } from '../database/clinic-database.ts'
import { diagnosisOf } from './diagnosis.ts'
import { newId } from '../database/ids.ts'
import { deviceDatabase } from './device-database.ts'

/** What must never leave in the file: it stands at the beginning, in the middle or at the end of each text. */
const MARK = 'sEcReT'

const shapes = {
  deep: (text: string) => ({ name: text, list: [text, { note: text }], password: text, token: text }),
  mutation: (text: string) => ({
    n: 1,
    id: text,
    at: text,
    clock_offset_ms: null,
    schema: 1,
    action: text,
    detail: text,
    ops: [
      { op: 'create', collection: text, _id: text, content: { name: text, patient: text } },
      { op: 'update', collection: 'sheets', _id: text, set: { name: text }, was: { name: text } },
    ],
  }),
}

/** Every table, each of its texts with the mark in it. */
async function fill(clinic: ClinicDatabase, text: string, orgId: string): Promise<void> {
  for (const name of COLLECTIONS) {
    const record = { _id: text, collection: text, version: 1, seq: 1, schema: 1, deleted: false, load: 0 }
    await clinic.table(name).put({
      ...record,
      meta: { author_id: text, author_name: text, date_created: text },
      content: { ...shapes.deep(text), mutation: shapes.mutation(text) },
    })
  }
  await clinic.table('outbox').put({
    lane: text,
    user_id: text,
    user_name: text,
    n: 1,
    id: text,
    hash: text,
    body: shapes.mutation(text),
    bytes: 10,
    keys: [text],
    done: 0,
    withdrawn: 0,
    saved_at: 0,
  })
  await clinic.table('lanes').put({
    user_id: text,
    user_name: text,
    id: text,
    next_n: 2,
    taken_n: 0,
    unsent: 1,
    push_token: text,
    registered: true,
    shut_out: false,
  })
  await clinic.table('kept').put({
    mutation_id: text,
    user_id: text,
    user_name: text,
    lane: text,
    mutation: shapes.mutation(text),
    status: text,
    code: text,
    field: text,
    message: text,
    at: text,
  })
  await clinic
    .table('kept_forms')
    .put({ key: text, user_id: text, name: text, values: shapes.deep(text), at: text })
  await clinic.table('ledger_heads').put({ epoch: text, n: 1, hash: text, seen_at: text })
  for (const key of [
    'device',
    'device_name',
    'epoch',
    'cursor',
    'load',
    'clock_offset_ms',
    'last_pull',
    'server_reachable',
    'answering',
    'section_keys',
    'digests',
    'organization_seen',
  ])
    await clinic.settings.put({ key, value: text })
  await clinic.settings.put({ key: 'digests', value: { sheets: { n: text, sum: text }, [text]: { n: 1 } } })
  await deviceDatabase().failures.add({ org_id: orgId, at: text, what: text, status: null, code: text })
}

const surroundings = (text: string) => ({
  at: '2026-11-20T08:00:00.000Z',
  signed_in: true,
  offline_session: false,
  online: true,
  service_worker: text,
  state: text,
  storage: { usage: 1, quota: 2, persisted: false },
})

test('nothing that was entered, no name, password or token is in the file, whatever lies in which field', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ maxLength: 12 }),
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        '',
        '/sync/',
        'sheet.',
        '0193aaaa-0000-7000-8000-000000000001',
        '2026-11-20T08:00:00.000Z',
      ),
      async (before, after, alike) => {
        const orgId = newId()
        const clinic = clinicDatabase(orgId)
        await fill(clinic, `${alike}${before}${MARK}${after}`, orgId)
        const file = JSON.stringify(await diagnosisOf(clinic, surroundings(`${MARK}${after}`)))
        expect(file.includes(MARK)).toBe(false)
        expect(file).toContain(orgId)
        await clinic.delete()
      },
    ),
    { numRuns: 40 },
  )
})

test('it tells what helps: versions, lanes, what is unsent and since when, and what failed', async () => {
  const orgId = newId()
  const clinic = clinicDatabase(orgId)
  const [device, lane, mutation, user_id] = [newId(), newId(), newId(), newId()]
  await clinic.settings.bulkPut([
    { key: 'device', value: device },
    { key: 'cursor', value: 42 },
  ])
  await clinic.lanes.put({
    user_id,
    user_name: 'Tom',
    id: lane,
    next_n: 5,
    taken_n: 4,
    unsent: 1,
    push_token: 'push.secret',
    registered: true,
    shut_out: false,
  })
  const body = { ...shapes.mutation('x'), id: mutation, action: 'sheet.save' }
  await clinic.table('outbox').put({
    lane,
    user_id,
    user_name: 'Tom',
    n: 4,
    id: mutation,
    hash: '',
    body,
    bytes: 812,
    keys: [],
    done: 0,
    withdrawn: 0,
    saved_at: Date.parse('2026-11-20T07:58:00.000Z'),
  })
  const failure = { at: '2026-11-20T07:59:00.000Z', what: '/sync/push', status: 503, code: 'unavailable' }
  await deviceDatabase().failures.add({ org_id: orgId, ...failure })
  expect(await diagnosisOf(clinic, surroundings('activated'))).toMatchObject({
    organization: orgId,
    settings: { device, cursor: 42 },
    counts: { sheets: 0 },
    lanes: [{ user: user_id, lane, next_n: 5, taken_n: 4, unsent: 1, may_push: true }],
    outbox: [
      {
        id: mutation,
        n: 4,
        action: 'sheet.save',
        ops: 2,
        collections: ['sheets'],
        bytes: 812,
        status: 'unsent',
        age_s: 120,
      },
    ],
    failures: [failure],
    surroundings: { service_worker: 'activated' },
  })
})
