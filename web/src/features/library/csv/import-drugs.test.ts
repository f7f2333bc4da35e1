import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { updateOp } from 'sync-protocol/merge/update-op'
import { drugContent, type DrugContent } from 'sync-protocol/records/drug'
import { MUTATION_OPS_MAX } from 'sync-protocol/records/limits'
import { formOfDrug } from 'sync-protocol/rules/drug-form'
import { ketamine } from 'sync-protocol/testing/examples'
import { clinicDatabase, type ClinicDatabase } from '../../../data/database/clinic-database.ts'
import { newId } from '../../../data/database/ids.ts'
import { setSignedIn } from '../../../data/database/signed-in.ts'
import { newLane } from '../../../data/outbox/lanes.ts'
import { save } from '../../../data/outbox/save.ts'
import { allRecords } from '../../../data/view/records.ts'
import { importDrugs, isOneChange } from './import-drugs.ts'
import type { StoredDrug } from './read-import.ts'

const USER = {
  _id: '0193aaaa-0000-7000-8000-0000000000a1',
  name: 'Ana Smith',
  email: 'ana@clinic.test',
  org_id: '0193aaaa-0000-7000-8000-000000000001',
  org_name: 'Riverside',
  org_perms: [1],
  time_zone: 'America/Chicago',
  demo: false,
}
let clinic: ClinicDatabase

beforeEach(async () => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  await clinic.lanes.put(newLane({ user_id: USER._id, user_name: USER.name }, newId()))
  setSignedIn({ clinic, user: USER })
})
afterEach(() => {
  setSignedIn(undefined)
  clinic.close()
})

const drug = (over: Parameters<typeof ketamine>[0]): DrugContent => drugContent.parse(ketamine(over))
const stored = async (): Promise<StoredDrug[]> =>
  (await allRecords('drugs')).map(({ _id, version, content }) => {
    const known = drugContent.parse(content)
    return { _id, version, content: { ...known }, drug: known, form: formOfDrug(known) }
  })
const said = async () => (await stored()).map(({ drug: one }) => `${one.name} ${one.dosage[0]}`).sort()
const changes = async () => (await clinic.outbox.toArray()).map(({ body }) => [body.action, body.ops.length])
const many = (count: number, reference = '') =>
  Array.from({ length: count }, (_, at) => drug({ name: `Drug ${at}`, ...(reference && { reference }) }))

test('four hundred drugs are one change, and UNDO is one', async () => {
  const undo = await importDrugs({ added: many(400), updated: [] })
  expect(await stored()).toHaveLength(400)
  expect(await undo()).toBe(0)
  expect(await stored()).toEqual([])
  expect(await changes()).toEqual([
    ['drug.create', 400],
    ['drug.delete', 400],
  ])
})

test('what is added and what is updated is one change; UNDO leaves what somebody changed since', async () => {
  await importDrugs({ added: ['A', 'B'].map((name) => drug({ name })), updated: [] })
  const updated = (await stored()).map((one) => ({
    stored: one,
    content: { ...one.drug, dosage: [6, 4] satisfies [number, number] },
  }))
  const undo = await importDrugs({ added: [drug({ name: 'C' }), drug({ name: 'D' })], updated })
  expect((await changes()).at(-1)).toEqual(['drug.save', 4])
  expect(await said()).toEqual(['A 6', 'B 6', 'C 5', 'D 5'])
  for (const one of (await stored()).filter(({ drug: { name } }) => name === 'B' || name === 'D')) {
    const op = updateOp('drugs', one, { ...one.content, dosage: [9, 4] })
    if (op) await save({ action: 'drug.update', ops: [op] })
  }
  expect(await undo()).toBe(2)
  expect(await said()).toEqual(['A 5', 'B 9', 'D 9'])
  expect((await changes()).at(-1)).toEqual(['drug.undo', 2])
})

test('more than one change holds is refused before anything is stored, by count and by size', async () => {
  expect(isOneChange({ added: many(MUTATION_OPS_MAX), updated: [] })).toBe(true)
  expect(isOneChange({ added: many(MUTATION_OPS_MAX + 1), updated: [] })).toBe(false)
  const large = many(MUTATION_OPS_MAX).map((one) => ({
    ...one,
    limits: [{ never: 'µ'.repeat(120) }, { never: 'µ'.repeat(120) }] as NonNullable<DrugContent['limits']>,
    reference: 'µ'.repeat(200),
    reverses: Array.from({ length: 10 }, (_, at) => ({
      name: `Drug ${at}`,
      species: 0 as const,
      rule: 'mg_per_kg' as const,
      value: 1,
      route: 'IV' as const,
      note: 'µ'.repeat(100),
    })),
  }))
  expect(isOneChange({ added: large, updated: [] })).toBe(false)
  await expect(importDrugs({ added: large, updated: [] })).rejects.toThrow(RangeError)
  expect(await stored()).toEqual([])
})
