import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Op } from 'sync-protocol/records/mutation'
import { attentionIdOf } from 'sync-protocol/records/mutation-hash'
import { drug } from '../../sync/testing/samples.ts'
import { clinicDatabase, viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import { newId } from '../database/ids.ts'
import {
  allGivenUp,
  DecidedMeanwhileError,
  decidedBy,
  giveUpForm,
  keepForm,
  keptForm,
  saveForm,
} from './kept-forms.ts'
import { newLane } from '../outbox/lanes.ts'
import { setSignedIn } from '../database/signed-in.ts'

const user = { _id: newId(), name: 'Ana', email: 'ana@clinic.test', org_id: newId(), org_name: 'Riverside' }
let clinic: ClinicDatabase

beforeEach(async () => {
  clinic = clinicDatabase(user.org_id, { indexedDB: new IDBFactory(), IDBKeyRange })
  await clinic.lanes.put(newLane({ user_id: user._id, user_name: user.name }, newId()))
  setSignedIn({ clinic, user: { ...user, org_perms: [1], time_zone: 'UTC', demo: false } })
})
afterEach(() => {
  setSignedIn(undefined)
  clinic.close()
})

test('[M9] [T3] what a form answers was decided meanwhile: nothing is saved over that before its person is told', async () => {
  const _id = newId()
  const name = { collection: 'drugs', _id, refused: newId() } as const
  await keepForm({ ...name, mode: 'edit', species: 0, values: { name: 't1t' }, name: 't1t' })
  expect([await decidedBy(name.refused), await decidedBy(undefined)]).toEqual([{}, null])
  const ops: Op[] = [{ op: 'create', collection: 'drugs', _id, content: drug('t1t') }]
  const intent = { action: 'drug.create', ops }
  await expect(saveForm(name, intent)).rejects.toThrow(DecidedMeanwhileError)
  await expect(saveForm({ ...name, restores: true }, null)).rejects.toThrow(DecidedMeanwhileError)
  expect([await clinic.outbox.count(), (await keptForm(name))?.values]).toEqual([0, { name: 't1t' }])
  await saveForm(name, intent, true)
  expect([await clinic.outbox.count(), await keptForm(name)]).toEqual([1, undefined])
})

test('[T3] who opens a form again right after giving it up does not find what was given up', async () => {
  const name = { collection: 'drugs', _id: newId() } as const
  let written: () => void = () => undefined
  const until = new Promise<void>((done) => {
    written = done
  })
  const lastWrite = async () => {
    await until
    await keepForm({ ...name, mode: 'edit', species: 0, values: { name: 'given up' }, name: 'given up' })
  }
  const gone = giveUpForm(name, lastWrite())
  const opened = allGivenUp().then(() => keptForm(name))
  written()
  expect(await opened).toBeUndefined()
  await gone
  // A write that failed holds up nobody.
  const lost = giveUpForm(name, Promise.reject(new Error('The disk is full.')))
  await expect(lost).rejects.toThrow('full')
  await allGivenUp()
})

const at = '2026-11-26T15:05:00.000Z'
const meta = { author_id: user._id, author_name: user.name, date_created: at }

test('who decided two versions, or a change that was not accepted, is named with the time; nobody is told of themselves', async () => {
  const [refused, own] = [newId(), newId()]
  const by = (id: string) => ({ settled: { by: id, by_name: 'Ben', at, choice: 'theirs' } })
  const row = { schema: 1, version: 2, seq: 2, load: 1, deleted: false, meta }
  const put = (collection: 'conflicts' | 'attention', _id: string, settledBy: string) =>
    viewOf(clinic, collection).put({ ...row, collection, _id, content: by(settledBy) as never })
  await put('conflicts', refused, newId())
  expect(await decidedBy(refused)).toEqual({ by: 'Ben', at })
  await put('conflicts', own, user._id)
  expect(await decidedBy(own)).toEqual({})
  const mutation = newId()
  await put('attention', attentionIdOf(mutation), newId())
  expect(await decidedBy(mutation)).toEqual({ by: 'Ben', at })
})
