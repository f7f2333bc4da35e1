import { describe, expect, test } from 'vitest'
import { checksOf, gravestFirst, levelOf, type Level, type Readiness } from './readiness.ts'

const NOW = Date.parse('2026-11-27T07:00:00Z')
const ago = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()
const MB = 1_000_000

const READY: Readiness = {
  now: NOW,
  timeZone: 'America/Denver',
  userId: 'vera',
  isVisitor: false,
  device: 'this',
  people: [
    { user_id: 'vera', name: 'Vera' },
    { user_id: 'tim', name: 'Tim' },
  ],
  isAllowed: true,
  reached: true,
  isCurrent: true,
  lastHeard: ago(0),
  loaded: true,
  libraryLoaded: true,
  drugs: 128,
  protocols: 26,
  today: 30,
  tomorrow: 1,
  unsent: 0,
  attention: 0,
  storage: { usage: 40 * MB, quota: 60_000 * MB, persisted: true },
  kept: { files: 96, missing: 0, newer: false },
  version: '1.0.0',
  updateRequired: false,
  clockOffsetMs: 60_000,
  ledger: { last: { at: ago(20), by_name: 'Vera', ok: true, title: '129 entries, verified' }, alarms: 0 },
  tablets: null,
  areTabletsKept: false,
  battery: { level: 0.8, charging: false },
}

const tablet = (_id: string, part: object) => ({
  _id,
  name: null,
  platform: null,
  app_version: null,
  first_seen: ago(900),
  last_seen: ago(1),
  last_user_name: null,
  unsent: 0,
  oldest: null,
  revoked_at: null,
  revoked_by_name: null,
  wiped_at: null,
  ...part,
})
const tablets = (...devices: ReturnType<typeof tablet>[]) => ({ devices, at: ago(0) })

function checkOf(id: string, part: Partial<Readiness>) {
  const found = checksOf({ ...READY, ...part }).find((check) => check.id === id)
  return found && [found.level, found.title, found.why]
}

test('a tablet that is ready says so in every check', () => {
  const checks = checksOf(READY)
  expect(levelOf(checks)).toBe('good')
  expect(checks.map(({ title, why }) => `${title}. ${why}`)).toEqual([
    '2 people can log in without a network. Tim, Vera.',
    'This tablet is up to date. The server answered on 11/27/2026, 12:00 AM.',
    'The library is here. 128 drugs, 26 protocols.',
    '30 patients today, 1 tomorrow. The day list is on this tablet.',
    'Everything is sent. Nothing waits on this tablet.',
    'Nothing needs attention. No change waits for a decision.',
    'The records are protected. The browser will not delete them.',
    '59.9 GB free. Enough for months of records.',
    'The app is current. Version 1.0.0.',
    'All 96 files of the app are here. With PDF, DOCX, and their fonts.',
    'The clock is right. It is within a minute of the server’s.',
    'The ledger is verified. On 11/26/2026, 4:00 AM by Vera.',
    'Battery 80%. Enough to begin with.',
  ])
})

describe('each of these alone is said, and decides the answer', () => {
  const cases: [string, Partial<Readiness>, Level, string][] = [
    [
      'people',
      { people: [{ user_id: 'vera', name: 'Vera' }] },
      'care',
      'Only you can log in without a network',
    ],
    [
      'people',
      { people: [{ user_id: 'tim', name: 'Tim' }] },
      'bad',
      'You cannot log in here without a network',
    ],
    [
      'people',
      { isVisitor: true, userId: 'val' },
      'care',
      'Stay logged in: without a network you cannot log in again',
    ],
    ['people', { isAllowed: false, people: [] }, 'care', 'Nobody can log in without a network'],
    ['server', { reached: null }, 'asking', 'Is this tablet up to date?'],
    ['server', { reached: false, lastHeard: ago(24) }, 'care', 'The server does not answer now'],
    [
      'server',
      { reached: false, lastHeard: ago(24.1) },
      'bad',
      'This tablet has not heard from the server for a day',
    ],
    [
      'server',
      { reached: true, isCurrent: false },
      'bad',
      'The server answers, but this tablet is not up to date',
    ],
    ['server', { reached: true, lastHeard: null }, 'bad', 'This tablet has never been up to date'],
    ['server', { reached: true, loaded: false }, 'bad', 'This tablet has never been up to date'],
    ['library', { libraryLoaded: false }, 'bad', 'The library is not complete yet'],
    ['library', { drugs: 0, protocols: 0 }, 'care', 'The library is empty'],
    ['library', { protocols: 0 }, 'care', '128 drugs, 0 protocols.'],
    ['rows', { loaded: false }, 'bad', 'The day list is not complete yet'],
    ['sent', { unsent: 1 }, 'care', '1 change is not sent yet'],
    ['attention', { attention: 2 }, 'care', '2 changes need attention'],
    [
      'protected',
      { storage: { ...READY.storage, persisted: false } },
      'care',
      'The browser may delete records',
    ],
    ['free', { storage: { ...READY.storage, usage: 59_500 * MB + 1 } }, 'care', 'Only 499 MB free'],
    [
      'free',
      { storage: { ...READY.storage, usage: 59_951 * MB } },
      'bad',
      'Only 49.0 MB free: saving may fail',
    ],
    ['version', { updateRequired: true }, 'bad', 'The server no longer accepts this version of the app'],
    [
      'version',
      { kept: { files: 96, missing: 0, newer: true } },
      'care',
      'A new version of the app is ready',
    ],
    [
      'files',
      { kept: { files: 96, missing: 2, newer: false } },
      'bad',
      '2 of the app’s 96 files are missing',
    ],
    ['files', { kept: null }, 'bad', 'The app is not stored on this tablet'],
    ['clock', { clockOffsetMs: -179_000 }, 'care', 'The clock is 3 minutes ahead'],
    ['clock', { clockOffsetMs: 60_001 }, 'care', 'The clock is 1 minute behind'],
    ['clock', { clockOffsetMs: null }, 'care', 'The clock has never been compared'],
    [
      'ledger',
      { ledger: { last: undefined, alarms: 0 } },
      'care',
      'The ledger has never been verified on this tablet',
    ],
    ['ledger', { ledger: { last: undefined, alarms: 1 } }, 'bad', 'The ledger must be checked'],
    [
      'ledger',
      { ledger: { last: { at: ago(1), by_name: 'Vera', ok: false, title: 'Broken' }, alarms: 0 } },
      'bad',
      'The ledger must be checked',
    ],
    [
      'ledger',
      { ledger: { last: { at: ago(7 * 24 + 1), by_name: 'Vera', ok: true, title: '' }, alarms: 0 } },
      'care',
      'The ledger has not been verified for a week',
    ],
    ['tablets', { tablets: 'asking' }, 'asking', 'What about the other tablets?'],
    [
      'tablets',
      { tablets: tablets(tablet('b', { last_seen: ago(25) })) },
      'care',
      '1 other tablet has not been heard from for a day',
    ],
    [
      'tablets',
      { tablets: tablets(tablet('b', { unsent: 3 })) },
      'care',
      '1 other tablet has changes that are not sent',
    ],
    ['battery', { battery: { level: 0.49, charging: false } }, 'care', 'Battery 49%'],
    ['battery', { battery: { level: 0.149, charging: false } }, 'bad', 'Battery 14%'],
  ]
  test.each(cases)('%s %j', (id, part, level, title) => {
    expect(checkOf(id, part)?.slice(0, 2)).toEqual([level, title])
    expect(levelOf(checksOf({ ...READY, ...part }))).toBe(level)
  })
})

