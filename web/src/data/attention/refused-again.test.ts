import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { FleetServer, type FleetUser } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { drug, sheet, singleDraw } from '../../sync/testing/samples.ts'
import { setSignedIn } from '../database/signed-in.ts'
import { saveAs } from '../outbox/save.ts'
import { attentionFor, type RefusedEntry } from './attention.ts'
import { isRefusedAgain } from './refused-again.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'

afterEach(() => setSignedIn(undefined))

async function clinic() {
  const ana: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }
  const server = new FleetServer(ORG, EPOCH, [ana])
  const tablet = new FleetDevice(server, 7)
  await tablet.start()
  await tablet.signIn(ana)
  const profile = { email: 'a@clinic.test', org_id: ORG, org_name: 'Clinic', time_zone: 'UTC', demo: false }
  setSignedIn({
    clinic: tablet.clinic,
    user: { _id: ana.id, name: ana.name, org_perms: [1], ...profile },
  })
  await tablet.round()
  const send = async (...ops: Op[]): Promise<RefusedEntry> => {
    const { mutation_id } = await saveAs(tablet.clinic, tablet.saver, { action: 'x', ops })
    await tablet.round()
    const entries = await attentionFor(tablet.clinic, { _id: ana.id, org_perms: [1] })
    const entry = entries.find(({ key }) => key === mutation_id)
    if (entry?.sort !== 'refused') throw new Error('It was not refused.')
    return entry
  }
  const again = (entry: RefusedEntry, org_perms = ana.perms) =>
    isRefusedAgain(entry, { _id: ana.id, name: ana.name, org_perms })
  const create = (collection: 'drugs' | 'draws' | 'sheets', content: JsonObject): Op => ({
    op: 'create',
    collection,
    _id: tablet.newId(),
    content,
  })
  return { ana, tablet, send, again, create }
}

test('[T3] a value that no form takes is refused however often it is sent', async () => {
  const { send, again, create } = await clinic()
  const wrong = { ...singleDraw('Rex'), drug_volume: 0 }
  expect(await again(await send(create('draws', wrong), create('draws', singleDraw('Rex'))))).toBe(true)
  expect(await again(await send(create('drugs', { ...drug('K'), name: '' })))).toBe(true)
})

test('[T3] what was saved as done cannot be changed the next time either', async () => {
  const { tablet, send, again, create } = await clinic()
  const made = create('sheets', sheet('Rex'))
  await saveAs(tablet.clinic, tablet.saver, { action: 'sheet.save', ops: [made] })
  await tablet.round()
  const edit: Op = {
    op: 'update',
    collection: 'sheets',
    _id: made._id,
    base: 1,
    set: { name: 'Max' },
    was: { name: 'Rex' },
  }
  const entry = await send(edit)
  expect(entry.code).toBe('immutable')
  expect(await again(entry)).toBe(true)
})

test('[T3] without the permission it is refused again, and with it it may be taken', async () => {
  const { ana, send, again, create } = await clinic()
  ana.perms = [0]
  const entries = [await send(create('drugs', drug('K'))), await send(create('sheets', sheet('Rex')))]
  for (const entry of entries) {
    expect([await again(entry, [0]), await again(entry, [0, 1])]).toEqual([true, false])
  }
})

test('[T3] an edit of what is not here may be taken once its record is', async () => {
  const { tablet, send, again, create } = await clinic()
  const made = create('drugs', drug('K'))
  const edit: Op = {
    op: 'update',
    collection: 'drugs',
    _id: made._id,
    base: 1,
    set: { name: 'Ketamine' },
    was: { name: 'K' },
  }
  const entry = await send(edit)
  expect(entry.code).toBe('unknown_record')
  expect(await again(entry)).toBe(true)
  await saveAs(tablet.clinic, tablet.saver, { action: 'drug.create', ops: [made] })
  expect(await again(entry)).toBe(false)
})

test('[T3] what failed for no reason of its own may be taken the next time', async () => {
  const { send, again, create } = await clinic()
  const entry = await send(create('drugs', { ...drug('K'), name: '' }))
  for (const code of ['internal', 'too_large', 'limit'] as const)
    expect(await again({ ...entry, code })).toBe(false)
  // Another reason than the one that it was refused for: the server may see it otherwise.
  expect(await again({ ...entry, code: 'forbidden' })).toBe(false)
})
