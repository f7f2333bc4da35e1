import type {
  AnesthesiaProtocolContent,
  ProtocolDrug,
  ProtocolFluid,
  ProtocolSection,
} from '../records/anesthesia-protocol.ts'
import type { DrugContent } from '../records/drug.ts'
import type { Species } from '../records/fields.ts'
import type { FluidContent } from '../records/fluid.ts'
import { FLUIDS_MAX, PROTOCOL_SECTIONS_MAX, SECTION_DRUGS_MAX } from '../records/limits.ts'
import { numberText } from './number-input.ts'
import {
  chosenOf,
  drugNumberMessage,
  firstProblem,
  protocolNameMessage,
  quantityOf,
  type Check,
} from './protocol-form.ts'
import { readQuantity } from './typed-quantity.ts'

/** A drug of the open form: its numbers as typed, concentration in mg/ml and dosage in mg/kg, or `amount_unit` in place of mg. */
export type TypedDrug = Omit<ProtocolDrug, 'concentration' | 'dosage' | 'dosage_from' | 'dosage_to'> & {
  concentration: string
  dosage: string
}
/** `rate` as typed, in ml/kg. */
export type TypedFluid = Omit<ProtocolFluid, 'rate'> & { rate: string }
export type TypedSection = Omit<ProtocolSection, 'drugs'> & { drugs: readonly TypedDrug[] }

/** An anesthesia protocol while it is typed; `fluids` is null without a Fluids section. */
export interface AnesthesiaProtocolForm {
  species: Species
  name: string
  sections: readonly TypedSection[]
  fluids: readonly TypedFluid[] | null
}

type DrugField = `sections.${number}.drugs.${number}.${'concentration' | 'dosage'}`
/** Where something is wrong: the path of a field, or of a list that is empty or too long. */
export type AnesthesiaProtocolField =
  'name' | 'sections' | `sections.${number}.drugs` | DrugField | 'fluids' | `fluids.${number}.rate`

/** Sections as the limit of 10 counts them: fluids are one (`spec 2 §9`). */
export const sectionCount = (form: Pick<AnesthesiaProtocolForm, 'sections' | 'fluids'>): number =>
  form.sections.length + (form.fluids === null ? 0 : 1)

function* drugChecks(drug: TypedDrug, title: string, at: `sections.${number}.drugs.${number}`) {
  const of = `${drug.name} (${title})`
  for (const [field, label] of [
    ['concentration', 'Concentration'],
    ['dosage', 'Dosage'],
  ] as const) {
    const read = readQuantity(drug[field], `${label} for ${of}`)
    const message = drugNumberMessage(read, `Please enter the ${field} for ${of}`, `${label} for ${of}`)
    yield { field: `${at}.${field}`, message } as const
  }
}

/** Every section has a drug before any drug is looked at, as `spec 2 §5` numbers the rules. */
function* sectionChecks(form: AnesthesiaProtocolForm): Generator<Check<AnesthesiaProtocolField>> {
  if (form.sections.length === 0) yield { field: 'sections', message: 'Please add at least one section.' }
  if (sectionCount(form) > PROTOCOL_SECTIONS_MAX)
    yield { field: 'sections', message: 'A protocol has at most 10 sections, fluids counting as one.' }
  const keys = form.sections.map(({ key }) => key)
  for (const [s, { key, title_p }] of form.sections.entries()) {
    if (keys.indexOf(key) < s)
      yield { field: 'sections', message: `${title_p} can be in a protocol only once.` }
  }
  for (const [s, { title_p, drugs }] of form.sections.entries()) {
    if (drugs.length === 0)
      yield { field: `sections.${s}.drugs`, message: `Please add at least one drug to ${title_p}.` }
    if (drugs.length > SECTION_DRUGS_MAX)
      yield { field: `sections.${s}.drugs`, message: `${title_p} can have at most 5 drugs.` }
  }
  for (const [s, { title_p, drugs }] of form.sections.entries()) {
    for (const [d, drug] of drugs.entries()) yield* drugChecks(drug, title_p, `sections.${s}.drugs.${d}`)
  }
}

