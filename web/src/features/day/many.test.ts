import { expect, test } from 'vitest'
import type { DayRowContent } from 'sync-protocol/records/day-row'
import type { DayRow } from '../../data/view/day-rows.ts'
import { planningOf, seen, speciesLacking, stillChosen } from './many.ts'

const row = (name: string, content: Partial<DayRowContent> = {}): DayRow => ({
  _id: name,
  version: 1,
  order: name,
  content: { day: '2026-11-20', order: name, name, species: 0, status: 'weighed', ...content },
})
const namesOf = (rows: readonly DayRow[]) => rows.map(({ content }) => content.name)

const ROWS = [
  row('Rex'),
  row('Max', { anesthesia_protocol_id: 'p' }),
  row('Luna', { species: 1 }),
  row('Otto', { status: 'drawn' }),
  row('Bella', { status: 'refused' }),
  row('Coco', { sheet_id: 's' }),
  row('Mia', { species: 1, procedure: 'Spay', status: 'listed' }),
]

test('of a species, those still to be drawn; who has none, and how many are left', () => {
  const { rows, lacking, others, over } = planningOf(ROWS, 'anesthesia_protocol_id', 0)
  expect([namesOf(rows), namesOf(lacking), others, over]).toEqual([['Rex', 'Max'], ['Rex'], 2, 3])
  expect(namesOf(planningOf(ROWS, 'procedure', 1).lacking)).toEqual(['Luna'])
})

test('the species of which more lack it comes first; among equals the one with more patients', () => {
  expect(speciesLacking(ROWS, 'anesthesia_protocol_id')).toBe(1)
  expect(speciesLacking(ROWS, 'procedure')).toBe(0)
  expect(speciesLacking([], 'procedure')).toBe(0)
  expect(speciesLacking([row('A', { species: 1, procedure: 'x' })], 'procedure')).toBe(1)
})

test('whoever was planned by a colleague since they were chosen is chosen no more', () => {
  const chosen = seen(ROWS.slice(0, 2), 'anesthesia_protocol_id')
  const now = [row('Rex', { anesthesia_protocol_id: 'q' }), row('Max', { anesthesia_protocol_id: 'p' })]
  expect(namesOf(stillChosen(now, 'anesthesia_protocol_id', chosen))).toEqual(['Max'])
})
