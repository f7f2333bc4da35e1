import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { emptySheetDraft } from 'sync-protocol/rules/sheet'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clinicDatabase, viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import { newId } from '../database/ids.ts'
import { setSignedIn } from '../database/signed-in.ts'
import { newLane } from '../outbox/lanes.ts'
import { save } from '../outbox/save.ts'
import { colleaguesSheets } from '../view/recent-sheets.ts'
import { openDrafts } from './open-draft.ts'
import { takeOverSheet } from './take-over.ts'

const person = (name: string) => ({
  _id: newId(),
  name,
  org_id: newId(),
  org_name: 'Clinic',
  email: `${name}@demo.test`,
  org_perms: [1],
  time_zone: 'America/New_York',
  demo: false,
})
const [ANN, BEN] = [person('Ann'), person('Ben')]
const ROW = newId()
let clinic: ClinicDatabase

beforeEach(async () => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  for (const { _id, name } of [ANN, BEN])
    await clinic.lanes.put(newLane({ user_id: _id, user_name: name }, newId()))
  setSignedIn({ clinic, user: ANN })
})
afterEach(() => {
  setSignedIn(undefined)
  clinic.close()
})

/** Ann has Rex's sheet open on this tablet, and Ben has signed in since. */
async function opened(name = 'Rex'): Promise<string> {
  const _id = newId()
  const content = {
    ...emptySheetDraft({ outcome: 'N/A' }),
    species: 0 as const,
    name,
    weight: '12',
    day_row: ROW,
  }
  await save({ action: 'draft.save', ops: [{ op: 'create', collection: 'drafts', _id, content }] })
  setSignedIn({ clinic, user: BEN })
  return _id
}

test('it is theirs at once, without the server, with all that was entered; the log is told whose it was', async () => {
  const id = await opened()
  expect([...(await colleaguesSheets(BEN._id)).keys()]).toEqual([ROW])
  expect(await takeOverSheet(id)).toBe('Ann')
  expect(await openDrafts('sheet')).toMatchObject([
    {
      _id: id,
      meta: { author_id: BEN._id, author_name: 'Ben' },
      content: { weight: '12', taken_from: [ANN._id] },
    },
  ])
  expect((await colleaguesSheets(BEN._id)).size).toBe(0)
  const { body } = (await clinic.outbox.orderBy('order').last()) ?? {}
  expect(body).toMatchObject({ action: 'sheet.take_over', detail: 'Rex, from Ann' })
  // Its own author takes nothing over.
  expect(await takeOverSheet(id)).toBe(null)
  expect(await clinic.outbox.count()).toBe(2)
})

test('what is typed next does not take the place of the taking over', async () => {
  const id = await opened()
  await takeOverSheet(id)
  const draft = await viewOf(clinic, 'drafts').get(id)
  await save({
    action: 'draft.save',
    ops: [
      {
        op: 'update',
        collection: 'drafts',
        _id: id,
        base: draft?.version ?? 0,
        set: { name: 'Max' },
        was: { name: 'Rex', patient_id: '' },
      },
    ],
  })
  const actions = (await clinic.outbox.orderBy('order').toArray()).map(({ body }) => body.action)
  expect(actions).toEqual(['draft.save', 'sheet.take_over', 'draft.save'])
})

test('one that is over by now is not', async () => {
  const id = await opened()
  setSignedIn({ clinic, user: ANN })
  await save({ action: 'draft.end', ops: [{ op: 'delete', collection: 'drafts', _id: id, base: 1 }] })
  setSignedIn({ clinic, user: BEN })
  expect(await takeOverSheet(id)).toBe(undefined)
  expect(await takeOverSheet(newId())).toBe(undefined)
})

test('names too long for the log are shortened, never through a letter', async () => {
  const id = await opened('🐕'.repeat(300))
  await takeOverSheet(id)
  const { body } = (await clinic.outbox.orderBy('order').last()) ?? {}
  expect(body?.detail).toBe(`${'🐕'.repeat(40)}, from Ann`)
})
