import { describe, expect, it } from 'vitest'
import type { DrugContent } from '../records/drug.ts'
import { EMERGENCY_SECTION } from '../records/fields.ts'
import { ketamine } from '../testing/examples.ts'
import { weightInKg } from './dose.ts'
import { doseWords, OF_VOLUME } from './dose-words.ts'
import { lookupIn } from './library-lookup.ts'
import { impliedWords, singleDrawGuard, type DrawToGuard } from './single-draw-guard.ts'

const listed = (_id: string, over: object = {}) =>
  ({ _id, ...ketamine(), ...over }) as unknown as DrugContent & { _id: string }
const TODAY = '2026-11-26'
const HYDROMORPHONE = listed('h', {
  name: 'Hydromorphone',
  concentration: 2,
  dosage: [0.1, 0.1],
  limits: [
    { min: 0.05, max: 0.2 },
    { min: 0.05, max: 0.15 },
  ],
})
const weighed = (weight: string, units: 'kg' | 'lb' = 'kg', day = TODAY) => {
  const kg = weightInKg({ weight, units })
  if (kg === null) throw new Error(`${weight} is no weight`)
  return { kg, day }
}

function said(over: Partial<DrawToGuard>, library = [HYDROMORPHONE]) {
  const draw: DrawToGuard = {
    drug_name: 'hydromorphone',
    drug_concentration: 2,
    volume: '0.2',
    form: 'INJECTION',
    species: 1,
    lookup: lookupIn(library, over.species ?? 1),
    weighed: null,
    ...over,
  }
  const { findings, dosage } = singleDrawGuard(draw)
  const lines = findings.map(
    (finding) => `${finding.level}: ${doseWords(finding, { name: draw.drug_name }, OF_VOLUME)}`,
  )
  const at = draw.weighed
  return dosage === null || at === null ? lines : [...lines, impliedWords(dosage, at, TODAY)]
}

describe('[Q-15] a single draw', () => {
  it('says what its volume is in mg/kg, where the weight is known', () => {
    expect(said({ weighed: weighed('4') })).toEqual(['That is 0.1 mg/kg at 4 kg, weighed today.'])
    expect(said({ weighed: weighed('4'), volume: '2' })).toEqual([
      'red: Ten times the usual 0.1 mg/kg. Is the point in the right place?',
      'red: 6.67 times the highest, 0.15 mg/kg.',
      'That is 1 mg/kg at 4 kg, weighed today.',
    ])
    // 8.8 lb, drawn up for 8.8 kg: pounds are never rounded on the way.
    expect(said({ weighed: weighed('8.8', 'lb', '2026-11-03'), volume: '0.44' })).toEqual([
      'amber: 2.21 times the usual 0.1 mg/kg. Pounds or kilograms?',
      'amber: 1.47 times the highest, 0.15 mg/kg.',
      'That is 0.221 mg/kg at 3.99 kg, weighed 11/03.',
    ])
    expect(said({ weighed: weighed('4') }, [])).toEqual([
      'quiet: No limits recorded.',
      'That is 0.1 mg/kg at 4 kg, weighed today.',
    ])
  })

  it('judges the volume that is saved', () => {
    expect(said({ weighed: weighed('4'), volume: '0.304' })).toEqual([
      'That is 0.15 mg/kg at 4 kg, weighed today.',
    ])
    for (const volume of ['', '0', '1,5', '0.004'])
      expect(said({ weighed: weighed('4'), volume })).toEqual([])
  })

  it('says without a weight only what does not depend on it', () => {
    expect(said({ volume: '2' })).toEqual([])
    expect(said({ volume: '20.01' })).toEqual(['amber: More than 20 ml: more than one syringe.'])
    expect(said({ volume: '0.02' })).toEqual(['amber: So little is hard to draw up exactly. Dilute it?'])
    const strong = listed('s', { name: 'Hydromorphone', concentration: 10 })
    expect(said({ volume: '1' }, [HYDROMORPHONE, strong])).toEqual([
      'amber: Your library also has hydromorphone 10 mg/ml: 0.2 ml, not 1 ml.',
    ])
    const capped = listed('c', { limits: [{ max: 5, cap_mg: 100 }, { never: 'Hyperthermia' }] })
    const ketamineDraw = { drug_name: 'Ketamine', drug_concentration: 100, volume: '1.01' }
    expect(said({ ...ketamineDraw, species: 0 }, [capped])).toEqual([
      'red: Above the cap of 100 mg: 100 mg is 1 ml.',
    ])
    expect(said({ ...ketamineDraw, species: 0, volume: '1' }, [capped])).toEqual([])
    expect(said(ketamineDraw, [capped])).toEqual(['red: Never for this species: Hyperthermia.'])
  })

  it('compares with an emergency drug’s limits where the drug is only that', () => {
    const over = { section_key: EMERGENCY_SECTION, dosage: [-1, -1], dosage_from: [1, 1], dosage_to: [2, 2] }
    const rescue = listed('r', { ...over, limits: [null, { min: 1, max: 2 }] })
    const draw = { drug_name: 'Ketamine', drug_concentration: 100, weighed: weighed('4') }
    expect(said({ ...draw, volume: '0.06' }, [rescue])).toEqual(['That is 1.5 mg/kg at 4 kg, weighed today.'])
    expect(said({ ...draw, volume: '0.2' }, [rescue])).toEqual([
      'amber: 2.5 times the highest, 2 mg/kg.',
      'That is 5 mg/kg at 4 kg, weighed today.',
    ])
    // In two places, it is what it is for every day.
    expect(said({ ...draw, volume: '0.2' }, [rescue, listed('k')])).toEqual([
      'quiet: No limits recorded.',
      'That is 5 mg/kg at 4 kg, weighed today.',
    ])
  })

  it('says nothing of tablets, which have no volume', () => {
    expect(said({ weighed: weighed('4'), volume: '30', form: 'TABLET' })).toEqual([])
  })
})
