import { expect, test, vi } from 'vitest'
import type { Profile } from 'sync-protocol/wire/accounts'
import { FleetServer } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { tellingOfFailure, tellOfFailure, writeFailures } from './failure-log.ts'
import { newLane } from './lanes.ts'
import { setSignedIn } from '../database/signed-in.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193eeee-0000-7000-8000-000000000001'

test('[LOG-03] what fails while nothing can be stored is written down once, later, under who and when it was', async () => {
  const { clinic, newId } = new FleetDevice(new FleetServer(ORG, EPOCH, []), 1)
  const _id = newId()
  setSignedIn({ clinic, user: { _id } as Profile })
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const full = new Error('full')
  await expect(
    tellingOfFailure('injection.save_failed', ' Cerenia ', () => Promise.reject(full)),
  ).rejects.toBe(full)
  const before = Date.now()
  tellOfFailure('drug.delete_failed', 'a\u0000b')
  setSignedIn(undefined)
  await writeFailures()
  expect(await clinic.outbox.count()).toBe(0)
  await clinic.lanes.put(newLane({ user_id: _id, user_name: 'Tom' }, newId()))
  await Promise.all([writeFailures(), writeFailures()])
  await writeFailures()
  const rows = await clinic.outbox.orderBy('order').toArray()
  expect(rows.map(({ user_id, body: { action, detail } }) => [user_id, action, detail])).toEqual([
    [_id, 'injection.save_failed', 'Cerenia'],
    [_id, 'drug.delete_failed', null],
  ])
  expect(Date.parse(rows[0]?.body.at ?? '')).toBeLessThanOrEqual(before)
  tellOfFailure('drug.save_failed')
  expect(said).toHaveBeenLastCalledWith('drug.save_failed cannot be written down.', expect.anything())
  said.mockRestore()
})
