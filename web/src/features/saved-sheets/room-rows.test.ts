import { expect, it } from 'vitest'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { roomRows } from './room-rows.ts'

const drug = { concentration: 10, dosage: 1, volume: 0.5, route: 'IM', form: 'INJECTION' } as const
const sheet: SheetContent = {
  species: 0,
  procedure: 'Dental',
  name: 'Bella',
  weight: 10,
  weight_units: 'kg',
  outcome: 'N/A',
  injections: [],
  day: '2026-11-20',
  anesthesia_protocol: {
    name: 'Routine',
    sections: [
      {
        title: 'Opioids',
        key: 1,
        drugs: [
          {
            ...drug,
            name: 'Methadone',
            guard: { level: 'red', kinds: ['cap'], reason: 'Vet’s order', by: 'Ana' },
          },
          { ...drug, name: 'Tiny', volume: 0, volume_exact: 0.002 },
        ],
      },
    ],
    fluids: [{ name: 'Saline', volume: 50, rate: 5 }],
  },
  emergency_protocol: {
    name: 'CPR',
    drugs: [
      { id: '1', name: 'Epinephrine', concentration: 1, volume_low: 0.1, volume_high: 1, route: 'IV' },
      { id: '2', name: 'Atropine', concentration: 1, volume_low: 0.4, volume_high: 0.4, route: 'IV' },
    ],
  },
}

it('shows a saved sheet as it was saved, with what was said of it', () => {
  const rows = roomRows(sheet)
  expect(
    rows.map(({ name, volumes, part }) => [
      name,
      volumes.map(({ of, value }) => `${of ?? ''}${value}`).join(' '),
      part,
    ]),
  ).toEqual([
    ['Methadone', '0.5', undefined],
    ['Tiny', '<0.01', undefined],
    ['Saline', '50', undefined],
    ['Epinephrine', 'Low0.1 High1', 'Emergency Drugs'],
    ['Atropine', '0.4', undefined],
  ])
  expect(rows[0]?.findings).toEqual([{ level: 'red', words: 'Above the cap. Vet’s order (entered by Ana)' }])
  expect(rows[1]?.findings[0]?.words).toContain('too small to measure, dilute')
  expect(rows[1]?.volumes[0]?.isFlagged).toBe(true)
})
