import { expect, test } from 'vitest'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { sampleSheet } from '../../exports/testing/sheet-sample.ts'
import { emptySheetDraft } from 'sync-protocol/rules/sheet'
import { asCorrection } from './as-correction.ts'
import type { OpenSheet } from './open-sheet.ts'
import { mayBeNextPatient, whoseIs, type WhoseSheet } from './whose-sheet.ts'

const FIRST = '0193cccc-0000-7000-8000-0aa000000001'
const OTHER = '0193cccc-0000-7000-8000-0aa000000002'
const ROW = '0193cccc-0000-7000-8000-0aa000000003'
const before: SheetContent = {
  ...sampleSheet,
  species: 0,
  name: 'Maxi',
  patient_id: '',
  weight: 12,
  weight_units: 'kg',
}
const saved = (over: Partial<SheetContent>): SheetContent => ({ ...before, corrects: FIRST, ...over })
const typed = (over: Partial<WhoseSheet>): WhoseSheet => ({
  species: 0,
  name: 'Maxi',
  patient_id: '',
  weight: '12',
  weight_units: 'kg',
  ...over,
})
const open = (again: OpenSheet['again'] = null, day_row?: string) => ({
  again,
  draft: { ...emptySheetDraft({ outcome: 'N/A' }), ...(day_row !== undefined && { day_row }) },
})

test('another species, ID or name may be another patient; a slip of the fingers and another weight are not', () => {
  const known = { ...before, patient_id: 'E-1' }
  expect(mayBeNextPatient(before, typed({ name: 'Rexo' }))).toBe(true)
  expect(mayBeNextPatient(before, typed({ species: 1 }))).toBe(true)
  expect(mayBeNextPatient(known, typed({ patient_id: 'E-2' }))).toBe(true)
  expect(mayBeNextPatient(before, typed({ patient_id: 'E-2', weight: '20' }))).toBe(false)
  expect(mayBeNextPatient(before, typed({ weight: '40' }))).toBe(false)
  expect(mayBeNextPatient(before, typed({ name: ' MAXI ', weight: '40' }))).toBe(false)
  // Nobody is named yet.
  expect(mayBeNextPatient(before, typed({ name: ' ' }))).toBe(false)
  for (const name of ['Mxi', 'Maxie', 'Maxi Johnson', 'Ma'])
    expect([name, mayBeNextPatient(before, typed({ name }))]).toEqual([name, false])
  // Of short names two letters make another.
  for (const [one, other] of [
    ['Luna', 'Lola'],
    ['Max', 'Rex'],
    ['Mia', 'Lea'],
  ] as const)
    expect([one, mayBeNextPatient({ ...before, name: one }, typed({ name: other }))]).toEqual([one, true])
})

test('an ID that was left does not make another name the same patient', () => {
  const known = { ...before, patient_id: 'E-1' }
  expect(mayBeNextPatient(known, typed({ name: 'Leopold', patient_id: 'e-1' }))).toBe(true)
  expect(mayBeNextPatient(known, typed({ name: 'Maxie', patient_id: 'e-1' }))).toBe(false)
})

test('nearly the same name with quite another weight may be another patient', () => {
  const max: SheetContent = { ...before, name: 'Max', weight: 30 }
  expect(mayBeNextPatient(max, typed({ name: 'Mac', weight: '4' }))).toBe(true)
  expect(mayBeNextPatient(max, typed({ name: 'Mac', weight: '33' }))).toBe(false)
  // 66 lb is 30 kg.
  expect(mayBeNextPatient(max, typed({ name: 'Mac', weight: '66', weight_units: 'lb' }))).toBe(false)
  expect(mayBeNextPatient(max, typed({ name: 'Mac', weight: '30', weight_units: 'lb' }))).toBe(true)
  // Not typed yet.
  expect(mayBeNextPatient(max, typed({ name: 'Mac', weight: '' }))).toBe(false)
  expect(mayBeNextPatient(max, typed({ name: 'Mac', weight: '4', weight_units: '-' }))).toBe(false)
})

test('who was said to be the same patient is so as long as species, name and ID stay', () => {
  expect(whoseIs(typed({ name: ' REXO ', weight: '20' }))).toBe(whoseIs(typed({ name: 'Rexo' })))
  for (const over of [{ name: 'Tofu' }, { patient_id: 'T-9' }, { species: 1 }])
    expect(whoseIs(typed(over))).not.toBe(whoseIs(typed({})))
})

test('a sheet says which one it corrects', () => {
  expect(asCorrection(saved({ weight: 15 }), open()).corrects).toBe(FIRST)
  expect(Object.keys(asCorrection(before, open()))).not.toContain('corrects')
})

test('it is for the patient of the day list until somebody says otherwise', () => {
  const rowOf = (sheet: SheetContent, row?: string) =>
    asCorrection({ ...sheet, day_row: ROW }, open(null, row)).day_row
  expect(rowOf(before, ROW)).toBe(ROW)
  expect(rowOf(saved({ weight: 15 }), ROW)).toBe(ROW)
  // ANOTHER PATIENT was pressed.
  expect(rowOf(before)).toBe(undefined)
})

test('a refused sheet that is opened again corrects what it did before, and never itself', () => {
  const refused = { sheet_id: FIRST, draw_ids: [], day: '2026-11-30' }
  expect(Object.keys(asCorrection(saved({}), open(refused)))).not.toContain('corrects')
  expect(asCorrection(saved({}), open({ ...refused, corrects: OTHER })).corrects).toBe(OTHER)
})
