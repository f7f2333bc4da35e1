import type { ListedDevice } from 'sync-protocol/wire/device-list'
import { expect, test } from 'vitest'
import { deviceLines } from './device-words.ts'

const tablet: ListedDevice = {
  _id: '0195a1f1-aa01-7f00-8e11-2c3d4e5f6071',
  name: 'Surgery 1',
  platform: 'Safari on iPad',
  app_version: '1.0.0',
  first_seen: '2026-11-01T08:00:00.000Z',
  last_seen: '2026-11-20T16:00:00.000Z',
  last_user_name: 'Tom',
  unsent: 2,
  oldest: '2026-11-20T15:00:00.000Z',
  revoked_at: null,
  revoked_by_name: null,
  wiped_at: null,
}

test('its lines say who used it when, and what was unsent then', () => {
  expect(deviceLines(tablet, 'UTC')).toEqual([
    'Last seen 11/20/2026, 4:00 PM, used by Tom',
    '2 changes not sent when it was last seen, the oldest since 11/20/2026, 3:00 PM',
    'Safari on iPad · Version 1.0.0',
  ])
  expect(deviceLines({ ...tablet, unsent: 0, oldest: null }, 'UTC')[1]).toBe(
    'Everything sent when it was last seen',
  )
})

test('one of an earlier version told nothing, and nothing is claimed of it', () => {
  const old = { ...tablet, name: null, platform: null, app_version: null, unsent: null, oldest: null }
  expect(deviceLines(old, 'UTC').slice(1)).toEqual(['It did not report whether everything was sent'])
})

test('a revoked one says who revoked it, and whether its records are gone', () => {
  const revoked = { ...tablet, revoked_at: '2026-11-21T09:00:00.000Z', revoked_by_name: 'Ana' }
  expect(deviceLines(revoked, 'UTC').slice(3)).toEqual([
    'Revoked 11/21/2026, 9:00 AM by Ana',
    'There has been no contact since. At its next contact it sends what is unsent, which waits for approval, then removes its records.',
  ])
  const heard = { ...revoked, last_seen: '2026-11-21T09:30:00.000Z' }
  expect(deviceLines(heard, 'UTC').at(-1)).toBe(
    'It has been in contact since, and still has 2 changes that it could not send. Undo the revocation to have them sent or discarded there.',
  )
  expect(deviceLines({ ...heard, unsent: 0, oldest: null }, 'UTC').at(-1)).toBe(
    'It has been in contact since. It sends what is unsent, which waits for approval, then removes its records.',
  )
  expect(deviceLines({ ...revoked, wiped_at: '2026-11-21T10:00:00.000Z' }, 'UTC').at(-1)).toBe(
    'It removed its records 11/21/2026, 10:00 AM.',
  )
  const gone = { ...revoked, unsent: 0, wiped_at: '2026-11-21T10:00:00.000Z', gave_up: 2 }
  expect(deviceLines(gone, 'UTC').slice(1)).toEqual([
    'Safari on iPad · Version 1.0.0',
    'Revoked 11/21/2026, 9:00 AM by Ana',
    'It removed its records 11/21/2026, 10:00 AM, and with them 2 changes that could not be sent and were discarded there. The action log names them.',
  ])
})
