import { EDITION } from 'sync-protocol/records/edition'
import type { AnesthesiaProtocolContent, ProtocolDrug } from 'sync-protocol/records/anesthesia-protocol'
import type { DrugContent } from 'sync-protocol/records/drug'
import type { EmergencyDrug, EmergencyProtocolContent } from 'sync-protocol/records/emergency-protocol'
import type { Collection } from 'sync-protocol/records/envelope'
import { CANINE, EMERGENCY_SECTION, FELINE, type Species } from 'sync-protocol/records/fields'
import type { FluidContent } from 'sync-protocol/records/fluid'
import type { InjectionContent } from 'sync-protocol/records/injection'
import type { Mutation } from 'sync-protocol/records/mutation'
import type { ProcedureContent } from 'sync-protocol/records/procedure'
import type { SectionContent } from 'sync-protocol/records/section'
import { infusionOf as savedInfusion } from 'sync-protocol/rules/infusion-limits'
import { numberText } from 'sync-protocol/rules/number-input'
import { CLASS_OF_SECTION, type DemonstrationFacts } from './demonstration-facts.ts'

interface Made<C> {
  _id: string
  content: C
}
type NewId = () => string
type NamedDrug = Made<DrugContent>

const NOT_USED = -1
const BOTH = [
  { code: CANINE, key: 'canine' },
  { code: FELINE, key: 'feline' },
] as const
const codeOf = { canine: CANINE, feline: FELINE } as const satisfies Record<string, Species>

const speciesOf = (drug: { canine: unknown; feline: unknown }): Species[] =>
  BOTH.filter(({ key }) => drug[key] !== null).map(({ code }) => code)

function sectionOf(sections: Made<SectionContent>[], title: string): SectionContent {
  const found = sections.find(({ content }) => content.title_p === title)
  if (!found) throw new Error(`There is no section ${title}.`)
  return found.content
}

function drugOf(drugs: NamedDrug[], name: string): NamedDrug {
  const found = drugs.find(({ content }) => content.name === name)
  if (!found) throw new Error(`There is no drug ${name}.`)
  return found
}

function plainDrugs(facts: DemonstrationFacts, sections: Made<SectionContent>[], newId: NewId): NamedDrug[] {
  return facts.drugs.map((drug) => ({
    _id: newId(),
    content: {
      name: drug.name,
      concentration: drug.concentration,
      dosage: [drug.canine?.dosage ?? NOT_USED, drug.feline?.dosage ?? NOT_USED],
      dosage_from: [NOT_USED, NOT_USED],
      dosage_to: [NOT_USED, NOT_USED],
      route: [drug.route, drug.route],
      form: drug.form,
      controlled: drug.controlled,
      ...(drug.schedule === null ? {} : { schedule: drug.schedule }),
      limits: [limitsOf(drug.canine), limitsOf(drug.feline)],
      ...infusionOf(drug),
      species: speciesOf(drug),
      section_key: sectionOf(sections, drug.section).key,
    },
  }))
}

const limitsOf = (dosed: { range: [number, number]; cap_mg?: number | undefined } | null) =>
  dosed && {
    min: dosed.range[0],
    max: dosed.range[1],
    ...(dosed.cap_mg !== undefined && { cap_mg: dosed.cap_mg }),
  }

/** The limits of its infusions, as its form would save them. */
function infusionOf({
  infusion,
  reference,
}: DemonstrationFacts['drugs'][number] | DemonstrationFacts['emergency_drugs'][number]): Pick<
  DrugContent,
  'infusion_limits' | 'reference'
> {
  if (infusion === undefined) return {}
  const half = (limits: typeof infusion.canine) =>
    limits &&
    savedInfusion({ from: numberText(limits.from), to: numberText(limits.to), unit: limits.unit }, {})
  return {
    infusion_limits: [half(infusion.canine), half(infusion.feline)],
    ...(reference !== undefined && { reference }),
  }
}

/** The emergency drug says what it reverses, as naloxone and flumazenil are nothing else: in one place, to be changed there. */
function reversesOf({
  reverses,
  reference,
}: DemonstrationFacts['emergency_drugs'][number]): Pick<DrugContent, 'reverses' | 'reference'> {
  if (reverses.length === 0) return {}
  const rows = reverses.flatMap(({ name, rule, route, note, ...values }) =>
    BOTH.map(({ code, key }) => ({
      name,
      species: code,
      rule,
      value: values[key],
      route,
      ...(note !== undefined && { note }),
    })),
  )
  return { reverses: rows, ...(reference !== undefined && { reference }) }
}

