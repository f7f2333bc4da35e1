import { expect, test } from 'vitest'
import { saveAs } from '../data/save.ts'
import { newLane } from '../data/lanes.ts'
import { tellOfSession } from '../data/session-log.ts'
import { readStatus } from './read-status.ts'
import { FleetServer } from './testing/fleet-server.ts'
import { FleetTablet } from './testing/fleet-tablet.ts'
import { ana, fullServer } from './testing/full-clinic.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193eeee-0000-7000-8000-000000000001'

test('[T7] a wrong password of somebody who is away is no change that is held up; their work is', async () => {
  const { clinic, newId, deviceNow } = new FleetTablet(new FleetServer(ORG, EPOCH, []), 1)
  const user_id = newId()
  await clinic.lanes.put({ ...newLane({ user_id, user_name: 'Tom' }, newId()), shut_out: true })
  await tellOfSession(clinic, user_id, 'session.log_in_failed')
  const other = { _id: newId(), org_perms: [1, 2] }
  expect(await readStatus(clinic, other)).toMatchObject({ unsent: 0, oldestAt: null, attention: 0 })
  expect(await readStatus(clinic, { ...other, _id: user_id })).toMatchObject({ unsent: 1 })
  await saveAs(clinic, { user_id, newId, deviceNow }, { action: 'sheet.export', detail: 'Rex.pdf', ops: [] })
  expect(await readStatus(clinic, other)).toMatchObject({
    unsent: 2,
    oldestAt: expect.any(String),
    attention: 1,
  })
})

test('[T7] a tablet says that its records are still on their way, and when the library is here', async () => {
  const server = fullServer({ drugs: 20, draws: 1800, sheets: 10 })
  const tablet = new FleetTablet(server, 1)
  await tablet.start()
  await tablet.signIn(ana)
  const user = { _id: ana.id, org_perms: [1] }
  const told: Awaited<ReturnType<typeof readStatus>>[] = [await readStatus(tablet.clinic, user)]
  tablet.network = {
    async deliver(call) {
      if (call.path.startsWith('/sync/snapshot')) told.push(await readStatus(tablet.clinic, user))
      return server.handle(call)
    },
  }
  await tablet.round()
  expect(told[0]).toMatchObject({ loaded: false, libraryLoaded: false, loading: null })
  expect(told.at(-1)).toMatchObject({ loaded: false, libraryLoaded: true })
  expect(await readStatus(tablet.clinic, user)).toMatchObject({
    loaded: true,
    libraryLoaded: true,
    loading: null,
    differences: 0,
  })
})
