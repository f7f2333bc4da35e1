import { afterEach, expect, test } from 'vitest'
import type { Op } from 'sync-protocol/records/mutation'
import { FleetServer } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { draw, drug } from '../../sync/testing/samples.ts'
import { forgetLists } from './list-index.ts'
import { saveAs } from '../outbox/save.ts'
import { setSignedIn } from '../database/signed-in.ts'
import { substanceList } from './substances.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const ana = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1, 2] }

afterEach(() => {
  forgetLists()
  setSignedIn(undefined)
})

test('[DRAW-13] [Q-42] the controlled drugs of both species, once each, and what still has draws; live, with the schedule', async () => {
  const tablet = new FleetDevice(new FleetServer(ORG, EPOCH, [ana]), 11)
  await tablet.start()
  await tablet.signIn(ana)
  const user = { _id: ana.id, name: ana.name, org_id: ORG, org_name: 'Clinic', org_perms: [1, 2] }
  setSignedIn({
    clinic: tablet.clinic,
    user: { ...user, email: 'ana@clinic.test', time_zone: 'America/Chicago', demo: false },
  })
  const add = (collection: 'drugs' | 'draws', ...contents: ReturnType<typeof draw>[]) => {
    const ops = contents.map((content): Op => ({
      op: 'create',
      collection,
      _id: tablet.newId(),
      content,
    }))
    return saveAs(tablet.clinic, tablet.saver, { action: 'drug.create', ops })
  }
  await add(
    'drugs',
    drug('Morphine', { controlled: true, schedule: 'II', species: [1] }),
    drug(' Morphine', { controlled: true }),
    drug('Morphine', { controlled: true, concentration: 2 }),
    drug('Acepromazine'),
  )
  const list = substanceList()
  expect(list.entries()).toEqual([])
  await list.ready
  const morphine = [
    { drug_name: 'Morphine', drug_concentration: 2 },
    { drug_name: 'Morphine', drug_concentration: 10, schedule: 'II' },
  ]
  expect(list.entries()).toEqual(morphine)
  expect(list.entries()).toBe(list.entries())
  let heard = 0
  const end = list.subscribe(() => heard++)
  await add('draws', draw('Rex', '-'))
  expect(heard).toBe(1)
  expect(list.entries()).toEqual([{ drug_name: 'Butorphanol', drug_concentration: 10 }, ...morphine])
  end()
  await add('draws', draw('Mia', '-'))
  expect(heard).toBe(1)
})
