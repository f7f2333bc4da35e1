import type { ProtocolDrug } from '../records/anesthesia-protocol.ts'
import type { ExplainedDose, SheetGuard } from '../records/dose-reason.ts'
import type { SheetDraft } from '../records/draft.ts'
import { copiedLimits, copiedUsual, keptJudgedBy, type DosageField, type JudgedBy } from '../records/drug.ts'
import type { EmergencyDrug } from '../records/emergency-protocol.ts'
import { EMERGENCY_SECTION, type Species } from '../records/fields.ts'
import { sameJson } from '../records/json.ts'
import { asKnown } from '../records/known.ts'
import { NAME_MAX } from '../records/limits.ts'
import type { SheetContent } from '../records/sheet.ts'
import { type Weight, weightInKg } from './dose.ts'
import type { DoseGuard } from './dose-findings.ts'
import { guardAt } from './dose-guard.ts'
import { isForDogsOnly } from './emergency-doses.ts'
import { isBelow } from './fraction.ts'
import { judgedBy, lookupIn, type LibraryLookup } from './library-lookup.ts'
import { kgOfSheet, ownDoseGuard } from './saved-dose.ts'

type SheetDrug = ProtocolDrug | EmergencyDrug

/** What a drug on a sheet is judged with. */
export interface OnSheet {
  species: Species
  lookup: LibraryLookup
}

/** Of a tablet whose library is not read yet: the copies are judged by what they carry. */
export const NO_LIBRARY: LibraryLookup = lookupIn([], 0)

const isEmergency = (drug: SheetDrug): drug is EmergencyDrug => drug.dosage === -1

const fieldsOf = (drug: SheetDrug): readonly [DosageField] | readonly [DosageField, DosageField] =>
  isEmergency(drug) ? ['dosage_from', 'dosage_to'] : ['dosage']

/** The dosages of a drug on a sheet: one, or the low and the high one of an emergency drug, per kg in the drug's unit. */
export const dosagesOf = (drug: SheetDrug): number[] => fieldsOf(drug).map((field) => drug[field])

/** Which findings ask for a reason. */
export const redKinds = ({ findings }: DoseGuard): string[] =>
  findings.filter(({ level }) => level === 'red').map(({ kind }) => kind)

/** A drug of an open sheet: `section` is its section's key, or that of the emergency drugs. */
export interface DoseRow {
  section: number
  place: number
  drug: SheetDrug
  /** Null while there is no weight or no unit. */
  weight: Weight | null
  guard: DoseGuard
  /** What it was judged by: what its copy carries, else what the library has. */
  judgedBy: JudgedBy
  /** From when the library's drug is to be looked at again, YYYY-MM-DD, today or not; absent where nobody reviewed it. */
  reviewDue?: string
  /** An emergency drug that this species must not get, whatever the dose. */
  dogsOnly?: true
  /** Why it is given although it is red; absent where nobody said, or it is red for something else by now. */
  explained?: ExplainedDose
}

/** What of a row no weight changes, and what the dose guard says at each. */
interface Unweighed extends OnSheet {
  row: Pick<DoseRow, 'drug' | 'judgedBy' | 'reviewDue' | 'dogsOnly'>
  at: ReturnType<typeof guardAt>
}

/** Found once, and not at each key of the weight. A drug that is changed is another object. */
const found = new WeakMap<SheetDrug, Unweighed>()

function unweighed(drug: SheetDrug, { species, lookup }: OnSheet): Unweighed {
  const before = found.get(drug)
  if (before?.lookup === lookup && before.species === species) return before
  const source = lookup.sourceOf(drug, isEmergency(drug))
  const judged = judgedBy(drug, source, species)
  const [low, high] = fieldsOf(drug).map((field) => ({ dosage: drug[field], usual: judged.usual(field) }))
  if (low === undefined) throw new RangeError('a drug has a dosage')
  const at = guardAt({
    given: high === undefined ? [low] : [low, high],
    amount_unit: drug.amount_unit,
    concentration: drug.concentration,
    limits: judged.limits,
    strengths: lookup.strengthsOf(drug),
  })
  const row = {
    ...(source?.review_due !== undefined && { reviewDue: source.review_due }),
    ...(isEmergency(drug) && isForDogsOnly(drug, species) && { dogsOnly: true as const }),
    drug,
    judgedBy: { usual: judged.usual('dosage'), limits: judged.limits },
  }
  const now = { species, lookup, row, at }
  found.set(drug, now)
  return now
}

