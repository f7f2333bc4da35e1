import { beforeEach, expect, it, vi } from 'vitest'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { MemoryStorage } from '../../data/database/testing/memory-storage.ts'
import { readChosen, rememberChosen } from './chosen-protocol.ts'
import { libraryDrugs } from './use-emergency-list.ts'

const entry = (_id: string, name: string, of: Partial<ListEntry> = {}): ListEntry => ({
  _id,
  name,
  author_id: 'a',
  author_name: 'Ana',
  date_created: '2026-11-20T10:00:00.000Z',
  day: '2026-11-20',
  species: [0, 1],
  section_key: -2,
  seq: 1,
  pending: false,
  voided: false,
  card: {
    drug: {
      concentration: 1,
      dosage: [-1, -1],
      dosage_from: [0.01, 0.02],
      dosage_to: [0.1, 0.2],
      route: ['IV', 'IM'],
      form: 'INJECTION',
      controlled: false,
    },
  },
  ...of,
})

it('without a protocol, all emergency drugs of the species are there, by name', () => {
  const library = [
    entry('1', 'Naloxone'),
    entry('2', 'atropine'),
    entry('3', 'Propofol', { section_key: 4 }),
    entry('4', 'Lidocaine', { species: [0] }),
  ]
  expect(libraryDrugs(library, 0).map(({ name }) => name)).toEqual(['atropine', 'Lidocaine', 'Naloxone'])
  expect(libraryDrugs(library, 1)).toMatchObject([
    { name: 'atropine', dosage_from: 0.02, dosage_to: 0.2, route: 'IM', source_id: '2' },
    { name: 'Naloxone' },
  ])
})

let storage: Storage
beforeEach(() => {
  storage = new MemoryStorage()
})

it('remembers for each species which protocol was chosen last, and goes on where that cannot be kept', () => {
  expect(readChosen(storage, 0)).toBeNull()
  rememberChosen(storage, 0, 'dogs')
  rememberChosen(storage, 1, 'cats')
  expect([readChosen(storage, 0), readChosen(storage, 1)]).toEqual(['dogs', 'cats'])
  const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  rememberChosen(storage, 0, 'others')
  expect(warned).toHaveBeenCalledOnce()
  warned.mockRestore()
})
