import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['Maria Fernández', 'MF'],
  ['First Middle Last', 'FL'],
  ['Cher', 'C'],
  ['  ana   de la cruz ', 'AC'],
  ['Øyvind Łoś', 'ØŁ'],
  ['Σοφία Жук', 'ΣЖ'],
  ['𝐀na 🐕', '𝐀🐕'],
  ['', ''],
  ['   ', ''],
])('%j is initialled %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