/** Whether a dose above its cap would be more than the one that was looked at. */
const isMore = (row: Pick<DoseRow, 'weight' | 'guard'>, before: Weight | null): boolean => {
  if (!redKinds(row.guard).includes('cap')) return false
  const [now, then] = [row.weight, before].map((weight) => weight && weightInKg(weight))
  return !now || !then || isBelow(then, now)
}

const weightOf = ({ weight, weight_units: units }: ExplainedDose): Weight | null =>
  weight === undefined || units === undefined ? null : { weight, units }

/** True where what is red of a row was red before, of the same drug at the same dosages, and the dose is not more by now. */
export const isLookedAt =
  (row: DoseRow) =>
  (before: DoseRow): boolean =>
    before.section === row.section &&
    before.place === row.place &&
    sameJson({ ...before.drug }, { ...row.drug }) &&
    redKinds(row.guard).every((kind) => redKinds(before.guard).includes(kind)) &&
    !isMore(row, before.weight)

/** True for the drug, the dosages and the findings that the reason was given for. */
const isFor = (row: Omit<DoseRow, 'explained'>) => (one: ExplainedDose) =>
  one.section === row.section &&
  one.place === row.place &&
  one.name === row.drug.name &&
  /* @rule reason-dosage */ sameJson(one.dosages, dosagesOf(row.drug)) &&
  /* @rule reason-kinds */ redKinds(row.guard).every((kind) => one.kinds.includes(kind)) &&
  /* @rule reason-weight */ !isMore(row, weightOf(one))

/** What of an open sheet its doses depend on. */
export type JudgedSheet = Pick<SheetDraft, 'species' | 'weight' | 'weight_units' | 'explained'> &
  Partial<Pick<SheetDraft, 'anesthesia_protocol' | 'emergency_protocol'>>

/** The drugs of an open sheet in their order, each with what the guard says; none before there is a species. */
export function doseRows(draft: JudgedSheet, lookup: LibraryLookup): DoseRow[] {
  const { species, weight, weight_units: units, explained = [] } = draft
  if (species === -1) return []
  const weighed = units === '-' ? null : { weight, units }
  const kg = weighed && weightInKg(weighed)
  const sections = draft.anesthesia_protocol?.content.sections ?? []
  const emergency = draft.emergency_protocol?.content.drugs ?? []
  return [...sections, { key: EMERGENCY_SECTION, drugs: emergency }].flatMap(({ key, drugs }) =>
    drugs.map((drug: SheetDrug, place): DoseRow => {
      const still = unweighed(drug, { species, lookup })
      const row = { ...still.row, section: key, place, weight: weighed, guard: still.at(kg) }
      const reason = explained.find(isFor(row))
      return reason === undefined ? row : { ...row, explained: reason }
    }),
  )
}

/** The reasons on an open sheet that are for a drug as it stands there. */
export const reasonsInPlace = (draft: JudgedSheet): ExplainedDose[] =>
  doseRows(draft, NO_LIBRARY).flatMap(
    (row) =>
      draft.explained?.filter(
        (one) =>
          one.section === row.section &&
          one.place === row.place &&
          one.name === row.drug.name &&
          sameJson(one.dosages, dosagesOf(row.drug)),
      ) ?? [],
  )

/** Those that a person should look at before the sheet is printed or saved. */
export const unexplained = (rows: readonly DoseRow[]): DoseRow[] =>
  /* @rule unexplained */ rows.filter(
    ({ guard, explained }) => guard.level === 'red' && explained === undefined,
  )

/** A weight that is no number, or longer than any scale shows, is no weight that something was given at. */
const givenAt = (at: Weight | null) =>
  at && at.weight.length <= NAME_MAX && weightInKg(at) !== null
    ? { weight: at.weight, weight_units: at.units }
    : {}

