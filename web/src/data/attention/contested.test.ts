import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { updateOp } from 'sync-protocol/merge/update-op'
import { expect, test } from 'vitest'
import { readStatus } from '../../sync/read-status.ts'
import { FleetServer, type FleetUser } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { drug, sheetDraft } from '../../sync/testing/samples.ts'
import { attentionFor, waitsOfDraft } from './attention.ts'
import { clinicDatabase, viewOf } from '../database/clinic-database.ts'
import { contestedRecords, contestsOf } from './contested.ts'
import { choicesOf, settleConflict } from './settle-conflict.ts'
import { newId } from '../database/ids.ts'
import { saveAs } from '../outbox/save.ts'
import { setSignedIn } from '../database/signed-in.ts'

const ana: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }
const ben: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000b2', name: 'Ben', perms: [1, 2] }
const DRUG = '0193aaaa-0000-7000-8000-0000000000d1'
const PROFILE = {
  _id: ana.id,
  name: 'Ana',
  email: 'ana@clinic.test',
  org_id: newId(),
  org_name: 'Clinic',
  org_perms: [1],
  time_zone: 'UTC',
  demo: false,
}

test('[M9] two versions of a drug section wait for who may change sections, and for their sender; others see them only', async () => {
  const cy: FleetUser = { id: newId(), name: 'Cy', perms: [1, 3] }
  const dan: FleetUser = { id: newId(), name: 'Dan', perms: [1, 3] }
  const server = new FleetServer('0193aaaa-0000-7000-8000-000000000002', newId(), [cy, dan])
  const tablets = [new FleetDevice(server, 1), new FleetDevice(server, 2)] as const
  const [first, second] = tablets
  await first.start()
  await first.signIn(cy)
  await second.start()
  await second.signIn(dan)
  const section = { key: 1001, title_s: 'Opioid', title_p: 'Opioids' }
  const create = { op: 'create', collection: 'sections', _id: DRUG, content: section } as const
  await saveAs(first.clinic, first.saver, { action: 'section.create', ops: [create] })
  const everybody = async () => {
    for (const tablet of [first, second, first]) expect((await tablet.round()).ok).toBe(true)
  }
  await everybody()
  for (const [tablet, title_p] of [
    [first, 'Opioid agonists'],
    [second, 'Opioid drugs'],
  ] as const) {
    const record = await viewOf(tablet.clinic, 'sections').get(DRUG)
    const content = record?.content ?? {}
    const op = record && updateOp('sections', { ...record, content }, { ...content, title_p })
    await saveAs(tablet.clinic, tablet.saver, { action: 'section.update', ops: op ? [op] : [] })
  }
  await everybody()
  const counted = async (_id: string, org_perms: number[]) => [
    (await attentionFor(first.clinic, { _id, org_perms })).length,
    (await readStatus(first.clinic, { _id, org_perms })).attention,
  ]
  expect(await counted(newId(), [1, 2])).toEqual([1, 0])
  expect(await counted(newId(), [1, 2, 3])).toEqual([1, 1])
  expect(await counted(newId(), [1])).toEqual([0, 0])
  expect(await counted(dan.id, [1])).toEqual([1, 1])
})

