import type { Collection } from 'sync-protocol/records/envelope'
import { SPECIES_LABELS } from 'sync-protocol/records/drug'
import { AMOUNT_UNITS } from 'sync-protocol/records/amount-unit'
import {
  plainFields,
  plainOf,
  plainProblem,
  typedPlain,
  type TypedPlain,
} from 'sync-protocol/rules/plain-fields'
import { lifted } from 'sync-protocol/records/lift'
import { contentIn, type AnyContent, type ContentOf } from 'sync-protocol/records/kinds'
import { CANINE, EMERGENCY_SECTION, FELINE, UNSET_SECTION, type Species } from 'sync-protocol/records/fields'
import type { JsonObject } from 'sync-protocol/records/json'
import { fieldsOf } from 'sync-protocol/records/unchecked'
import { messages } from 'sync-protocol/records/messages'
import {
  anesthesiaProtocolOf,
  checkAnesthesiaProtocol,
  typedAnesthesiaProtocol,
} from 'sync-protocol/rules/anesthesia-protocol-form'
import { limitsProblem, typedLimits } from 'sync-protocol/rules/dose-limits'
import { emptyDrugForm, formOfDrug, type DrugForm } from 'sync-protocol/rules/drug-form'
import { checkDrugForm, drugOfForm } from 'sync-protocol/rules/drug-form-check'
import { infusionProblem, typedInfusion } from 'sync-protocol/rules/infusion-limits'
import { reversalsOf, typedReversals } from 'sync-protocol/rules/reversal-form'
import {
  checkEmergencyProtocol,
  emergencyProtocolOf,
  typedEmergencyProtocol,
} from 'sync-protocol/rules/emergency-protocol-form'
import { checkFluidForm, fluidOfForm, formOfFluid } from 'sync-protocol/rules/fluid-form'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { callText } from './call-text.ts'
import type { Payload } from './payload-fields.ts'
import type { SectionNames } from './sections.ts'

/** What stands already, of an update; an insert has nothing before. */
type Before = JsonObject | undefined

function refuse(problem: { field: string; message: string } | null): void {
  if (problem) throw new ProtocolError('invalid', problem.message, { field: problem.field })
}

/** A field that no rule of a form asks for, since a form always has it. */
function needed<T>(value: T | undefined, field: string, label: string): T {
  if (value !== undefined) return value
  throw new ProtocolError('invalid', messages.required(label), { field })
}

const speciesOf = (sent: Species | undefined, before: Before): Species =>
  needed(sent ?? (before && contentIn('injections', before).species), 'species', 'Species')

/** The sections that a drug may name. */
export interface NamedSections {
  names: SectionNames
  /** The first key that nobody has yet. */
  next_key: number
}
const noSection = (field: string) => new ProtocolError('invalid', callText.noSection, { field })

/** A removed section's key is kept, its drugs are unset; one that nobody ever had is a mistake. */
function sectionKey(
  { section_key, section_name }: Payload<'drugs'>,
  { names, next_key }: NamedSections,
): number | undefined {
  if (section_key !== undefined) {
    if (section_key < EMERGENCY_SECTION || section_key >= next_key) throw noSection('section_key')
    return section_key
  }
  if (section_name === undefined) return undefined
  const [key] = names.named(section_name) ?? []
  if (key === undefined) throw noSection('section_name')
  return key
}

/** What a call says of the fields that stand by themselves, as a form has them typed; null empties one. */
const saidPlain = (collection: Collection, sent: object): TypedPlain =>
  Object.fromEntries(
    plainFields(collection).flatMap(({ name }) => {
      const said = (sent as Readonly<Record<string, string | number | null | undefined>>)[name]
      return said === undefined ? [] : [[name, said === null ? '' : String(said)]]
    }),
  )

/** What a record holds of its plain fields afterwards. @throws ProtocolError `invalid` for one that cannot be saved */
function plainIn(collection: Collection, sent: object, before: Before): JsonObject {
  const typed = { ...typedPlain(collection, before ?? {}), ...saidPlain(collection, sent) }
  refuse(plainProblem(collection, typed))
  return plainOf(collection, typed)
}

const LIMITS = { from: 'min', to: 'max', cap: 'cap_mg', never: 'never' } as const

/** @throws ProtocolError `invalid` for limits of a call that the drug's form would not take */
function refuseLimits(limits: NonNullable<ContentOf<'drugs'>['limits']>, drug: DrugForm): void {
  for (const code of [CANINE, FELINE] as const) {
    const wrong = limitsProblem(typedLimits(limits[code]), SPECIES_LABELS[code], drug)
    if (wrong) refuse({ field: `limits.${code}.${LIMITS[wrong.end]}`, message: wrong.message })
  }
}

const INFUSION = { from: 'min_per_hour', to: 'max_per_hour', unit: 'shown_in' } as const

/** @throws ProtocolError `invalid`, as for the limits */
function refuseInfusion(limits: NonNullable<ContentOf<'drugs'>['infusion_limits']>, drug: DrugForm): void {
  for (const code of [CANINE, FELINE] as const) {
    const wrong = infusionProblem(typedInfusion(limits[code]), SPECIES_LABELS[code], drug)
    if (wrong) refuse({ field: `infusion_limits.${code}.${INFUSION[wrong.end]}`, message: wrong.message })
  }
}

