import { expect, test } from 'vitest'
import { canonicalAddress, collectionNamed, otherNamesOf } from './collection-paths.ts'

test('[API-34] the type codes name the collections', () => {
  expect(['0', '1', '2', '3', '4', '5', '6', '7', '8'].map(collectionNamed)).toEqual([
    'drugs',
    'anesthesia_protocols',
    'emergency_protocols',
    'injections',
    'procedures',
    'sheets',
    'balances',
    'fluids',
    undefined,
  ])
})

test.each([
  ['/aprotocols/0/all', '/anesthesia-protocols/0/all'],
  ['/eprotocols/canine?page=2&query=a/b', '/emergency-protocols/canine?page=2&query=a/b'],
  ['/cssheets/feline/all', '/controlled-substances/feline/all'],
  ['/7/', '/fluids/'],
  ['/new/1', '/new/anesthesia-protocols'],
  ['/new/aprotocols?query=x', '/new/anesthesia-protocols?query=x'],
  ['/0?x', '/drugs?x'],
])('[Q-140] %s is %s', (asked, meant) => {
  expect(canonicalAddress(asked)).toBe(meant)
})

test.each([
  '/',
  '/assets/index.js',
  '/user/login',
  '/sync/pull?cursor=0',
  '/8/x',
  '/new',
  '/x/aprotocols',
  '',
])('%s stays', (url) => {
  expect(canonicalAddress(url)).toBe(url)
})

test('the other spellings of a collection', () => {
  expect(otherNamesOf('anesthesia_protocols').toSorted()).toEqual(['1', 'aprotocols'])
})