function emergencyDrugs(facts: DemonstrationFacts, newId: NewId): NamedDrug[] {
  return facts.emergency_drugs.map((drug) => ({
    _id: newId(),
    content: {
      name: drug.name,
      concentration: drug.concentration,
      dosage: [NOT_USED, NOT_USED],
      dosage_from: [drug.canine?.from ?? NOT_USED, drug.feline?.from ?? NOT_USED],
      dosage_to: [drug.canine?.to ?? NOT_USED, drug.feline?.to ?? NOT_USED],
      route: [drug.route, drug.route],
      form: drug.form,
      controlled: false,
      species: speciesOf(drug),
      ...infusionOf(drug),
      ...reversesOf(drug),
      section_key: EMERGENCY_SECTION,
    },
  }))
}

/** What a protocol copies of a library drug, whatever its dosage. */
function copied({ _id, content }: NamedDrug) {
  const { name, concentration, form, controlled, schedule } = content
  return { name, concentration, form, controlled, ...(schedule ? { schedule } : {}), source_id: _id }
}

function anesthesiaProtocols(
  facts: DemonstrationFacts,
  sections: Made<SectionContent>[],
  drugs: NamedDrug[],
): AnesthesiaProtocolContent[] {
  return facts.anesthesia_protocols.map((protocol) => ({
    species: codeOf[protocol.species],
    name: protocol.name,
    sections: protocol.sections.map(({ section, drugs: used }) => {
      const { key, title_s, title_p } = sectionOf(sections, section)
      const copies = used.map(({ name, dosage, route }): ProtocolDrug => ({
        ...copied(drugOf(drugs, name)),
        dosage,
        dosage_from: NOT_USED,
        dosage_to: NOT_USED,
        route,
      }))
      return { key, title_s, title_p, drugs: copies }
    }),
    ...(protocol.fluids.length === 0 ? {} : { fluids: protocol.fluids }),
  }))
}

function emergencyProtocols(facts: DemonstrationFacts, drugs: NamedDrug[]): EmergencyProtocolContent[] {
  return facts.emergency_protocols.map(({ species, name, drugs: names }) => {
    const half = codeOf[species]
    const copies = names.map((each): EmergencyDrug => {
      const drug = drugOf(drugs, each)
      return {
        ...copied(drug),
        dosage: NOT_USED,
        dosage_from: drug.content.dosage_from[half],
        dosage_to: drug.content.dosage_to[half],
        route: drug.content.route[half],
      }
    })
    return { species: half, name, drugs: copies }
  })
}

/**
 * The demonstration library: sections with keys from `firstKey` on, drugs, a fluid record for each species whose rate
 * differs, protocols as copies of the drugs, procedures for both species, injections. One mutation a kind, numbered from 1.
 */
export function demonstrationMutations(
  facts: DemonstrationFacts,
  newId: NewId,
  at: string,
  firstKey: number,
): Mutation[] {
  const made = <C>(contents: C[]): Made<C>[] => contents.map((content) => ({ _id: newId(), content }))
  const sections = made<SectionContent>(
    facts.sections.map(({ title_s, title_p }, i) => {
      const drug_class = CLASS_OF_SECTION[title_p]
      return { key: firstKey + i, title_s, title_p, ...(drug_class ? { drug_class } : {}) }
    }),
  )
  const drugs = plainDrugs(facts, sections, newId)
  const emergency = emergencyDrugs(facts, newId)
  const fluids = facts.fluids.flatMap(({ name, rate }): FluidContent[] =>
    rate.canine === rate.feline
      ? [{ species: [CANINE, FELINE], name, rate: rate.canine }]
      : BOTH.map(({ code, key }) => ({ species: [code], name, rate: rate[key] })),
  )
  const procedures = BOTH.flatMap(({ code }) =>
    facts.procedures.map((name): ProcedureContent => ({ species: code, name })),
  )
  const injections = BOTH.flatMap(({ code, key }) =>
    facts.injections[key].map((name): InjectionContent => ({ species: code, name })),
  )
  const steps: [action: string, collection: Collection, records: Made<object>[]][] = [
    ['section.create', 'sections', sections],
    ['drug.create', 'drugs', [...drugs, ...emergency]],
    ['fluid.create', 'fluids', made(fluids)],
    ['anesthesia_protocol.create', 'anesthesia_protocols', made(anesthesiaProtocols(facts, sections, drugs))],
    ['emergency_protocol.create', 'emergency_protocols', made(emergencyProtocols(facts, emergency))],
    ['procedure.create', 'procedures', made(procedures)],
    ['injection.create', 'injections', made(injections)],
  ]
  return steps.map(([action, collection, records], i) => ({
    n: i + 1,
    id: newId(),
    at,
    clock_offset_ms: 0,
    schema: EDITION,
    action,
    detail: null,
    ops: records.map(({ _id, content }) => ({ op: 'create', collection, _id, content: { ...content } })),
  }))
}
