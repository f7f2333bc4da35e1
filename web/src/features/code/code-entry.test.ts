import { expect, test } from 'vitest'
import { codeIdOf } from 'sync-protocol/records/sheet-id'
import type { RecentCode } from '../../data/view/code-events.ts'
import { codeFor } from './code-entry.tsx'

const SHEET = '0193bbbb-0000-7000-8000-000000000abc'
const CODE = codeIdOf(SHEET)
const cod = { sheetId: SHEET, name: 'Cod', species: 0, weight: '12', units: 'kg' } as const
const zed = { ...cod, name: 'Zed', weight: '30' }
const code = (is: Partial<RecentCode> = {}): RecentCode => ({
  codeId: CODE,
  sheetId: SHEET,
  startedAt: '2026-11-30T08:00:00.000Z',
  stoppedAt: '2026-11-30T08:05:00.000Z',
  patient: { species: 0, name: 'Cod', weight: 12, weight_units: 'kg' },
  ...is,
})

test('two tablets begin one code for a sheet, and go on with it', () => {
  expect(codeFor(cod, [])).toEqual({ codeId: CODE, sheetId: SHEET })
  expect(codeFor(cod, [code()])).toEqual({ codeId: CODE, sheetId: SHEET })
  expect(codeFor({ ...cod, sheetId: null }, [code()]).codeId).not.toBe(CODE)
})

test('a code that is over is not gone on with for another patient of the same sheet', () => {
  const { codeId, sheetId } = codeFor(zed, [code()])
  expect(codeId).not.toBe(CODE)
  expect(sheetId).toBe(SHEET)
  // Two tablets that press at the same moment begin one.
  expect(codeFor({ ...zed, name: ' ZED', weight: '31' }, [code()])).toEqual({ codeId, sheetId })
  expect(codeFor({ ...zed, name: 'Max' }, [code()]).codeId).not.toBe(codeId)
  // Theirs is gone on with, by whoever presses next.
  const zeds = code({ codeId, stoppedAt: null, patient: { species: 0, name: 'Zed' } })
  expect(codeFor(zed, [zeds, code()])).toEqual({ codeId, sheetId: SHEET })
  // While CPR goes on a name may be corrected.
  expect(codeFor(zed, [code({ stoppedAt: null })]).codeId).toBe(CODE)
})
