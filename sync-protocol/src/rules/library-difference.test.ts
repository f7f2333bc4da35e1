import { expect, test } from 'vitest'
import type { DrugContent } from '../records/drug.ts'
import { EMERGENCY_SECTION } from '../records/fields.ts'
import { ketamine } from '../testing/examples.ts'
import { differsFromLibrary } from './library-difference.ts'

const library = (over: Partial<DrugContent> = {}) => ({ ...(ketamine() as unknown as DrugContent), ...over })
const copy = { concentration: '100', dosage: '5', controlled: true }

test('[Q-13] a copy that is the same, however it is written, does not differ', () => {
  expect(differsFromLibrary(copy, library(), 0)).toEqual([])
  expect(differsFromLibrary({ ...copy, concentration: ' 100.00 ', dosage: '05' }, library(), 0)).toEqual([])
})

test('[Q-13] says which numbers differ, and what they are in the library', () => {
  expect(differsFromLibrary({ ...copy, concentration: '50', dosage: '5.001' }, library(), 0)).toEqual([
    { field: 'concentration', library: 100 },
    { field: 'dosage', library: 5 },
  ])
  // The dosage of the other species is another drug's for this protocol.
  expect(differsFromLibrary(copy, library(), 1)).toEqual([{ field: 'dosage', library: 4 }])
})

test('[Q-13] an emergency drug differs by either end of its range', () => {
  const emergency = library({ section_key: EMERGENCY_SECTION, dosage_from: [1, 1], dosage_to: [2, 2] })
  const ranged = { concentration: '100', dosage_from: '1', dosage_to: '3', controlled: true }
  expect(differsFromLibrary(ranged, emergency, 0)).toEqual([{ field: 'dosage_to', library: 2 }])
})

test('a flag that differs is told: it decides about draws', () => {
  expect(differsFromLibrary({ ...copy, controlled: false }, library(), 0)).toEqual([
    { field: 'controlled', library: true },
  ])
})

test('a species that the drug lost is told, and its dosage of -1 is not', () => {
  expect(differsFromLibrary(copy, library({ species: [1], dosage: [-1, 4] }), 0)).toEqual([
    { field: 'species', library: [1] },
  ])
  expect(differsFromLibrary(copy, library({ dosage: [-1, -1] }), 0)).toEqual([])
})

test('what is not a number yet is not compared', () => {
  expect(differsFromLibrary({ ...copy, concentration: '', dosage: '5,' }, library(), 0)).toEqual([])
})
