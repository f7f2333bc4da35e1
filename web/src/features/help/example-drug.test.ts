import type { DrugContent } from 'sync-protocol/records/drug'
import { arithmetic } from 'sync-protocol/rules/dose'
import { expect, it } from 'vitest'
import { exampleOf as exampleFor } from './example-drug.ts'

const exampleOf = (drugs: DrugContent[]) => exampleFor(drugs, new Map([[1, 'opioid' as const]]))

const drug = (name: string, concentration: number, dosage: [number, number], more = {}) =>
  ({
    name,
    section_key: 1,
    concentration,
    dosage,
    dosage_from: [-1, -1],
    dosage_to: [-1, -1],
    species: dosage.flatMap((one, at) => (one > 0 ? [at as 0 | 1] : [])),
    ...more,
  }) as unknown as DrugContent

const NEVER = { limits: [{ never: 'Seizures' }, null] }

it('takes the drug that a reader works out most easily, by name where several are as easy', () => {
  // 9.977 kg: 0.29932 ml is shown as 0.3, 0.17459 as 0.17, and 0.49887 as 0.5.
  const drugs = [
    drug('Ketamine', 100, [1.75, 5]),
    drug('Methadone', 10, [0.3, 0.2]),
    drug('Butorphanol', 10, [0.3, -1]),
  ]
  const example = exampleOf(drugs)
  expect(example.drug).toEqual({ name: 'Butorphanol', species: 0 })
  expect(arithmetic(example)).toBe('22 lb / 2.205 x 0.3 mg/kg / 10 mg/ml = 0.3 ml')
})

it('takes none that would teach something wrong: in units, too small, never given, of an emergency, for euthanasia', () => {
  const drugs = [
    drug('Insulin', 10, [0.5, 0.5], { amount_unit: 'units' }),
    drug('Weak', 10, [0.001, -1]),
    drug('Acepromazine', 10, [0.5, -1], NEVER),
    drug('Naloxone', 0.4, [0.04, -1], { section_key: -2 }),
    drug('Pentobarbital-Phenytoin', 390, [86, 86], { section_key: 3 }),
    drug('A name that is too long for the one page of the guide', 10, [0.5, -1]),
    drug('For cats', 10, [-1, 0.5]),
  ]
  expect(exampleOf(drugs).drug).toEqual({ name: 'For cats', species: 1 })
  expect(arithmetic(exampleOf(drugs))).toBe('8.8 lb / 2.205 x 0.5 mg/kg / 10 mg/ml = 0.2 ml')
  expect(exampleOf(drugs.slice(0, 6))).toMatchObject({ drug: null, weight: '22', dosage: 0.5 })
  expect(exampleOf([])).toMatchObject({ drug: null })
})