test('[M9] a record of which two versions wait is known on every tablet, and waits for whose it is, until somebody decides', async () => {
  const server = new FleetServer('0193aaaa-0000-7000-8000-000000000001', newId(), [ana, ben])
  const tablets = [new FleetDevice(server, 1), new FleetDevice(server, 2)] as const
  const [first, second] = tablets
  for (const [tablet, user] of [
    [first, ana],
    [second, ben],
  ] as const) {
    await tablet.start()
    await tablet.signIn(user)
  }
  const dose = async ({ clinic, saver }: FleetDevice, concentration: number) => {
    const record = await viewOf(clinic, 'drugs').get(DRUG)
    const content = record?.content ?? {}
    const op = record && updateOp('drugs', { ...record, content }, { ...content, concentration })
    await saveAs(clinic, saver, { action: 'drug.update', ops: op ? [op] : [] })
  }
  const create = { op: 'create', collection: 'drugs', _id: DRUG, content: drug('Ketamine') } as const
  await saveAs(first.clinic, first.saver, { action: 'drug.create', ops: [create] })
  const everybody = async () => {
    for (const tablet of [first, second, first]) expect((await tablet.round()).ok).toBe(true)
  }
  await everybody()
  await dose(first, 50)
  await dose(second, 25)
  await everybody()
  const seenBy = async ({ clinic }: FleetDevice, collection: 'drugs' | 'fluids' = 'drugs') => {
    setSignedIn({ clinic, user: PROFILE })
    return [...(await contestedRecords(collection))]
  }
  for (const tablet of tablets) expect(await seenBy(tablet)).toEqual([DRUG])
  expect(await seenBy(first, 'fluids')).toEqual([])

  const waits = async (_id: string, org_perms: number[]) =>
    (await attentionFor(first.clinic, { _id, org_perms })).map(({ author_name }) => author_name)
  // Whose record it is decides too, also over what a colleague entered; a third person does not.
  expect(await waits(ana.id, [1])).toEqual(['Ben'])
  expect(await waits(ana.id, [])).toEqual([])
  expect(await waits(newId(), [1])).toEqual([])
  expect(await waits(newId(), [2])).toEqual(['Ben'])
  expect(await readStatus(first.clinic, { _id: ana.id, org_perms: [1] })).toMatchObject({ attention: 1 })

  setSignedIn({ clinic: first.clinic, user: PROFILE })
  const contests = await contestsOf('drugs')
  const [entry, ...others] = contests.get(DRUG) ?? []
  expect([contests.size, entry?.author_name, others]).toEqual([1, 'Ben', []])
  expect(await contestsOf('fluids')).toEqual(new Map())
  if (entry === undefined) throw new Error('Nothing waits.')
  const stands = await viewOf(first.clinic, 'drugs').get(DRUG)
  expect(choicesOf(entry, PROFILE, stands)).toEqual(['theirs', 'mine'])
  await settleConflict(entry, 'mine')
  expect(await contestsOf('drugs')).toEqual(new Map())
  await everybody()
  for (const tablet of tablets) {
    expect(await seenBy(tablet)).toEqual([])
    expect((await viewOf(tablet.clinic, 'drugs').get(DRUG))?.content?.concentration).toBe(25)
  }
  const empty = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  setSignedIn({ clinic: empty, user: PROFILE })
  expect([...(await contestedRecords('drugs'))]).toEqual([])
  setSignedIn(undefined)
})

test('[M5] that what was typed waits here is said where it does, and not of a sheet that was only put away', async () => {
  const server = new FleetServer('0193aaaa-0000-7000-8000-000000000003', newId(), [ana])
  const tablets = [new FleetDevice(server, 1), new FleetDevice(server, 2)] as const
  const [first, second] = tablets
  for (const tablet of tablets) {
    await tablet.start()
    await tablet.signIn(ana)
  }
  const everybody = async () => {
    for (const tablet of [first, second, first]) expect((await tablet.round()).ok).toBe(true)
  }
  const open = sheetDraft({ name: 'Rex' })
  const ops = ['lost', 'put away'].map(() => first.newId())
  const [lost = '', putAway = ''] = ops
  for (const _id of ops) {
    const create = { op: 'create', collection: 'drafts', _id, content: open } as const
    await saveAs(first.clinic, first.saver, { action: 'draft.save', ops: [create] })
  }
  await everybody()
  for (const _id of ops) {
    const version = (await viewOf(second.clinic, 'drafts').get(_id))?.version ?? 0
    const end = { op: 'delete', collection: 'drafts', _id, base: version } as const
    await saveAs(second.clinic, second.saver, { action: 'draft.end', ops: [end] })
  }
  const before = await viewOf(first.clinic, 'drafts').get(lost)
  const typed = before && updateOp('drafts', { ...before, content: open }, { ...open, weight: '16' })
  await saveAs(first.clinic, first.saver, { action: 'draft.save', ops: typed ? [typed] : [] })
  setSignedIn({ clinic: first.clinic, user: PROFILE })
  expect(await waitsOfDraft(lost)).toBe(false)
  for (const tablet of [second, first, second]) expect((await tablet.round()).ok).toBe(true)
  expect([await waitsOfDraft(lost), await waitsOfDraft(putAway)]).toEqual([true, false])
  setSignedIn(undefined)
})
