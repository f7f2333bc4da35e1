import { expect, test } from 'vitest'
import { stateOf } from './sync-status.ts'

const NOW = Date.parse('2026-11-20T08:10:00.000Z')
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()
const well = {
  unsent: 0,
  unread: 0,
  returning: false,
  oldestAt: null,
  lastPull: minutesAgo(1) as string | null,
  reads: true,
  loading: null as number | null,
  attention: 0,
  discrepancies: 0,
  ledgerAlarms: 0,
  serverReachable: true,
  contact: { since: NOW - 3_600_000, last: NOW },
  updateRequired: false,
  signInAgain: false,
  storageLost: false,
  storageFull: false,
}

test.each([
  ['sent', {}],
  ['sending', { unsent: 1, oldestAt: minutesAgo(4) }],
  ['stuck', { unsent: 1, oldestAt: minutesAgo(6) }],
  ['offline', { unsent: 1, oldestAt: minutesAgo(600), serverReachable: false, contact: null }],
  ['sending', { unsent: 1, oldestAt: minutesAgo(600), contact: { since: NOW - 60_000, last: NOW } }],
  ['stuck', { unsent: 1, oldestAt: minutesAgo(600), contact: { since: NOW - 301_000, last: NOW } }],
  ['stuck', { unsent: 1, oldestAt: minutesAgo(6), serverReachable: false }],
  ['stuck', { unsent: 1, oldestAt: minutesAgo(-600) }],
  ['attention', { attention: 2 }],
  ['attention', { storageLost: true, serverReachable: false }],
  ['attention', { storageFull: true }],
  ['attention', { storageFull: true, unsent: 1, oldestAt: minutesAgo(1), serverReachable: false }],
  ['stuck', { storageFull: true, unsent: 1, oldestAt: minutesAgo(6) }],
  ['behind', { storageFull: true, lastPull: minutesAgo(6) }],
  ['stuck', { unsent: 1, oldestAt: minutesAgo(6), attention: 2 }],
  ['stuck', { unsent: 1, oldestAt: minutesAgo(0), updateRequired: true }],
  ['sending', { unread: 1 }],
  ['sending', { returning: true }],
  ['attention', { unread: 1, updateRequired: true }],
  ['offline', { unread: 1, updateRequired: true, serverReachable: false }],
  ['stuck', { signInAgain: true }],
  ['offline', { signInAgain: true, serverReachable: false }],
  ['sent', { lastPull: minutesAgo(4) }],
  ['behind', { lastPull: minutesAgo(6) }],
  ['behind', { lastPull: minutesAgo(-600) }],
  ['behind', { lastPull: null }],
  ['behind', { lastPull: minutesAgo(6), unread: 1, attention: 2 }],
  ['stuck', { lastPull: minutesAgo(6), unsent: 1, oldestAt: minutesAgo(6) }],
  ['sent', { lastPull: minutesAgo(600), contact: { since: NOW - 60_000, last: NOW } }],
  ['sent', { lastPull: minutesAgo(6), reads: false }],
  ['sent', { lastPull: null, loading: 15_000 }],
  ['attention', { lastPull: minutesAgo(6), updateRequired: true }],
  ['offline', { lastPull: minutesAgo(600), serverReachable: false, contact: null }],
])('[T7] the mark says %s', (state, more) => {
  expect(stateOf({ ...well, ...more }, NOW)).toBe(state)
})
