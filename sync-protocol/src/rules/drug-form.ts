import { AMOUNT_UNITS, type AmountUnit } from '../records/amount-unit.ts'
import type { DrugContent } from '../records/drug.ts'
import { CANINE, FELINE, type Form, type Route, type Schedule, type Species } from '../records/fields.ts'
import { numberText } from './number-input.ts'
import { typedPlain, type TypedPlain } from './plain-fields.ts'
import { typedLimits, type TypedLimits } from './dose-limits.ts'
import { typedInfusion, type TypedInfusion } from './infusion-limits.ts'
import { typedReversals, type TypedReversal } from './reversal-form.ts'

type Pair<T> = [canine: T, feline: T]

/** A drug as it is typed, JSON: text until it is saved. Dosages in mg/kg, the concentration in mg/ml, or `amount_unit` in place of mg (`spec 1 §3`). */
export type DrugForm = {
  name: string
  concentration: string
  amount_unit: AmountUnit
  species: Species[]
  dosage: Pair<string>
  /** Low and high dosage, of emergency drugs. */
  dosage_from: Pair<string>
  dosage_to: Pair<string>
  /** What the dosage is compared with. */
  range: Pair<TypedLimits>
  /** What an infusion is compared with. Absent in forms that an earlier release kept: they say nothing of it. */
  infusion?: Pair<TypedInfusion>
  route: Pair<Route>
  /** What it reverses, of both species. */
  reverses: TypedReversal[]
  form: Form
  controlled: boolean
  schedule: Schedule | null
  section_key: number
  /** The fields that stand by themselves. */
  more: TypedPlain
}

const nothing = (): Pair<string> => ['', '']

/** A new drug of a section, for the species of the screen. */
export const emptyDrugForm = (species: Species, sectionKey: number): DrugForm => ({
  name: '',
  concentration: '',
  amount_unit: AMOUNT_UNITS[0],
  species: [species],
  dosage: nothing(),
  dosage_from: nothing(),
  dosage_to: nothing(),
  range: [typedLimits(), typedLimits()],
  infusion: [typedInfusion(), typedInfusion()],
  route: ['IV', 'IV'],
  reverses: [],
  form: 'INJECTION',
  controlled: false,
  schedule: null,
  section_key: sectionKey,
  more: typedPlain('drugs', {}),
})

const typedNumber = (value: number) => (value > 0 ? numberText(value) : '')
const typedPair = ([canine, feline]: Pair<number>): Pair<string> => [typedNumber(canine), typedNumber(feline)]

/** A stored drug as its form shows it; a dosage that is not used (-1) is empty. */
export const formOfDrug = (drug: DrugContent): DrugForm => ({
  name: drug.name,
  concentration: typedNumber(drug.concentration),
  amount_unit: drug.amount_unit ?? AMOUNT_UNITS[0],
  species: inOrder(drug.species),
  dosage: typedPair(drug.dosage),
  dosage_from: typedPair(drug.dosage_from),
  dosage_to: typedPair(drug.dosage_to),
  range: [typedLimits(drug.limits?.[CANINE]), typedLimits(drug.limits?.[FELINE])],
  infusion: [typedInfusion(drug.infusion_limits?.[CANINE]), typedInfusion(drug.infusion_limits?.[FELINE])],
  route: drug.route,
  reverses: typedReversals(drug.reverses),
  form: drug.form,
  controlled: drug.controlled,
  schedule: drug.schedule ?? null,
  section_key: drug.section_key,
  more: typedPlain('drugs', { ...drug }),
})

/** Canine before feline, each once. */
export const inOrder = (codes: readonly Species[]): Species[] =>
  ([CANINE, FELINE] as const).filter((code) => codes.includes(code))

/** One species more or less; the last one stays, since a drug of none would be listed nowhere. */
export function speciesToggled(form: DrugForm, code: Species): DrugForm {
  if (!form.species.includes(code)) return { ...form, species: inOrder([...form.species, code]) }
  const others = form.species.filter((one) => one !== code)
  return others.length === 0 ? form : { ...form, species: others }
}