/** A drug as its form would save it; one that only moves is otherwise left as it is. */
export function drugOf(sent: Payload<'drugs'>, sections: NamedSections, before: Before): JsonObject {
  const { section_key: _, section_name: __, ...fields } = sent
  const key = sectionKey(sent, sections)
  if (before && Object.keys(fields).length === 0) {
    return { ...before, ...(key === undefined ? {} : { section_key: key }) }
  }
  const drug = before && contentIn('drugs', before)
  const stands: DrugForm = drug ? formOfDrug(drug) : { ...emptyDrugForm(0, UNSET_SECTION), species: [] }
  const form: DrugForm = {
    ...stands,
    name: sent.name ?? stands.name,
    concentration: sent.concentration ?? stands.concentration,
    amount_unit: sent.amount_unit === undefined ? stands.amount_unit : (sent.amount_unit ?? AMOUNT_UNITS[0]),
    species: sent.species ?? stands.species,
    dosage: sent.dosage ?? stands.dosage,
    dosage_from: sent.dosage_from ?? stands.dosage_from,
    dosage_to: sent.dosage_to ?? stands.dosage_to,
    // A call says its limits whole; they are looked at by themselves.
    range: [typedLimits(), typedLimits()],
    infusion: [typedInfusion(), typedInfusion()],
    reverses: sent.reverses === undefined ? stands.reverses : typedReversals(sent.reverses ?? []),
    controlled: sent.controlled ?? stands.controlled,
    schedule: sent.schedule === undefined ? stands.schedule : sent.schedule,
    section_key: key ?? stands.section_key,
    more: { ...stands.more, ...saidPlain('drugs', sent) },
  }
  refuse(checkDrugForm(form))
  const content = drugOfForm({
    ...form,
    route: needed(sent.route ?? (drug && stands.route), 'route', 'Route'),
    form: needed(sent.form ?? (drug && stands.form), 'form', 'Form'),
    controlled: needed(sent.controlled ?? drug?.controlled, 'controlled', 'Controlled'),
  })
  const asked =
    sent.range === undefined
      ? sent.limits
      : fieldsOf<AnyContent>(lifted('drugs', { range: sent.range })).limits
  if (sent.range === undefined && sent.limits) refuseLimits(sent.limits, form)
  const limits = asked ?? drug?.limits
  if (sent.infusion_limits) refuseInfusion(sent.infusion_limits, form)
  const infusion = sent.infusion_limits === undefined ? drug?.infusion_limits : sent.infusion_limits
  const { reverses: _seen, ...rest } = content
  // Said whole as well, for both species.
  const reverses = reversalsOf(form.reverses)
  return {
    ...rest,
    ...(limits === undefined ? {} : { limits }),
    ...(infusion ? { infusion_limits: infusion } : {}),
    ...(reverses.length === 0 ? {} : { reverses }),
  }
}

export function fluidOf(sent: Payload<'fluids'>, before: Before): JsonObject {
  const stands = before ? formOfFluid(contentIn('fluids', before)) : { species: [], name: '', rate: '' }
  const form = {
    species: sent.species ?? stands.species,
    name: sent.name ?? stands.name,
    rate: sent.rate ?? stands.rate,
  }
  refuse(checkFluidForm(form))
  return { ...fluidOfForm(form), ...plainIn('fluids', sent, before) }
}

/** What is chosen of a copied drug; a copy's `section_key` is the section's it stands in. */
function copiedDrug<D extends object>(drug: D) {
  const said = Object.entries(drug).filter(
    ([field, value]) => field !== 'section_key' && value !== null && value !== undefined,
  )
  return Object.fromEntries(said) as Omit<{ [F in keyof D]: NonNullable<D[F]> }, 'section_key'>
}

export function anesthesiaProtocol(sent: Payload<'anesthesia_protocols'>, before: Before): JsonObject {
  const stands = before && typedAnesthesiaProtocol(contentIn('anesthesia_protocols', before))
  const form = {
    species: speciesOf(sent.species, before),
    name: sent.name ?? stands?.name ?? '',
    sections:
      sent.sections?.map(({ drugs, ...titles }) => ({ ...titles, drugs: drugs.map(copiedDrug) })) ??
      stands?.sections ??
      [],
    fluids: sent.fluids === undefined ? (stands?.fluids ?? null) : sent.fluids,
  }
  refuse(checkAnesthesiaProtocol(form))
  return { ...anesthesiaProtocolOf(form), ...plainIn('anesthesia_protocols', sent, before) }
}

export function emergencyProtocol(sent: Payload<'emergency_protocols'>, before: Before): JsonObject {
  const stands = before && typedEmergencyProtocol(contentIn('emergency_protocols', before))
  const form = {
    species: speciesOf(sent.species, before),
    name: sent.name ?? stands?.name ?? '',
    drugs: sent.drugs?.map(copiedDrug) ?? stands?.drugs ?? [],
  }
  refuse(checkEmergencyProtocol(form))
  return { ...emergencyProtocolOf(form), ...plainIn('emergency_protocols', sent, before) }
}

/** A name, and a procedure's notes; blank ones are sent as an empty text and kept as one (`spec 2 §3`). */
export function named(
  collection: 'injections' | 'procedures',
  sent: Payload<'procedures'>,
  before: Before,
): JsonObject {
  const stands: Partial<ContentOf<'procedures'>> = contentIn('procedures', before ?? {})
  const { name = stands.name ?? '', notes = stands.notes } = sent
  return {
    species: speciesOf(sent.species, before),
    name: name.trim(),
    ...(typeof notes === 'string' && { notes: notes.trim() === '' ? '' : notes }),
    ...plainIn(collection, sent, before),
  }
}
