import { expect, it } from 'vitest'
import { deskKeyOf, DESK_KEYS, NAMES, worksWhileTyping } from './desk-keys.ts'
import { deskKeysText } from './desk-keys-text.ts'

const pressed = (key: string, held: Partial<Record<'ctrl' | 'meta' | 'alt' | 'shift', true>> = {}) =>
  deskKeyOf({
    key,
    ctrlKey: held.ctrl ?? false,
    metaKey: held.meta ?? false,
    altKey: held.alt ?? false,
    shiftKey: held.shift ?? false,
  })

it('opens the palette by Ctrl or Command, and by nothing else', () => {
  expect([pressed('k', { ctrl: true }), pressed('k', { meta: true }), pressed('K', { ctrl: true })]).toEqual([
    'palette',
    'palette',
    'palette',
  ])
  expect(pressed('k')).toBeUndefined()
  expect(pressed('k', { ctrl: true, meta: true })).toBeUndefined()
  expect(pressed('k', { ctrl: true, alt: true })).toBeUndefined()
  expect(pressed('K', { ctrl: true, shift: true })).toBeUndefined()
})

it('saves and exports by Enter with Ctrl or Command, from inside a field too, and by no other Enter', () => {
  for (const held of [{ ctrl: true }, { meta: true }] as const)
    expect([pressed('Enter', held), pressed('Enter', { ...held, shift: true })]).toEqual(['save', 'export'])
  for (const held of [{}, { shift: true }, { alt: true }, { ctrl: true, alt: true }] as const)
    expect(pressed('Enter', held)).toBeUndefined()
  for (const name of ['save', 'export'] as const)
    for (const apple of [true, false]) expect(worksWhileTyping(name, { ctrlKey: true }, apple)).toBe(true)
})

it('takes a letter alone, also with Caps Lock, and a sign with the Shift that it needs', () => {
  expect([pressed('n'), pressed('N'), pressed('/'), pressed('?', { shift: true })]).toEqual([
    'newSheet',
    'newSheet',
    'search',
    'keys',
  ])
  expect([pressed('h'), pressed('d'), pressed('c')]).toEqual(['home', 'day', 'substances'])
  expect(pressed('/', { shift: true })).toBe('search')
  for (const held of [{ ctrl: true }, { meta: true }, { alt: true }, { shift: true }] as const)
    for (const letter of ['n', 'h', 'd', 'c']) expect(pressed(letter, held)).toBeUndefined()
})

it('opens the palette from inside a field too, but never by what deletes there', () => {
  expect(worksWhileTyping('palette', { ctrlKey: true }, false)).toBe(true)
  expect(worksWhileTyping('palette', { ctrlKey: false }, true)).toBe(true)
  expect(worksWhileTyping('palette', { ctrlKey: true }, true)).toBe(false)
  for (const name of ['newSheet', 'home', 'day', 'substances', 'search', 'keys'] as const)
    expect(worksWhileTyping(name, { ctrlKey: false }, false)).toBe(false)
})

it('says of every key what it does', () => {
  expect(Object.keys(deskKeysText.does)).toEqual(NAMES)
  expect(Object.keys(DESK_KEYS)).toEqual(NAMES)
})
