import { perKg, perMl } from 'sync-protocol/records/amount-unit'
import { EMERGENCY_SECTION, type DrugClass, type Species } from 'sync-protocol/records/fields'
import { ownLabelClass, type LabelClass } from 'sync-protocol/rules/label-class'
import { labelClassWords } from 'sync-protocol/rules/label-class-words'
import { shortNames, type DrugFacts } from '../../../data/lists/card-facts.ts'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { DrugClassSwatch } from '../../../records/drug-class-swatch.tsx'
import { ReviewDue } from '../../../records/review-due.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { libraryKind, type LibraryKind } from '../list/library-kind.ts'
import { drugsText as text } from './drugs-text.ts'

export const isEmergency = (entry: Pick<ListEntry, 'section_key'>) => entry.section_key === EMERGENCY_SECTION

/** In the drug's unit per kg, for the species of the screen: one dosage, or the low and the high one of an emergency drug. */
function dosageWords(entry: ListEntry, drug: DrugFacts, species: Species): string {
  if (!isEmergency(entry)) return text.amount(formatNumber(drug.dosage[species]), perKg(drug))
  const [low, high] = [drug.dosage_from[species], drug.dosage_to[species]]
  return low === high
    ? text.amount(formatNumber(low), perKg(drug))
    : text.lowAndHigh(formatNumber(low), formatNumber(high), perKg(drug))
}

interface DrugLineProps {
  entry: ListEntry
  drug: DrugFacts
  species: Species
  own: LabelClass | undefined
}

function DrugLine({ entry, drug, species, own }: DrugLineProps) {
  return (
    <span className="drug-facts tabular">
      <b>{text.amount(formatNumber(drug.concentration), perMl(drug))}</b>
      <span>{dosageWords(entry, drug, species)}</span>
      <span>{drug.route[species]}</span>
      {/* A phone has no line for what is so of nearly every drug. */}
      <span className={drug.form === 'INJECTION' ? 'list-card-word' : undefined}>{drug.form}</span>
      {entry.species.length > 1 && <span className="list-card-word">{text.bothSpecies}</span>}
      {/* The colour beside the name is read out. */}
      {own !== undefined && <span aria-hidden>{labelClassWords[own]}</span>}
    </span>
  )
}

/** Before the name for the eye, also where there is none: all names begin on one line. */
function ClassOfDrug({ own, ofSection }: { own: LabelClass | undefined; ofSection: DrugClass | undefined }) {
  return (
    <span className="drug-class">
      <DrugClassSwatch drugClass={own ?? ofSection} size="small" />
    </span>
  )
}

/** What the drug reverses for the species of the screen, by name. */
function reversedNames({ reverses = [] }: DrugFacts, species: Species): string | undefined {
  const names = reverses.flatMap((row) => (row.species === species ? [row.name] : []))
  return names.length === 0 ? undefined : shortNames(names)
}

/** Drugs of a section; each card wears the colour of its class, and says it where it is not the section's. */
export const drugsOf = (ofSection: DrugClass | undefined): LibraryKind =>
  libraryKind('drugs', {
    lines: (entry, species) => {
      const { drug } = entry.card
      if (drug === undefined) return []
      const names = reversedNames(drug, species)
      return [
        <DrugLine
          key="facts"
          entry={entry}
          drug={drug}
          species={species}
          own={ownLabelClass(entry.name, ofSection)}
        />,
        ...(names === undefined ? [] : [<span key="reverses">{text.reverses(names)}</span>]),
      ]
    },
    label: (entry, species) => (
      <>
        <ClassOfDrug own={ownLabelClass(entry.name, ofSection)} ofSection={ofSection} />
        <DrugBadges entry={entry} species={species} />
      </>
    ),
  })
export const drugKind = drugsOf(undefined)

function DrugBadges({ entry, species }: { entry: ListEntry; species: Species }) {
  const { drug } = entry.card
  if (drug === undefined) return null
  const reversed = isEmergency(entry) && drug.dosage_from[species] > drug.dosage_to[species]
  return (
    <>
      {drug.controlled && (
        <Badge kind="controlled">
          {drug.schedule === undefined ? text.controlled : text.controlledSchedule(drug.schedule)}
        </Badge>
      )}
      {reversed && <Badge kind="attention">{text.lowAboveHigh}</Badge>}
      <ReviewDue due={drug.review_due} />
    </>
  )
}

export const fluidKind = libraryKind('fluids', {
  lines: (entry) => [
    <span key="facts" className="drug-facts tabular">
      <b>{entry.card.rate !== undefined && text.rate(formatNumber(entry.card.rate))}</b>
      {entry.species.length > 1 && <span>{text.bothSpecies}</span>}
    </span>,
  ],
})