test('the other tablets are those in use: not this one, none that was revoked, none that was silent for two weeks', () => {
  const seen = tablets(
    tablet('this', { last_seen: ago(200) }),
    tablet('revoked', { revoked_at: ago(3), last_seen: ago(100) }),
    tablet('old', { last_seen: ago(14 * 24 + 1) }),
    tablet('never', { last_seen: null }),
  )
  expect(checkOf('tablets', { tablets: seen })?.slice(0, 2)).toEqual(['good', 'No other tablet is in use'])
  const two = tablets(tablet('b', { name: 'Surgery 2' }), tablet('0123abcd', {}))
  expect(checkOf('tablets', { tablets: two })).toEqual([
    'good',
    '2 other tablets were heard from in the last 24 hours',
    'Surgery 2: 11/26/2026, 11:00 PM;\nTablet abcd: 11/26/2026, 11:00 PM.',
  ])
})

test('a list of the other tablets that is not of now says of when it is', () => {
  const whyOf = (last_seen: string, at: string, areTabletsKept = true) =>
    checkOf('tablets', { tablets: { devices: [tablet('0123abcd', { last_seen })], at }, areTabletsKept })?.[2]
  expect(whyOf(ago(1), ago(0), false)).toBe('Tablet abcd: 11/26/2026, 11:00 PM.')
  expect(whyOf(ago(1), ago(0))).toBe('Tablet abcd: 11/26/2026, 11:00 PM. As of 12:00 AM.')
  expect(whyOf(ago(30), ago(1))).toBe('Tablet abcd: 11/25/2026, 6:00 PM. As of 11/26/2026, 11:00 PM.')
  const none = { tablets: { devices: [], at: ago(0) }, areTabletsKept: true }
  expect(checkOf('tablets', none)?.[2]).toBe(
    'If this one breaks, the records are on the server. As of 12:00 AM.',
  )
})

test('what is not known is not said: the room where the browser is silent, the ledger of who may not read it, the battery', () => {
  const part = { storage: { usage: 0, quota: 0, persisted: true }, ledger: null, battery: null }
  const ids = checksOf({ ...READY, ...part }).map(({ id }) => id)
  for (const id of ['free', 'ledger', 'battery', 'tablets']) expect(ids).not.toContain(id)
})

test('a tablet that is charged is ready, however little it has', () => {
  expect(checkOf('battery', { battery: { level: 0.05, charging: true } })?.[0]).toBe('good')
})

test('what a person has to know comes first, and no row moves while anything is asked', () => {
  const idsOf = (part: Partial<Readiness>) =>
    gravestFirst(checksOf({ ...READY, ...part })).map(({ id }) => id)
  const all = checksOf({ ...READY, tablets: tablets(tablet('b', {})) }).map(({ id }) => id)
  const rest = all.filter((id) => id !== 'battery' && id !== 'attention' && id !== 'tablets')
  expect(idsOf({ tablets: tablets(tablet('b', {})) })).toEqual(all)
  expect(idsOf({ attention: 1, battery: { level: 0.1, charging: false } })).toEqual([
    'battery',
    'attention',
    ...rest,
  ])
  expect(idsOf({ attention: 1, tablets: 'asking' })).toEqual(all)
})
