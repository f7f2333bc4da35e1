import { describe, expect, test } from 'vitest'
import type { TypedDrug } from 'sync-protocol/rules/anesthesia-protocol-form'
import {
  anesthesiaValues,
  drugAdded,
  drugBack,
  drugChanged,
  drugRemoved,
  fluidAdded,
  fluidBack,
  fluidRemoved,
  fluidTyped,
  fluidsAdded,
  fluidsBack,
  fluidsRemoved,
  sectionAdded,
  sectionBack,
  sectionRemoved,
  type AnesthesiaValues,
} from './anesthesia-values.ts'
import { removedRow } from './rows.ts'

const titles = (key: number) => ({ key, title_s: `Section ${key}`, title_p: `Sections ${key}` })
const drug = (name: string): TypedDrug => ({
  name,
  concentration: '10',
  dosage: '0.5',
  route: 'IM',
  form: 'INJECTION',
  controlled: false,
})
const empty = anesthesiaValues(undefined, 1)
const times = <T>(count: number, from: T, next: (value: T, index: number) => T): T => {
  let value = from
  for (let index = 0; index < count; index++) value = next(value, index)
  return value
}
const names = (values: AnesthesiaValues, section = 0) =>
  values.sections[section]?.drugs.map(({ name }) => name)
const drugRow = (values: AnesthesiaValues, index: number) => values.sections[0]?.drugs[index]?.row ?? -1
const one = sectionAdded(empty, titles(999))
const section = one.sections[0]?.row ?? -1

describe('sections', () => {
  test('[APROT-29] an eleventh is not added, fluids counting as one', () => {
    const ten = times(12, empty, (values, key) => sectionAdded(values, titles(key)))
    expect(ten.sections).toHaveLength(10)
    expect(fluidsAdded(ten)).toBe(ten)
    const withFluids = times(12, fluidsAdded(empty), (values, key) => sectionAdded(values, titles(key)))
    expect(withFluids.sections).toHaveLength(9)
  })

  test('[Q-108] one that is there is not added again', () => {
    expect(sectionAdded(one, titles(999))).toBe(one)
  })

  test('one that was removed comes back where it stood, with its drugs, unless there is no room', () => {
    const three = times(3, empty, (values, key) => sectionAdded(values, titles(key)))
    const filled = drugAdded(three, three.sections[1]?.row ?? -1, drug('Ketamine'))
    const removed = removedRow(filled.sections, filled.sections[1]?.row ?? -1)
    if (removed === null) throw new Error('It was not found.')
    const without = sectionRemoved(filled, removed.row.row)
    expect(without.sections.map(({ key }) => key)).toEqual([0, 2])
    expect(sectionBack(without, removed)).toEqual(filled)
    const full = times(8, without, (values, key) => sectionAdded(values, titles(100 + key)))
    expect(sectionBack(full, removed)).toBe(full)
    expect(sectionBack(sectionAdded(without, titles(1)), removed).sections).toHaveLength(3)
  })
})

describe('drugs of a section', () => {
  test('[APROT-27] a sixth is not added', () => {
    const full = times(7, one, (values, index) => drugAdded(values, section, drug(`Drug ${index}`)))
    expect(names(full)).toEqual(['Drug 0', 'Drug 1', 'Drug 2', 'Drug 3', 'Drug 4'])
  })

  test('[Q-108] the same drug stands twice, and each keeps its own route', () => {
    const twice = times(2, one, (values) => drugAdded(values, section, drug('Buprenorphine')))
    const changed = drugChanged(twice, section, drugRow(twice, 1), { route: 'SC' })
    expect(changed.sections[0]?.drugs.map(({ route }) => route)).toEqual(['IM', 'SC'])
    expect(changed.sections[0]?.drugs[0]).toBe(twice.sections[0]?.drugs[0])
  })

  test('one that was removed comes back once, where it stood', () => {
    const three = times(3, one, (values, index) => drugAdded(values, section, drug(`Drug ${index}`)))
    const removed = removedRow(three.sections[0]?.drugs ?? [], drugRow(three, 1))
    if (removed === null) throw new Error('It was not found.')
    const without = drugRemoved(three, section, removed.row.row)
    expect(names(without)).toEqual(['Drug 0', 'Drug 2'])
    const back = drugBack(without, section, removed)
    expect(back).toEqual(three)
    expect(names(drugBack(back, section, removed))).toHaveLength(3)
    const full = times(3, without, (values) => drugAdded(values, section, drug('More')))
    expect(names(drugBack(full, section, removed))).toEqual(names(full))
  })
})

