import { beforeEach, expect, it, vi } from 'vitest'
import { MemoryStorage } from '../../data/database/testing/memory-storage.ts'
import { rememberOwnDraft } from '../../data/drafts/own-drafts.ts'
import type { Patient } from '../../records/patient.ts'
import {
  emptyCalculation,
  keepCalculation,
  keepEntered,
  readCalculation,
  readEntered,
  type Calculation,
} from './kept-calculation.ts'

const entered: Patient = { species: 0, weight: '20', units: 'kg', sheet: null }
const ofSheet: Patient = {
  ...entered,
  sheet: { name: '', patient_id: '', saved_as: null, given: [], emergency: null },
}
const empty = emptyCalculation(entered)
const typed: Calculation = { ...empty, part: 'fluids', infusion: { ...empty.infusion, dose: '30' } }

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
})

it('what was typed is there after a reload, for the same person', () => {
  keepEntered('ana', entered)
  keepCalculation('ana', entered, true, typed)
  expect([readEntered('ana'), readCalculation('ana', entered, true)]).toEqual([entered, typed])
  expect([readEntered('ben'), readCalculation('ben', entered, true)]).toEqual([null, empty])
})

it('is never that of another patient', () => {
  keepCalculation('ana', entered, true, typed)
  for (const change of [{ weight: '2' }, { units: 'lb' as const }, { species: 1 as const }])
    expect(readCalculation('ana', { ...entered, ...change }, true).infusion.dose).toBe('')
  rememberOwnDraft('ana', 'bella')
  expect(readCalculation('ana', ofSheet, false)).toEqual(empty)
})

it('goes on for the same sheet when that was weighed again, and not for the next one', () => {
  rememberOwnDraft('ana', 'bella')
  keepCalculation('ana', ofSheet, false, typed)
  expect(readCalculation('ana', { ...ofSheet, weight: '21' }, false)).toEqual(typed)
  rememberOwnDraft('ana', 'rex')
  expect(readCalculation('ana', ofSheet, false)).toEqual(empty)
  rememberOwnDraft('ana', null)
  keepCalculation('ana', ofSheet, false, typed)
  expect(readCalculation('ana', ofSheet, false)).toEqual(empty)
})

it('does not keep a patient of another tablet’s sheet, whose weight may change there', () => {
  keepEntered('ana', entered)
  keepEntered('ana', ofSheet)
  expect(readEntered('ana')).toBeNull()
})

it('begins at the rates of the species', () => {
  expect(emptyCalculation({ species: 1 }).fluids.start).toBe('3')
})
