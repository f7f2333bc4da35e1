import type { AnesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import type { Species } from 'sync-protocol/records/fields'
import { FLUIDS_MAX, PROTOCOL_SECTIONS_MAX, SECTION_DRUGS_MAX } from 'sync-protocol/records/limits'
import {
  sectionCount,
  typedAnesthesiaProtocol,
  type TypedDrug,
  type TypedFluid,
} from 'sync-protocol/rules/anesthesia-protocol-form'
import type { SectionTitles } from 'sync-protocol/rules/section-choices'
import type { More } from '../editor/with-plain.ts'
import { changedRow, freshRow, withBack, without, type Removed, type Row } from './rows.ts'

export type DrugRow = TypedDrug & Row
export type FluidRow = TypedFluid & Row
export type SectionRow = SectionTitles & Row & { drugs: readonly DrugRow[] }

/** An anesthesia protocol as it stands in its form. */
export interface AnesthesiaValues extends More {
  species: Species
  name: string
  sections: readonly SectionRow[]
  /** null without a Fluids section. */
  fluids: readonly FluidRow[] | null
}

const numbered = <T extends object>(rows: readonly T[]): (T & Row)[] =>
  rows.map((one, index) => ({ ...one, row: index + 1 }))

export function anesthesiaValues(
  content: AnesthesiaProtocolContent | undefined,
  species: Species,
): AnesthesiaValues {
  if (content === undefined) return { species, name: '', sections: [], fluids: null, more: {} }
  const { name, sections, fluids } = typedAnesthesiaProtocol(content)
  return {
    species: content.species,
    name,
    sections: numbered(sections).map((section) => ({ ...section, drugs: numbered(section.drugs) })),
    fluids: fluids && numbered(fluids),
    more: {},
  }
}

export const isFull = (section: SectionRow) => section.drugs.length >= SECTION_DRUGS_MAX
export const hasRoom = (values: AnesthesiaValues) => sectionCount(values) < PROTOCOL_SECTIONS_MAX

const inSection = (
  values: AnesthesiaValues,
  section: number,
  change: (drugs: readonly DrugRow[]) => readonly DrugRow[],
): AnesthesiaValues => {
  const sections = changedRow(values.sections, section, (one) => {
    const drugs = change(one.drugs)
    return drugs === one.drugs ? one : { ...one, drugs }
  })
  return sections === values.sections ? values : { ...values, sections }
}

/** A sixth drug is not added (`spec 2 §9`). */
export const drugAdded = (values: AnesthesiaValues, section: number, drug: TypedDrug): AnesthesiaValues =>
  inSection(values, section, (drugs) =>
    drugs.length >= SECTION_DRUGS_MAX ? drugs : [...drugs, { ...drug, row: freshRow() }],
  )

export const drugChanged = (
  values: AnesthesiaValues,
  section: number,
  drug: number,
  change: Partial<TypedDrug>,
): AnesthesiaValues =>
  inSection(values, section, (drugs) => changedRow(drugs, drug, (one) => ({ ...one, ...change })))

export const drugRemoved = (values: AnesthesiaValues, section: number, drug: number): AnesthesiaValues =>
  inSection(values, section, (drugs) => without(drugs, drug))

export const drugBack = (
  values: AnesthesiaValues,
  section: number,
  removed: Removed<DrugRow>,
): AnesthesiaValues => inSection(values, section, (drugs) => withBack(drugs, removed, SECTION_DRUGS_MAX))

/** An eleventh section, and one that is there already, are not added. */
export function sectionAdded(values: AnesthesiaValues, { key, title_s, title_p }: SectionTitles) {
  if (!hasRoom(values) || values.sections.some((section) => section.key === key)) return values
  const section = { key, title_s, title_p, drugs: [], row: freshRow() }
  return { ...values, sections: [...values.sections, section] }
}

export const sectionRemoved = (values: AnesthesiaValues, section: number): AnesthesiaValues => ({
  ...values,
  sections: without(values.sections, section),
})

export function sectionBack(values: AnesthesiaValues, removed: Removed<SectionRow>): AnesthesiaValues {
  const { key } = removed.row
  if (!hasRoom(values) || values.sections.some((section) => section.key === key)) return values
  return { ...values, sections: withBack(values.sections, removed, PROTOCOL_SECTIONS_MAX) }
}

/** A Fluids section starts as an empty list (`spec 2 §4`). */
export const fluidsAdded = (values: AnesthesiaValues): AnesthesiaValues =>
  values.fluids !== null || !hasRoom(values) ? values : { ...values, fluids: [] }

export const fluidsRemoved = (values: AnesthesiaValues): AnesthesiaValues => ({ ...values, fluids: null })

export const fluidsBack = (values: AnesthesiaValues, fluids: AnesthesiaValues['fluids']): AnesthesiaValues =>
  values.fluids !== null || !hasRoom(values) ? values : { ...values, fluids }

function inFluids(values: AnesthesiaValues, change: (fluids: readonly FluidRow[]) => readonly FluidRow[]) {
  const fluids = values.fluids && change(values.fluids)
  return fluids === values.fluids ? values : { ...values, fluids }
}

export const fluidAdded = (values: AnesthesiaValues, fluid: TypedFluid): AnesthesiaValues =>
  inFluids(values, (fluids) =>
    fluids.length >= FLUIDS_MAX ? fluids : [...fluids, { ...fluid, row: freshRow() }],
  )

export const fluidTyped = (values: AnesthesiaValues, fluid: number, rate: string): AnesthesiaValues =>
  inFluids(values, (fluids) => changedRow(fluids, fluid, (one) => ({ ...one, rate })))

export const fluidRemoved = (values: AnesthesiaValues, fluid: number): AnesthesiaValues =>
  inFluids(values, (fluids) => without(fluids, fluid))

export const fluidBack = (values: AnesthesiaValues, removed: Removed<FluidRow>): AnesthesiaValues =>
  inFluids(values, (fluids) => withBack(fluids, removed, FLUIDS_MAX))
