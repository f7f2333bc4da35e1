import { CONTROLLED_IN_MG, isInMg, keptUnit } from '../records/amount-unit.ts'
import {
  CONCENTRATION_LABEL,
  dosageFields,
  dosageLabel,
  NAME_LABEL,
  SPECIES_LABELS,
  type DosageField,
  type DrugContent,
} from '../records/drug.ts'
import { CANINE, FELINE, type Species } from '../records/fields.ts'
import { inOrder, type DrugForm } from './drug-form.ts'
import { plainOf, plainProblem } from './plain-fields.ts'
import { nameMessage } from './typed-name.ts'
import { quantityMessage, readQuantity } from './typed-quantity.ts'
import { limitsOf, limitsProblem, type LimitsEnd } from './dose-limits.ts'
import { infusionOf, infusionProblem, type InfusionEnd } from './infusion-limits.ts'
import { reversalsOf, reversalsProblem, type ReversalField } from './reversal-form.ts'

export type DrugFormField =
  | 'name'
  | 'concentration'
  | 'amount_unit'
  | 'species'
  | `${DosageField | `range_${LimitsEnd}` | `infusion_${InfusionEnd}`}.${Species}`
  | `reverses.${number}.${ReversalField}`

export interface DrugFormProblem {
  /** One of the form's own, or a plain field by its name. */
  field: string
  message: string
}

function* problems(form: DrugForm): Generator<[field: string, message: string | null]> {
  yield ['name', nameMessage(form.name, NAME_LABEL)]
  yield ['concentration', quantityMessage(form.concentration, CONCENTRATION_LABEL)]
  yield ['amount_unit', form.controlled && !isInMg(form) ? CONTROLLED_IN_MG : null]
  for (const code of inOrder(form.species)) {
    for (const field of dosageFields(form.section_key)) {
      yield [`${field}.${code}`, quantityMessage(form[field][code], dosageLabel(field, code))]
    }
    const wrong = limitsProblem(form.range[code], SPECIES_LABELS[code], form)
    if (wrong) yield [`range_${wrong.end}.${code}`, wrong.message]
    const infusion = form.infusion && infusionProblem(form.infusion[code], SPECIES_LABELS[code], form)
    if (infusion) yield [`infusion_${infusion.end}.${code}`, infusion.message]
  }
  const reversal = reversalsProblem(form.reverses, form)
  if (reversal) yield [`reverses.${reversal.at}.${reversal.field}`, reversal.message]
  const plain = plainProblem('drugs', form.more)
  if (plain) yield [plain.field, plain.message]
  yield ['species', form.species.length > 0 ? null : 'Please select at least one species.']
}

/**
 * The first problem of a typed drug: name, concentration, then for each chosen species its dosage, or its low and its high
 * one for an emergency drug (`spec 1 §5`), and the limits; then what it reverses. Null when it can be saved.
 */
export function checkDrugForm(form: DrugForm): DrugFormProblem | null {
  for (const [field, message] of problems(form)) if (message !== null) return { field, message }
  return null
}

/** All of them, in the same order: a form shows one after the other, a list of many drugs has no time for that. */
export const drugFormProblems = (form: DrugForm): DrugFormProblem[] =>
  [...problems(form)].flatMap(([field, message]) => (message === null ? [] : [{ field, message }]))

const NOT_USED = -1

/** What is saved of a typed number. */
function saved(typed: string, label: string): number {
  const read = readQuantity(typed, label)
  if (read.fault !== null) throw new RangeError('this drug is not complete')
  return read.value
}

function savedPair(form: DrugForm, field: DosageField): [number, number] {
  const half = (code: Species) =>
    form.species.includes(code) && dosageFields(form.section_key).includes(field)
      ? saved(form[field][code], dosageLabel(field, code))
      : NOT_USED
  return [half(CANINE), half(FELINE)]
}

/** Limits of a species that was not chosen when the form was opened were never in sight, so they stay as they are stored. */
function savedLimits(form: DrugForm, stored?: DrugContent): Pick<DrugContent, 'limits'> {
  const half = (code: Species) => {
    if (form.species.includes(code)) return limitsOf(form.range[code])
    return stored?.species.includes(code) ? null : /* @rule unseen-limits */ (stored?.limits?.[code] ?? null)
  }
  const limits: NonNullable<DrugContent['limits']> = [half(CANINE), half(FELINE)]
  return limits[CANINE] === null && limits[FELINE] === null ? {} : { limits }
}

/** Limits of its infusions, the same; a form that says nothing of them leaves them as they are stored. */
function savedInfusion(form: DrugForm, stored?: DrugContent): Pick<DrugContent, 'infusion_limits'> {
  const half = (code: Species) => {
    const before = stored?.infusion_limits?.[code] ?? null
    if (form.species.includes(code))
      return form.infusion === undefined
        ? /* @rule infusion-limits-kept */ before
        : infusionOf(form.infusion[code], form)
    return stored?.species.includes(code) ? null : /* @rule unseen-infusion-limits */ before
  }
  const infusion: NonNullable<DrugContent['infusion_limits']> = [half(CANINE), half(FELINE)]
  return infusion[CANINE] === null && infusion[FELINE] === null ? {} : { infusion_limits: infusion }
}

/** What it reverses, the same: no rows of a species that was taken away, but those that were never in sight. */
function savedReversals(form: DrugForm, stored?: DrugContent): Pick<DrugContent, 'reverses'> {
  const isKept = (code: Species) =>
    form.species.includes(code) || /* @rule unseen-reversals */ stored?.species.includes(code) === false
  const reverses = reversalsOf(form.reverses.filter(({ species }) => isKept(species)))
  return reverses.length === 0 ? {} : { reverses }
}

/**
 * The drug that a typed one is saved as: numbers with 3 decimals, -1 for every dosage that its species and its section do not
 * use (`spec 1 §3`), and neither limits nor reversals of a species that was taken away. `stored` is the drug that the form was opened with.
 * @throws RangeError for a form that `checkDrugForm` finds fault with
 */
export const drugOfForm = (form: DrugForm, stored?: DrugContent): DrugContent => ({
  name: form.name.trim(),
  concentration: saved(form.concentration, CONCENTRATION_LABEL),
  ...keptUnit(form),
  dosage: savedPair(form, 'dosage'),
  dosage_from: savedPair(form, 'dosage_from'),
  dosage_to: savedPair(form, 'dosage_to'),
  route: [form.route[CANINE], form.route[FELINE]],
  form: form.form,
  controlled: form.controlled,
  ...(form.controlled && form.schedule !== null && { schedule: form.schedule }),
  ...savedLimits(form, stored),
  ...savedInfusion(form, stored),
  ...savedReversals(form, stored),
  species: inOrder(form.species),
  section_key: form.section_key,
  ...plainOf('drugs', form.more),
})
