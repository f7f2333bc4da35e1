import { updateOp } from 'sync-protocol/merge/update-op'
import { expect, test } from 'vitest'
import { FleetServer } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { drug } from '../../sync/testing/samples.ts'
import { allTables, viewOf } from '../database/clinic-database.ts'
import { rebuildView } from './rebuild-view.ts'
import { saveAs } from '../outbox/save.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const ana = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }
const EDITS = 300

test('[T2] an outbox of hundreds of changes to one record is replayed in one transaction, and sent', async () => {
  const server = new FleetServer(ORG, EPOCH, [ana])
  const tablet = new FleetDevice(server, 3)
  await tablet.start()
  await tablet.signIn(ana)
  const { clinic, saver } = tablet
  const _id = tablet.newId()
  const made = { op: 'create', collection: 'drugs', _id, content: drug('Version 0') } as const
  await saveAs(clinic, saver, { action: 'drug.create', ops: [made] })
  for (let edit = 1; edit <= EDITS; edit++) {
    const shown = await viewOf(clinic, 'drugs').get(_id)
    const content = shown?.content ?? {}
    const op = updateOp('drugs', { _id, version: 0, content }, { ...content, name: `Version ${edit}` })
    if (op) await saveAs(clinic, saver, { action: 'drug.update', ops: [op] })
  }
  const before = await viewOf(clinic, 'drugs').get(_id)
  await clinic.transaction('rw', allTables(clinic), () => rebuildView(clinic, [`drugs/${_id}`]))
  expect(await viewOf(clinic, 'drugs').get(_id)).toEqual(before)

  expect(await tablet.round()).toMatchObject({ ok: true })
  expect(await clinic.outbox.count()).toBe(0)
  expect((await viewOf(clinic, 'drugs').get(_id))?.content?.['name']).toBe(`Version ${EDITS}`)
})
