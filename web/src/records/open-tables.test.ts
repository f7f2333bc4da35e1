import { afterEach, expect, test } from 'vitest'
import { newOpenTable } from 'sync-protocol/rules/open-table'
import { setSignedIn } from '../data/database/signed-in.ts'
import { keepTable, readTables } from '../data/drafts/table-drafts.ts'
import { FleetServer, type FleetUser } from '../sync/testing/fleet-server.ts'
import { FleetDevice } from '../sync/testing/fleet-device.ts'
import { deleteOpenTable, offersOf, restoreOpenTable } from './open-tables.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const ana: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }
const BEGUN = '2026-11-20T08:00:00.000Z'

afterEach(() => setSignedIn(undefined))

test('an open table is offered, deleted, and brought back as it was', async () => {
  const tablet = new FleetDevice(new FleetServer(ORG, EPOCH, [ana]), 5)
  await tablet.start()
  await tablet.signIn(ana)
  setSignedIn({
    clinic: tablet.clinic,
    user: {
      _id: ana.id,
      name: ana.name,
      email: 'ana@clinic.test',
      org_id: ORG,
      org_name: 'Clinic',
      org_perms: [1],
      time_zone: 'UTC',
      demo: false,
    },
  })
  const offers = async () => offersOf((await readTables(tablet.clinic, ana.id)).drafts)
  const last = { user_id: ana.id, name: 'Ana', at: BEGUN }
  const chosen = {
    ...newOpenTable(tablet.newId(), BEGUN, last),
    substance: { drug_name: 'Ketamine', drug_concentration: 100 },
  }
  const unchosen = newOpenTable(tablet.newId(), BEGUN, last)
  for (const table of [chosen, unchosen]) await keepTable(tablet.clinic, tablet.saver, null, table)

  expect(await offers()).toMatchObject([{ substance: { drug_name: 'Ketamine' }, entries: 0, begun: BEGUN }])
  const [offer] = await offers()
  if (offer === undefined) throw new Error('Nothing is offered.')
  await deleteOpenTable(offer)
  expect(await offers()).toEqual([])
  await restoreOpenTable(offer)
  expect(await offers()).toMatchObject([{ table: offer.table }])
})
