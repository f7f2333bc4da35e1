import { expect, test, vi } from 'vitest'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { sampleSheet } from '../../exports/testing/sheet-sample.ts'
import { emptySheetDraft } from 'sync-protocol/rules/sheet'
import { asCorrection, isNextPatient, mayBeNextPatient } from './as-correction.ts'
import type { OpenSheet } from './open-sheet.ts'

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
const ROW = '0193cccc-0000-7000-8000-0aa000000003'
const open = (again: OpenSheet['again'] = null, day_row?: string, isOther: OpenSheet['isOther'] = null) => ({
  again,
  isOther,
  draft: { ...emptySheetDraft({ outcome: 'N/A' }), ...(day_row !== undefined && { day_row }) },
})

test('with another name and another weight it is most likely the next patient’s, who was typed over the saved sheet', () => {
  expect(isNextPatient(before, now({ name: 'Rexo', weight: 20 }))).toBe(true)
  expect(isNextPatient(before, now({ name: 'Rexo', weight_units: 'lb' }))).toBe(true)
  expect(isNextPatient(before, now({ species: 1 }))).toBe(true)
  // A name, or a weight, is corrected alone; both where the ID stays.
  expect(isNextPatient(before, now({ name: 'Rexo' }))).toBe(false)
  expect(isNextPatient(before, now({ name: ' MAXI ', weight: 20 }))).toBe(false)
  const known = { ...before, patient_id: 'E-1' }
  expect(isNextPatient(known, now({ name: 'Rexo', weight: 20, patient_id: 'e-1' }))).toBe(false)
  expect(isNextPatient(known, now({ name: 'Rexo', weight: 20, patient_id: 'E-2' }))).toBe(true)
  // Two of one name, told apart by their IDs; of one that is as it was, the ID was corrected.
  expect(isNextPatient(known, now({ weight: 20, patient_id: 'E-2' }))).toBe(true)
  expect(isNextPatient(known, now({ name: 'Mexi', patient_id: 'E-2' }))).toBe(true)
  expect(isNextPatient(known, now({ patient_id: 'E-2' }))).toBe(false)
  // A slip of the fingers, or a family name, with another weight.
  for (const name of ['Mxi', 'Maxie', 'Maxi Johnson', 'Ma'])
    expect([name, isNextPatient(before, now({ name, weight: 20 }))]).toEqual([name, false])
  // Of short names two letters make another.
  for (const [one, other] of [
    ['Luna', 'Lola'],
    ['Max', 'Rex'],
    ['Mia', 'Lea'],
  ] as const)
    expect([one, isNextPatient({ ...before, name: one }, now({ name: other, weight: 20 }))]).toEqual([
      one,
      true,
    ])
})

test('another species, ID or name is asked about; a slip of the fingers is not', () => {
  const known = { ...before, patient_id: 'E-1' }
  expect(mayBeNextPatient(before, now({ name: 'Rexo' }))).toBe(true)
  expect(mayBeNextPatient(before, now({ species: 1 }))).toBe(true)
  expect(mayBeNextPatient(known, now({ patient_id: 'E-2' }))).toBe(true)
  expect(mayBeNextPatient(known, now({ name: 'Rexo', patient_id: 'e-1' }))).toBe(false)
  expect(mayBeNextPatient(before, now({ patient_id: 'E-2', weight: 20 }))).toBe(false)
  expect(mayBeNextPatient(before, now({ name: 'Mexi', weight: 20 }))).toBe(false)
})

test('what somebody says of it counts, and of a slip of the fingers nobody is asked', async () => {
  const links = async (sheet: SheetContent, said: boolean | null) => {
    const { corrects, day_row } = await asCorrection(sheet, open(null, ROW, said), read)
    return [corrects, day_row]
  }
  expect(await links(now({ name: 'Rexo' }), null)).toEqual([FIRST, ROW])
  expect(await links(now({ name: 'Rexo' }), true)).toEqual([undefined, undefined])
  expect(await links(now({ name: 'Rexo', weight: 20 }), null)).toEqual([undefined, undefined])
  expect(await links(now({ name: 'Rexo', weight: 20 }), false)).toEqual([FIRST, ROW])
  expect(await links(now({ name: 'Maxie', weight: 20 }), true)).toEqual([FIRST, ROW])
})

test('a sheet says which one it corrects; the next patient’s says of none', async () => {
  const saved = async (sheet: SheetContent) => (await asCorrection(sheet, open(), read)).corrects
  expect(await saved(now({ weight: 15 }))).toBe(FIRST)
  expect(await saved(now({ name: 'Rexo', weight: 20 }))).toBe(undefined)
  expect(Object.keys(await asCorrection(before, open(), read))).not.toContain('corrects')
})

test('it is for the patient of the day list until somebody says otherwise, or the next patient is typed over it', async () => {
  const rowOf = async (sheet: SheetContent, row?: string) =>
    (await asCorrection({ ...sheet, day_row: ROW }, open(null, row), read)).day_row
  expect(await rowOf(before, ROW)).toBe(ROW)
  expect(await rowOf(now({ weight: 15 }), ROW)).toBe(ROW)
  // ANOTHER PATIENT was pressed.
  expect(await rowOf(before)).toBe(undefined)
  expect(await rowOf(now({ name: 'Rexo', weight: 20 }), ROW)).toBe(undefined)
})

test('a refused sheet that is opened again corrects what it did before, and never itself', async () => {
  const refused = { sheet_id: FIRST, draw_ids: [], day: '2026-11-30' }
  expect(Object.keys(await asCorrection(now({}), open(refused), read))).not.toContain('corrects')
  expect((await asCorrection(now({}), open({ ...refused, corrects: OTHER }), read)).corrects).toBe(OTHER)
})

test('[P8] a saved sheet that cannot be read holds up none', async () => {
  const failed = vi.spyOn(console, 'error').mockReturnValue()
  const sheet = now({ name: 'Rexo', weight: 20 })
  expect((await asCorrection(sheet, open(), () => Promise.reject(new Error('unreadable')))).corrects).toBe(
    FIRST,
  )
  expect((await asCorrection(sheet, open(), () => Promise.resolve(null))).corrects).toBe(FIRST)
  expect(failed).toHaveBeenCalledOnce()
  failed.mockRestore()
})
