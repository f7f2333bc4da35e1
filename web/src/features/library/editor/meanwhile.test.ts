import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { contentIn } from 'sync-protocol/records/kinds'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clinicDatabase, viewOf, type ClinicDatabase } from '../../../data/database/clinic-database.ts'
import { newId } from '../../../data/database/ids.ts'
import { setSignedIn } from '../../../data/database/signed-in.ts'
import { procedure } from '../../../sync/testing/samples.ts'
import { meanwhileOf } from './meanwhile.ts'

const at = '2026-11-26T15:05:00.000Z'
const user = { _id: newId(), name: 'Ana', email: 'ana@clinic.test', org_id: newId(), org_name: 'Riverside' }
const content = procedure('Cerenia')
const _id = newId()
const seen = { version: 1, author_id: user._id, content }
let clinic: ClinicDatabase

beforeEach(() => {
  clinic = clinicDatabase(user.org_id, { indexedDB: new IDBFactory(), IDBKeyRange })
  setSignedIn({ clinic, user: { ...user, org_perms: [1], time_zone: 'UTC', demo: false } })
})
afterEach(() => {
  setSignedIn(undefined)
  clinic.close()
})

async function stands(edited: { edited_by?: string }, name: string | null): Promise<void> {
  const meta = { author_id: user._id, author_name: 'Ana', date_created: at, date_edited: at, ...edited }
  await viewOf(clinic, 'procedures').put({
    collection: 'procedures',
    _id,
    schema: 1,
    version: 2,
    seq: 2,
    load: 1,
    deleted: name === null,
    meta,
    content: name === null ? null : contentIn('procedures', procedure(name)),
  })
}
const meanwhile = () => meanwhileOf('procedures', { _id, seen })

test('an open form says who changed or deleted its record, and when', async () => {
  await stands({ edited_by: 'Ben' }, 'Cerenia')
  expect(await meanwhile()).toBeNull()
  await stands({ edited_by: 'Ben' }, 'Maropitant')
  expect(await meanwhile()).toEqual({ what: 'changed', by: 'Ben', at })
  await stands({ edited_by: 'Ben' }, null)
  expect(await meanwhile()).toEqual({ what: 'deleted', by: 'Ben', at })
})

test('it names nobody where that is not known, or where it was the same person in another tab', async () => {
  expect(await meanwhile()).toEqual({ what: 'deleted' })
  await stands({}, 'Maropitant')
  expect(await meanwhile()).toEqual({ what: 'changed' })
  await stands({ edited_by: 'Ana' }, 'Maropitant')
  expect(await meanwhile()).toEqual({ what: 'changed' })
  expect(await meanwhileOf('procedures', { _id })).toBeNull()
})