describe('an offer to put a row back outlives what comes after it', () => {
  const removedOf = (values: AnesthesiaValues, index: number) => {
    const removed = removedRow(values.sections[0]?.drugs ?? [], drugRow(values, index))
    if (removed === null) throw new Error('It was not found.')
    return removed
  }

  test.each([1, 2])('the last of %i drugs comes back beside the one that took its place', (count) => {
    const saved = times(count, one, (values, index) => drugAdded(values, section, drug(`Drug ${index}`)))
    const removed = removedOf(saved, count - 1)
    const other = drugAdded(drugRemoved(saved, section, removed.row.row), section, drug('Other'))
    expect(names(drugBack(other, section, removed))).toHaveLength(count + 1)
  })

  test('a drug never comes back into another section that was added since', () => {
    const filled = drugAdded(one, section, drug('Ketamine'))
    const removed = removedOf(filled, 0)
    const other = sectionAdded(
      sectionRemoved(drugRemoved(filled, section, removed.row.row), section),
      titles(5),
    )
    expect(drugBack(other, section, removed)).toBe(other)
  })

  test('where there is no place, nothing changes', () => {
    const full = times(5, one, (values, index) => drugAdded(values, section, drug(`Drug ${index}`)))
    const removed = removedOf(full, 4)
    const again = drugAdded(drugRemoved(full, section, removed.row.row), section, drug('Other'))
    expect(drugBack(again, section, removed)).toBe(again)
  })
})

describe('fluids', () => {
  const saline = { name: 'Saline', rate: '5' }

  test('[APROT-30] a Fluids section starts empty, and removing it clears the fluids', () => {
    const withFluids = fluidsAdded(empty)
    expect(withFluids.fluids).toEqual([])
    expect(fluidsAdded(withFluids)).toBe(withFluids)
    const filled = fluidAdded(withFluids, saline)
    const cleared = fluidsRemoved(filled)
    expect(cleared.fluids).toBeNull()
    expect(fluidsBack(cleared, filled.fluids)).toEqual(filled)
    expect(fluidAdded(cleared, saline)).toBe(cleared)
  })

  test('[APROT-28] a sixth is not added; a rate is typed in its own row', () => {
    const full = times(7, fluidsAdded(empty), (values) => fluidAdded(values, saline))
    expect(full.fluids).toHaveLength(5)
    const row = full.fluids?.[3]?.row ?? -1
    const typed = fluidTyped(full, row, '7.5')
    expect(typed.fluids?.map(({ rate }) => rate)).toEqual(['5', '5', '5', '7.5', '5'])
    const removed = removedRow(typed.fluids ?? [], row)
    if (removed === null) throw new Error('It was not found.')
    expect(fluidBack(fluidRemoved(typed, row), removed)).toEqual(typed)
  })
})

test('a saved protocol becomes rows, each with a number of its own', () => {
  const saved = {
    name: 'x',
    concentration: 0.5,
    dosage: 0.007,
    dosage_from: -1,
    dosage_to: -1,
    route: 'IM',
    form: 'INJECTION',
    controlled: true,
  } as const
  const values = anesthesiaValues(
    {
      species: 0,
      name: 'TTDex',
      sections: [{ ...titles(3), drugs: [saved, saved] }],
      fluids: [{ name: 'Saline', rate: 2.5 }],
    },
    0,
  )
  expect(values.sections[0]?.drugs.map(({ row, dosage }) => [row, dosage])).toEqual([
    [1, '0.007'],
    [2, '0.007'],
  ])
  expect(values.fluids).toEqual([{ row: 1, name: 'Saline', rate: '2.5' }])
})