function rateMessage({ name, rate }: TypedFluid): string | null {
  const label = `Rate for ${name}`
  const read = readQuantity(rate, label)
  switch (read.fault) {
    case 'empty':
      return `Valid rate for ${name} is required.`
    case 'invalid':
      return `${label} must be a valid number.`
    case 'not positive':
      return `${label} must be greater than zero.`
    case 'too large':
      return `${label} is too large.`
    case 'too fine':
      return read.message
    default:
      return null
  }
}

function* fluidChecks(fluids: readonly TypedFluid[]): Generator<Check<AnesthesiaProtocolField>> {
  if (fluids.length === 0)
    yield { field: 'fluids', message: 'Please add at least one fluid or remove the fluids section.' }
  if (fluids.length > FLUIDS_MAX) yield { field: 'fluids', message: 'A protocol has at most 5 fluids.' }
  for (const [f, fluid] of fluids.entries()) yield { field: `fluids.${f}.rate`, message: rateMessage(fluid) }
}

function* checks(form: AnesthesiaProtocolForm): Generator<Check<AnesthesiaProtocolField>> {
  const message = protocolNameMessage(form.name, {
    tooLong: 'Your protocol name is too long.',
    empty: 'Please enter the protocol name.',
  })
  yield { field: 'name', message }
  yield* sectionChecks(form)
  if (form.fluids !== null) yield* fluidChecks(form.fluids)
}

/** The first thing that is wrong, in the order of `spec 2 §5`: name, sections with their drugs, fluids; null when nothing is. */
export const checkAnesthesiaProtocol = (form: AnesthesiaProtocolForm) => firstProblem(checks(form))

/**
 * The protocol as it is saved: numbers with 3 decimals, `dosage_from` and `dosage_to` -1 (`spec 2 §3`).
 * @throws RangeError for a form that `checkAnesthesiaProtocol` finds fault with
 */
export function anesthesiaProtocolOf(form: AnesthesiaProtocolForm): AnesthesiaProtocolContent {
  const problem = checkAnesthesiaProtocol(form)
  if (problem !== null) throw new RangeError(problem.message)
  return {
    species: form.species,
    name: form.name.trim(),
    sections: form.sections.map(({ key, title_s, title_p, drugs }) => ({
      key,
      title_s,
      title_p,
      drugs: drugs.map((drug) => ({
        name: drug.name,
        concentration: quantityOf(drug.concentration),
        dosage: quantityOf(drug.dosage),
        dosage_from: -1,
        dosage_to: -1,
        ...chosenOf(drug),
      })),
    })),
    ...(form.fluids && {
      fluids: form.fluids.map(({ name, rate }) => ({ name, rate: quantityOf(rate) })),
    }),
  }
}

/** A saved protocol as the form shows it. */
export function typedAnesthesiaProtocol(content: AnesthesiaProtocolContent): AnesthesiaProtocolForm {
  const { species, name, sections, fluids } = content
  return {
    species,
    name,
    sections: sections.map(({ drugs, ...titles }) => ({
      ...titles,
      drugs: drugs.map((drug) => ({
        name: drug.name,
        concentration: numberText(drug.concentration),
        dosage: numberText(drug.dosage),
        ...chosenOf(drug),
      })),
    })),
    fluids: fluids?.map((fluid) => ({ name: fluid.name, rate: numberText(fluid.rate) })) ?? null,
  }
}

/**
 * A copy of a library drug with the species' own dosage and route; null for a drug that this species does not get, so that
 * its -1 mg/kg never reaches a protocol (`spec 1 §3`, `spec 2 §3`).
 */
export function copyOfDrug(drug: DrugContent, source_id: string, species: Species): TypedDrug | null {
  if (!drug.species.includes(species)) return null
  const { name, concentration, dosage, route } = drug
  const judgedBy = { usual: dosage[species], limits: drug.limits?.[species] ?? undefined }
  return {
    name,
    concentration: numberText(concentration),
    dosage: numberText(dosage[species]),
    ...chosenOf({ ...drug, ...judgedBy, route: route[species], source_id }),
  }
}

export const copyOfFluid = ({ name, rate }: Pick<FluidContent, 'name' | 'rate'>): TypedFluid => ({
  name,
  rate: numberText(rate),
})
