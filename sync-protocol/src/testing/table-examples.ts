import type { TableEvent, TableEventOf } from '../rules/table-events.ts'
import { testId } from './examples.ts'

export const drawId = (k: number) => testId(7, k)
export const sheetId = (k: number) => testId(8, k)

/** Volumes in hundredths of a ml. */
export const start = (balance = 2000, over: Partial<TableEventOf<'start'>> = {}): TableEvent => ({
  kind: 'start',
  bottle_number: 'A1',
  container_size: 2000,
  balance,
  ...over,
})

export const full = (volume: number, k = 1, over: Partial<TableEventOf<'full_draw'>> = {}): TableEvent => ({
  kind: 'full_draw',
  draw_id: drawId(k),
  day: '2026-11-20',
  title: `Patient ${k}`,
  description: `P-${k}`,
  species: 0,
  reason: 'Castration',
  volume,
  procedure_number: k,
  ...over,
})

export const partial = (taken: number, bottle = 'B2', container = 2000): TableEventOf<'partial_draw'> => ({
  kind: 'partial_draw',
  taken,
  bottle_number: bottle,
  container_size: container,
})
export const addBalance = (volume: number, bottle = 'C3'): TableEvent => ({
  kind: 'add_balance',
  bottle_number: bottle,
  volume,
})
export const editBalance = (volume: number): TableEventOf<'edit_balance'> => ({
  kind: 'edit_balance',
  volume,
})
export const editDraw = (volume: number): TableEvent => ({ kind: 'edit_draw', volume })
