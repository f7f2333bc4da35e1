import { expect, test } from 'vitest'
import { isShellNavigation } from './shell-navigation.ts'

test.each([
  '/',
  '/new-sheet',
  '/drugs/canine',
  '/organization',
  '/ledger',
  '/controlled-substances',
  '/reset-password/a.b-c',
  '/no/such/screen',
  '/user-guide',
  '/setup',
])('opening %s shows the app', (path) => {
  expect(isShellNavigation('navigate', path)).toBe(true)
})

test.each([
  '/assets/entry-abc.js',
  '/user/login',
  '/services/password-reset/1',
  '/sync/pull',
  '/health',
  '/livez',
  '/readyz',
  '/metrics',
  '/documentation',
  '/documentation/json',
  '/new/drugs',
  '/library/0/canine',
  '/organization/users',
  '/setup/state',
  '/trust',
  '/ca.crt',
])('opening %s goes to the server', (path) => {
  expect(isShellNavigation('navigate', path)).toBe(false)
})

test.each(['cors', 'same-origin', 'no-cors'])('a call (%s) is never answered with the app', (mode) => {
  expect(isShellNavigation(mode, '/organization/users')).toBe(false)
  expect(isShellNavigation(mode, '/ledger')).toBe(false)
})
