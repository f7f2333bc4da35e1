import { expect, it } from 'vitest'
import type { ConflictContent } from 'sync-protocol/records/conflict'
import { ketamine, vasopressin } from 'sync-protocol/testing/examples'
import type { JsonObject } from 'sync-protocol/records/json'
import { COLLECTIONS } from 'sync-protocol/records/envelope'
import { kinds } from 'sync-protocol/records/kinds'
import { conflictParts, headingOf } from './conflict-sides.ts'

const clash: Pick<ConflictContent, 'kind' | 'groups' | 'record'> = {
  kind: 'update',
  record: { collection: 'drugs', _id: 'd' },
  groups: [
    {
      group: 'dose',
      base: { concentration: 100 },
      theirs: { concentration: 50 },
      mine: { concentration: 20 },
    },
  ],
}
type Stands = Parameters<typeof conflictParts>[2]
const valuesOf = (stands: Stands) =>
  conflictParts(clash, 'Vera', stands, {})[0]?.sides.map(
    ({ lines }) => lines?.find(({ label }) => label === 'Concentration')?.value ?? null,
  )

it('[M9] shows beside what stands what the person saw who wanted it deleted', () => {
  const removal = {
    kind: 'delete_of_changed' as const,
    groups: [],
    record: clash.record,
    full: { name: 'Ketamine', concentration: 100 },
  }
  const stands = { deleted: false, content: { name: 'Ketamine', concentration: 70 } }
  const said = (conflict: Parameters<typeof conflictParts>[0]) =>
    conflictParts(conflict, 'Vera', stands, {})[0]?.sides.map(({ label, lines }) => [
      label,
      lines?.find((line) => line.label === 'Concentration')?.value ?? null,
    ])
  expect(said(removal)).toEqual([
    ['Before', '100 mg/ml'],
    ['Current', '70 mg/ml'],
    ['Entered by Vera', null],
  ])
  const { full: _, ...untold } = removal
  expect(said(untold)).toEqual([
    ['Current', '70 mg/ml'],
    ['Entered by Vera', null],
  ])
})

it('[M9] shows what stands at this moment, not what stood when the two clashed', () => {
  expect(valuesOf({ deleted: false, content: { name: 'Ketamine', concentration: 70 } })).toEqual([
    '100 mg/ml',
    '70 mg/ml',
    '20 mg/ml',
  ])
  expect(valuesOf({ deleted: true, content: null })).toEqual(['100 mg/ml', null, '20 mg/ml'])
  // Not read yet, or not on this tablet.
  expect(valuesOf(undefined)).toEqual(['100 mg/ml', '50 mg/ml', '20 mg/ml'])
})

it('[M3] shows of an edit that says some fields of its group those alone, over what its sender saw', () => {
  const stands = { deleted: false, content: ketamine({ concentration: 70 }) }
  const labels = conflictParts(clash, 'Vera', stands, {})[0]?.sides.map(({ lines }) =>
    lines?.map(({ label, value }) => [label, value]),
  )
  expect(labels).toEqual([
    [['Concentration', '100 mg/ml']],
    [['Concentration', '70 mg/ml']],
    [['Concentration', '20 mg/ml']],
  ])
})

it('calls whatever two people may have changed by a word of the screen', () => {
  const unnamed = COLLECTIONS.flatMap((collection) =>
    Object.keys(kinds[collection].groups)
      .filter((group) => !/^[A-Z]/.test(headingOf(collection, group)))
      .map((group) => `${collection}: ${group}`),
  )
  expect(unnamed).toEqual([])
  expect(headingOf('policies', 'time')).toBe('Time zone')
})

it('[M3] says the numbers of each side in the unit of that side', () => {
  const { amount_unit: _, ...inMg } = vasopressin()
  const sides = (base: JsonObject, theirs: JsonObject, mine: JsonObject) => {
    const conflict = { ...clash, groups: [{ group: 'dose', base, theirs, mine }] }
    return conflictParts(conflict, 'Vera', { deleted: false, content: theirs }, {})[0]?.sides.map(
      ({ lines }) =>
        lines?.flatMap(({ label, value }) => (/^Conc|^Canine dos/.test(label) ? [value] : [])).join(', '),
    )
  }
  expect(sides(inMg, vasopressin(), { ...inMg, concentration: 10 })).toEqual([
    '20 mg/ml, 0.8 mg/kg',
    '20 units/ml, 0.8 units/kg',
    '10 mg/ml, 0.8 mg/kg',
  ])
  // An edit that says nothing but a dosage is in the unit that stands.
  expect(sides({ dosage: [0.8, 0.8] }, vasopressin(), { dosage: [0.4, 0.4] })).toEqual([
    '0.8 units/kg',
    '0.8 units/kg',
    '0.4 units/kg',
  ])
})

it('calls the protocols of a day list’s patient by their names, and says of one that is gone that it is', () => {
  const [OLD, NEW] = ['0193aaaa-0000-7000-8000-000000000001', '0193aaaa-0000-7000-8000-000000000002']
  const row: Parameters<typeof conflictParts>[0] = {
    kind: 'update',
    record: { collection: 'day_rows', _id: OLD },
    groups: [
      {
        group: 'plan',
        base: {},
        theirs: { anesthesia_protocol_id: OLD },
        mine: { anesthesia_protocol_id: NEW, emergency_protocol_id: NEW },
      },
    ],
  }
  const stands = { deleted: false, content: { anesthesia_protocol_id: OLD } }
  const names = new Map([[NEW, 'Dental']])
  const [part] = conflictParts(row, 'Vera', stands, { protocolName: (id) => names.get(id) })
  const lines = part?.sides.flatMap((side) => side.lines?.map(({ label, value }) => [label, value]) ?? [])
  expect(lines).toContainEqual(['Anesthesia protocol', 'Dental'])
  expect(lines).toContainEqual(['Emergency protocol', 'Dental'])
  expect(lines).toContainEqual(['Anesthesia protocol', '(not in the library)'])
  expect(JSON.stringify(lines)).not.toContain(OLD)
})
