import { describe, expect, it, test } from 'vitest'
import { initialsOf, personKey, signaturesOf } from './initials.ts'

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

describe('the initials of several people', () => {
  const person = (id: string, name: string) => ({ id, name })
  const said = (...people: ReturnType<typeof person>[]) => {
    const signatures = signaturesOf(people)
    return people.map((one) => {
      const { initials, name } = signatures.get(personKey(one)) ?? { initials: '', name: '' }
      return `${initials} ${name}`
    })
  }
  test('are their own where nobody shares them', () => {
    expect(said(person('1', 'Ana Lee'), person('2', 'Bob Ray'), person('1', 'Ana Lee'))).toEqual([
      'AL Ana Lee',
      'BR Bob Ray',
      'AL Ana Lee',
    ])
  })
  test('are numbered where two share them, whoever is met first', () => {
    expect(said(person('1', 'Ana Lee'), person('2', 'Adam Long'))).toEqual(['AL2 Ana Lee', 'AL1 Adam Long'])
    expect(said(person('2', 'Adam Long'), person('1', 'Ana Lee'))).toEqual(['AL1 Adam Long', 'AL2 Ana Lee'])
  })
  test('of two people of one name have the end of their ids beside them', () => {
    expect(said(person('xx-1234', 'Ana Lee'), person('xx-5678', 'Ana Lee'))).toEqual([
      'AL1 Ana Lee (1234)',
      'AL2 Ana Lee (5678)',
    ])
  })
  test('nobody without a name is named', () => {
    expect(signaturesOf([null, person('1', ' ')]).size).toBe(0)
  })
})