/** The reason for a drug, in place of the one it had; an empty reason takes it away. */
export function withReason(
  draft: SheetDraft,
  { explained: _before, ...row }: DoseRow,
  reason: string,
  by: string,
): SheetDraft {
  const { explained = [], ...rest } = draft
  const others = explained.filter(({ section, place }) => section !== row.section || place !== row.place)
  const one = {
    section: row.section,
    place: row.place,
    name: row.drug.name,
    dosages: dosagesOf(row.drug),
    ...givenAt(row.weight),
    kinds: redKinds(row.guard),
    reason: reason.trim(),
    by,
  }
  const next = one.reason === '' || one.kinds.length === 0 ? others : [...others, one]
  return next.length === 0 ? rest : { ...rest, explained: next }
}

/** How a row is kept with the saved sheet; undefined where there was nothing to point out. */
function keptGuard({ guard, explained }: DoseRow): SheetGuard | undefined {
  const kinds = guard.findings.filter(({ level }) => level !== 'quiet').map(({ kind }) => kind)
  if (guard.level === 'quiet' || kinds.length === 0) return undefined
  return { level: guard.level, kinds, ...(explained && { reason: explained.reason, by: explained.by }) }
}

/** As a sheet keeps it: the -1 of a library drug that is not for the species is no dosage, and a later release may have more. */
const keptOf = ({ judgedBy: { usual, limits } }: DoseRow): JudgedBy => ({
  usual: asKnown(copiedUsual, usual) ?? undefined,
  limits: asKnown(copiedLimits, limits) ?? undefined,
})

/**
 * A sheet with what its guards said of each drug when it was made, and of drugs with a dosage what they were judged by: a copy of
 * before there were limits has them from the library, and the sheet says the same whatever becomes of that.
 */
export function withGuards(sheet: SheetContent, rows: readonly DoseRow[]): SheetContent {
  const rowOf = (section: number | undefined, place: number) =>
    rows.find((one) => one.section === section && one.place === place)
  const guarded = <D extends object>(drug: D, row: DoseRow | undefined): D => {
    const guard = row && keptGuard(row)
    return guard === undefined ? drug : { ...drug, guard }
  }
  const { anesthesia_protocol: anesthesia, emergency_protocol: emergency } = sheet
  return {
    ...sheet,
    anesthesia_protocol: {
      ...anesthesia,
      sections: anesthesia.sections.map((section) => ({
        ...section,
        drugs: section.drugs.map((drug, place) => {
          const row = rowOf(section.key, place)
          return guarded({ ...drug, .../* @rule kept-limits */ keptJudgedBy(row ? keptOf(row) : {}) }, row)
        }),
      })),
    },
    ...(emergency && {
      emergency_protocol: {
        ...emergency,
        drugs: emergency.drugs.map((drug, place) => guarded(drug, rowOf(EMERGENCY_SECTION, place))),
      },
    }),
  }
}

/** A protocol of a sheet as it is drawn: without what its doses are judged by, which a saved sheet has from the library of that day. */
export const asDrawn = <P extends { drugs: object[] } | { sections: { drugs: object[] }[] }>(
  protocol: P,
): P => {
  const bare = ({ guard: _guard, usual: _usual, limits: _limits, ...drug }: JudgedBy & { guard?: unknown }) =>
    drug
  return 'sections' in protocol
    ? { ...protocol, sections: protocol.sections.map((each) => ({ ...each, drugs: each.drugs.map(bare) })) }
    : { ...protocol, drugs: protocol.drugs.map(bare) }
}

/**
 * Whether each dose of a saved sheet that is red has its reason, by the limits and usual dosages that the sheet carries. Its
 * emergency drugs have no dosages: for them what was pointed out on the tablet counts.
 */
export function isExplained(sheet: SheetContent): boolean {
  const kg = kgOfSheet(sheet)
  const drugs = sheet.anesthesia_protocol.sections.flatMap((section) => section.drugs)
  const looksRight = drugs.every(
    (drug) => drug.guard?.reason !== undefined || ownDoseGuard(drug, kg)?.level !== 'red',
  )
  const all = [...drugs, ...(sheet.emergency_protocol?.drugs ?? [])]
  return looksRight && all.every(({ guard }) => guard?.level !== 'red' || guard.reason !== undefined)
}
