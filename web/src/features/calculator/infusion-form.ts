import { INFUSION_UNIT_NAMES, type InfusionUnit } from 'sync-protocol/records/infusion-limits'
import { amountIn } from 'sync-protocol/rules/infusion-limits'
import { LOADING_UNITS, type LoadingUnit } from 'sync-protocol/rules/loading-dose'
import { numberText } from 'sync-protocol/rules/number-input'

export const DROP_SETS = ['10', '15', '20', '60'] as const
export type DropSet = (typeof DROP_SETS)[number]
/** What the concentration counts. */
export type Amount = 'mg' | 'units'

/** As typed. A '-' is not chosen yet: nothing is computed with a number whose unit nobody chose. */
export interface InfusionForm {
  /** Of the library's drug; '' where the concentration was typed. */
  drugId: string
  drug: string
  amount: Amount
  concentration: string
  dose: string
  unit: '-' | InfusionUnit
  /** '30 mcg/kg/min', until the dose is typed for the unit that was chosen after it. */
  before: string
  way: 'syringe' | 'bag'
  volume: string
  rate: string
  loading: string
  loadingUnit: '-' | LoadingUnit
  loadingBefore: string
  drops: '-' | DropSet
}

export const EMPTY_INFUSION: InfusionForm = {
  drugId: '',
  drug: '',
  amount: 'mg',
  concentration: '',
  dose: '',
  unit: '-',
  before: '',
  way: 'syringe',
  volume: '',
  rate: '',
  loading: '',
  loadingUnit: '-',
  loadingBefore: '',
  drops: '-',
}

const UNITS_OF_LOADING = Object.keys(LOADING_UNITS) as LoadingUnit[]
export const perMlOf = ({ amount }: Pick<InfusionForm, 'amount'>) => `${amount}/ml` as const

/** Of a drug of the library only those that it is measured in. */
export const doseUnitsFor = ({ drugId, amount }: InfusionForm): InfusionUnit[] =>
  INFUSION_UNIT_NAMES.filter((unit) => drugId === '' || /* @rule infusion-amount */ amountIn(unit) === amount)

export const loadingUnitsFor = ({ amount }: InfusionForm): LoadingUnit[] =>
  UNITS_OF_LOADING.filter((unit) => amountIn(unit) === amount)

const NO_LOADING = { loading: '', loadingUnit: '-', loadingBefore: '' } as const

/** '30 mcg/kg/min' of a number that was typed for a unit; '' where it was typed before there was one. */
const typedFor = (typed: string, unit: string) =>
  unit === '-' || typed.trim() === '' ? '' : `${typed.trim()} ${unit}`

/**
 * Another unit for the dose. A number is never converted, nor does one that was typed for a unit count for another: left standing,
 * 30 mcg/kg/min would become 30 mg/kg/h by one wrong press, and look as if somebody had typed it. It is asked for again. A
 * concentration in mg/ml is no more one in units/ml.
 */
export function unitChosen(form: InfusionForm, unit: InfusionUnit): InfusionForm {
  if (unit === form.unit) return form
  const before = typedFor(form.dose, form.unit)
  const amount = amountIn(unit)
  const isOther = amount !== form.amount
  return {
    ...form,
    ...(isOther && NO_LOADING),
    amount,
    concentration: /* @rule infusion-strength-unit */ isOther ? '' : form.concentration,
    unit,
    dose: /* @rule infusion-dose-unit */ before === '' ? form.dose : '',
    before: before || form.before,
  }
}

/** The same for the loading dose. */
export function loadingUnitChosen(form: InfusionForm, loadingUnit: LoadingUnit): InfusionForm {
  if (loadingUnit === form.loadingUnit) return form
  const before = typedFor(form.loading, form.loadingUnit)
  return {
    ...form,
    loadingUnit,
    loading: /* @rule loading-dose-unit */ before === '' ? form.loading : '',
    loadingBefore: before || form.loadingBefore,
  }
}

export interface ChosenDrug {
  id: string
  name: string
  amount: Amount
  /** mg/ml, or units/ml. */
  concentration: number
}

/** A drug of the library. What was typed for another drug, or for what is measured otherwise, is no dose of this one. */
export function drugChosen(
  form: InfusionForm,
  { id, name, amount, concentration }: ChosenDrug,
): InfusionForm {
  const isAnother = form.drugId !== '' && form.drugId !== id
  const isOther = amount !== form.amount
  const unit = isOther ? '-' : form.unit
  return {
    ...form,
    ...((isAnother || isOther) && { ...NO_LOADING, dose: '', before: '' }),
    drugId: id,
    drug: name,
    amount,
    concentration: numberText(concentration),
    unit,
  }
}

/** No drug of the library: its concentration and its doses go with it. */
export const drugRemoved = (form: InfusionForm): InfusionForm => ({
  ...form,
  ...NO_LOADING,
  drugId: '',
  drug: '',
  concentration: '',
  dose: '',
  before: '',
})
