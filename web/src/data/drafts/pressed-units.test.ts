import { emptySheetDraft } from 'sync-protocol/rules/sheet'
import { expect, test, vi } from 'vitest'
import { MemoryStorage } from '../database/testing/memory-storage.ts'
import { pressedUnitsSince, withPressedUnit } from './pressed-units.ts'

const draft = { ...emptySheetDraft({ outcome: 'N/A' }), weight: '22', weight_units: 'kg' } as const
const before = new Date(Date.now() - 60_000).toISOString()

test('a unit of the app before, which perhaps nobody pressed, is asked for again; its number stays', () => {
  const storage = new MemoryStorage()
  const since = pressedUnitsSince(storage)
  expect(withPressedUnit(storage, draft, before)).toEqual({ ...draft, weight_units: '-' })
  expect(pressedUnitsSince(storage)).toBe(since)
})

test('a unit that was pressed since stays', () => {
  const storage = new MemoryStorage()
  const since = pressedUnitsSince(storage)
  expect(withPressedUnit(storage, draft, since)).toBe(draft)
  expect(withPressedUnit(storage, draft, new Date(Date.now() + 1_000).toISOString())).toBe(draft)
})

test('a storage that keeps nothing, and a time that cannot be read, ask too', () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const storage = new MemoryStorage()
  expect(withPressedUnit(storage, draft, 'never').weight_units).toBe('-')
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  storage.removeItem('units-pressed-since')
  expect(withPressedUnit(storage, draft, before).weight_units).toBe('-')
})

test('a tablet on which the app starts for the first time takes the unit that was pressed on another one before', () => {
  const weighed = { ...draft, weighed_at: before }
  expect(withPressedUnit(new MemoryStorage(), weighed, before)).toBe(weighed)
})
