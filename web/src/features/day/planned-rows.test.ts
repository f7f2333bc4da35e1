import { expect, test } from 'vitest'
import type { AnesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import type { DayRowContent } from 'sync-protocol/records/day-row'
import type { DayRow } from '../../data/view/day-rows.ts'
import { plannedRows } from './planned-rows.ts'

const row = (name: string, content: Partial<DayRowContent> = {}): DayRow => ({
  _id: name,
  version: 1,
  order: name,
  content: {
    day: '2026-11-20',
    order: name,
    name,
    species: 0,
    status: 'weighed',
    weight: 12.4,
    weight_units: 'kg',
    anesthesia_protocol_id: 'dogs',
    ...content,
  },
})
const without = (name: string, field: 'weight' | 'anesthesia_protocol_id') => {
  const made = row(name)
  const { [field]: _gone, ...rest } = made.content
  if (field === 'weight') delete rest.weight_units
  return { ...made, content: rest as DayRowContent }
}
const dogs: AnesthesiaProtocolContent = { species: 0, name: 'TTDex', sections: [] }

test('counted is who has a weight and a protocol; who lacks one is named with what is missing', () => {
  const nothing = without('Nobody', 'weight')
  delete nothing.content.anesthesia_protocol_id
  const { planned, lacking, over } = plannedRows(
    [
      row('Rex'),
      row('About', { estimated: true }),
      without('Bella', 'weight'),
      without('Max', 'anesthesia_protocol_id'),
      nothing,
      row('Twice'),
      row('Gone', { anesthesia_protocol_id: 'deleted' }),
      row('Cat', { species: 1 }),
      row('Drawn', { status: 'drawn' }),
      row('Done', { status: 'done' }),
      row('Refused', { status: 'refused' }),
      row('Saved', { sheet_id: 's' }),
    ],
    new Map([['dogs', dogs]]),
    new Set(['Twice']),
  )
  expect(planned.map(({ row: { _id }, weight, protocol }) => [_id, weight, protocol])).toEqual([
    ['Rex', { weight: '12.4', units: 'kg' }, dogs],
    ['About', { weight: '12.4', units: 'kg' }, dogs],
  ])
  expect(lacking.map(({ row: { _id }, lack }) => [_id, lack])).toEqual([
    ['Bella', 'weight'],
    ['Max', 'protocol'],
    ['Nobody', 'both'],
    ['Twice', 'contested'],
    ['Gone', 'gone'],
    ['Cat', 'gone'],
  ])
  expect(over).toBe(4)
})
