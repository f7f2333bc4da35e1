import { expect, test, vi } from 'vitest'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { sampleSheet } from '../../exports/testing/sheet-sample.ts'
import { asCorrection, isNextPatient } from './as-correction.ts'

const FIRST = '0193cccc-0000-7000-8000-0aa000000001'
const OTHER = '0193cccc-0000-7000-8000-0aa000000002'
const before: SheetContent = {
  ...sampleSheet,
  species: 0,
  name: 'Maxi',
  patient_id: '',
  weight: 12,
  weight_units: 'kg',
}
const now = (over: Partial<SheetContent>): SheetContent => ({ ...before, corrects: FIRST, ...over })
const read = () => Promise.resolve(before)

test('with another name and another weight it is the next patient’s, who was typed over the saved sheet', () => {
  expect(isNextPatient(before, now({ name: 'Rexo', weight: 20 }))).toBe(true)
  expect(isNextPatient(before, now({ name: 'Rexo', weight_units: 'lb' }))).toBe(true)
  expect(isNextPatient(before, now({ species: 1 }))).toBe(true)
  // A name, or a weight, is corrected alone; both where the ID stays.
  expect(isNextPatient(before, now({ name: 'Maxie' }))).toBe(false)
  expect(isNextPatient(before, now({ name: ' MAXI ', weight: 20 }))).toBe(false)
  const known = { ...before, patient_id: 'E-1' }
  expect(isNextPatient(known, now({ name: 'Maxie', weight: 20, patient_id: 'e-1' }))).toBe(false)
  expect(isNextPatient(known, now({ name: 'Rexo', weight: 20, patient_id: 'E-2' }))).toBe(true)
})

test('a sheet says which one it corrects; the next patient’s says of none', async () => {
  const saved = async (sheet: SheetContent) => (await asCorrection(sheet, null, read)).corrects
  expect(await saved(now({ weight: 15 }))).toBe(FIRST)
  expect(await saved(now({ name: 'Rexo', weight: 20 }))).toBe(undefined)
  expect(Object.keys(await asCorrection(before, null, read))).not.toContain('corrects')
})

test('a refused sheet that is opened again corrects what it did before, and never itself', async () => {
  const refused = { sheet_id: FIRST, draw_ids: [], day: '2026-11-30' }
  expect(Object.keys(await asCorrection(now({}), refused, read))).not.toContain('corrects')
  expect((await asCorrection(now({}), { ...refused, corrects: OTHER }, read)).corrects).toBe(OTHER)
})

test('[P8] a saved sheet that cannot be read holds up none', async () => {
  const failed = vi.spyOn(console, 'error').mockReturnValue()
  const sheet = now({ name: 'Rexo', weight: 20 })
  expect((await asCorrection(sheet, null, () => Promise.reject(new Error('unreadable')))).corrects).toBe(
    FIRST,
  )
  expect((await asCorrection(sheet, null, () => Promise.resolve(null))).corrects).toBe(FIRST)
  expect(failed).toHaveBeenCalledOnce()
  failed.mockRestore()
})
