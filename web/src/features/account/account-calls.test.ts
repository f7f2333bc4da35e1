import { expect, test } from 'vitest'
import { placesOf } from './account-calls.ts'

const session = (_id: string, tablet: string | null, here = false) => ({
  _id,
  device: tablet === null ? null : { _id: tablet, name: tablet, platform: null },
  created_at: '2026-11-28T08:00:00.000Z',
  last_seen: null,
  expires_at: '2026-11-28T20:00:00.000Z',
  here,
})

test('this place comes first, a tablet stands once with all its sessions, and each program by itself', () => {
  const places = placesOf([
    session('new', 'Surgery 2'),
    session('program 1', null),
    session('old', 'Surgery 2'),
    session('own', 'Surgery 1', true),
    session('left', 'Surgery 1'),
    session('program 2', null),
  ])
  expect(places.map(({ _id, ids }) => [_id, ids])).toEqual([
    ['own', ['own', 'left']],
    ['new', ['new', 'old']],
    ['program 1', ['program 1']],
    ['program 2', ['program 2']],
  ])
})
