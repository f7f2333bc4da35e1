import { expect, it } from 'vitest'
import { arithmetic } from './dose.ts'
import { loadingVolume, type LoadingDose } from './loading-dose.ts'

const lidocaine: LoadingDose = { weight: '20', units: 'kg', dose: 2, unit: 'mg/kg', concentration: 20 }

it.each([
  ['mg/kg', 2, 20, '2', '20 kg x 2 mg/kg / 20 mg/ml = 2 ml'],
  ['mcg/kg', 1, 0.5, '0.04', '20 kg x 1 mcg/kg / 1000 / 0.5 mg/ml = 0.04 ml'],
  ['units/kg', 0.1, 100, '0.02', '20 kg x 0.1 units/kg / 100 units/ml = 0.02 ml'],
] as const)('in %s: %d at %d per ml is %s ml', (unit, dose, concentration, text, line) => {
  const found = loadingVolume({ ...lidocaine, unit, dose, concentration })
  expect(found).toMatchObject({ line, volume: { text } })
})

it('in mg/kg has the line of a sheet, with pounds and a volume too small to measure', () => {
  const cases: Partial<LoadingDose>[] = [{}, { weight: '44', units: 'lb' }, { dose: 0.001 }]
  for (const change of cases) {
    const { dose, ...of } = { ...lidocaine, ...change }
    expect(loadingVolume({ ...of, dose })?.line).toBe(arithmetic({ ...of, dosage: dose }))
  }
})

it('a thousand mcg are a mg', () => {
  const inMcg = loadingVolume({ ...lidocaine, unit: 'mcg/kg', dose: 2000 })
  expect(inMcg?.perKg).toEqual({ over: 2000n, under: 1000n })
  expect(inMcg?.volume).toEqual(loadingVolume(lidocaine)?.volume)
})

it('is none while a number is missing or not above 0', () => {
  for (const change of [{ weight: '' }, { dose: 0 }, { dose: NaN }, { concentration: -1 }])
    expect(loadingVolume({ ...lidocaine, ...change })).toBeNull()
})
