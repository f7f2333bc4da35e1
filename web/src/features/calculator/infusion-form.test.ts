import { describe, expect, it } from 'vitest'
import {
  doseUnitsFor,
  drugChosen,
  drugRemoved,
  EMPTY_INFUSION,
  loadingUnitChosen,
  loadingUnitsFor,
  unitChosen,
  type InfusionForm,
} from './infusion-form.ts'

const LIDOCAINE = { id: 'l', name: 'Lidocaine', amount: 'mg', concentration: 20 } as const
const INSULIN = { id: 'i', name: 'Insulin', amount: 'units', concentration: 100 } as const
const typed: InfusionForm = {
  ...EMPTY_INFUSION,
  concentration: '20',
  dose: '30',
  unit: 'mcg/kg/min',
  loading: '2',
  loadingUnit: 'mg/kg',
}

describe('another unit', () => {
  it('takes the number away that was typed for the one before, and says which it was', () => {
    const changed = unitChosen(typed, 'mcg/kg/h')
    expect(changed).toMatchObject({ dose: '', unit: 'mcg/kg/h', before: '30 mcg/kg/min' })
    expect(changed).toMatchObject({ concentration: '20', loading: '2', loadingUnit: 'mg/kg' })
    // One more press does not forget what was typed.
    expect(unitChosen(changed, 'mg/kg/h').before).toBe('30 mcg/kg/min')
  })

  it('keeps a number that was typed before there was one', () => {
    expect(unitChosen({ ...typed, unit: '-' }, 'mcg/kg/min')).toMatchObject({ dose: '30', before: '' })
    expect(unitChosen(typed, 'mcg/kg/min')).toBe(typed)
  })

  it('between mg and units asks for the concentration and the loading dose too', () => {
    expect(unitChosen(typed, 'units/kg/h')).toMatchObject({
      amount: 'units',
      concentration: '',
      dose: '',
      loading: '',
      loadingUnit: '-',
    })
  })

  it('of the loading dose asks for that alone', () => {
    const changed = loadingUnitChosen(typed, 'mcg/kg')
    expect(changed).toEqual({ ...typed, loading: '', loadingUnit: 'mcg/kg', loadingBefore: '2 mg/kg' })
    expect(loadingUnitChosen({ ...typed, loadingUnit: '-' }, 'mcg/kg').loading).toBe('2')
  })
})

describe('a drug of the library', () => {
  it('fills in name and concentration', () => {
    expect(drugChosen(EMPTY_INFUSION, LIDOCAINE)).toEqual({
      ...EMPTY_INFUSION,
      drugId: 'l',
      drug: 'Lidocaine',
      concentration: '20',
    })
    // Of an infusion that was begun without one the dose stays.
    expect(drugChosen(typed, LIDOCAINE)).toMatchObject({ dose: '30', unit: 'mcg/kg/min' })
  })

  it('in place of another one asks for its doses', () => {
    const other = drugChosen({ ...typed, drugId: 'k', drug: 'Ketamine' }, LIDOCAINE)
    expect(other).toMatchObject({ drug: 'Lidocaine', dose: '', unit: 'mcg/kg/min', loading: '' })
  })

  it('is dosed only in what it is measured in', () => {
    const insulin = drugChosen(typed, INSULIN)
    expect(insulin).toMatchObject({ amount: 'units', concentration: '100', dose: '', unit: '-' })
    expect(doseUnitsFor(insulin)).toEqual(['units/kg/h'])
    expect(loadingUnitsFor(insulin)).toEqual(['units/kg'])
    expect(doseUnitsFor(drugChosen(typed, LIDOCAINE))).toEqual(['mcg/kg/min', 'mcg/kg/h', 'mg/kg/h'])
    expect(doseUnitsFor(EMPTY_INFUSION)).toHaveLength(4)
  })

  it('takes its concentration and its doses away with it', () => {
    expect(drugRemoved(drugChosen(typed, LIDOCAINE))).toMatchObject({
      drugId: '',
      concentration: '',
      dose: '',
    })
  })
})
