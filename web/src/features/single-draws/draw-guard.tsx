import { useMemo, useState } from 'react'
import { CANINE, FELINE } from 'sync-protocol/records/fields'
import { doseWords, OF_VOLUME } from 'sync-protocol/rules/dose-words'
import { localDay } from 'sync-protocol/rules/local-day'
import { impliedWords, singleDrawGuard } from 'sync-protocol/rules/single-draw-guard'
import { now } from '../../data/database/time.ts'
import { useLibraryLookup } from '../../records/use-library-lookup.ts'
import { GuardLines, type GuardLine } from '../../ui/guard-lines.tsx'
import { usePatientWeight } from './patient-weight.ts'
import { patientSpecies, sheetOf, type DrawOpening, type DrawValues } from './draw-opening.ts'

interface DrawGuardProps {
  id: string
  opening: DrawOpening
  values: DrawValues
  timeZone: string
}

/** What there is to say of the volume; it keeps nobody from saving. */
export function DrawGuard({ id, opening, values, timeZone }: DrawGuardProps) {
  const [today] = useState(() => localDay(new Date(now()).toISOString(), timeZone))
  const of = patientSpecies(opening)
  const isOther = of !== CANINE && of !== FELINE
  const species = isOther ? opening.species : of
  const weighed = usePatientWeight({
    species,
    name: values.patient_name,
    patient_id: values.patient_id,
    day: opening.day ?? today,
    sheet: sheetOf(opening),
  })
  const lookup = useLibraryLookup(species)
  const { drug_name, drug_concentration } = opening.substance
  const { volume, form } = values
  const lines = useMemo((): GuardLine[] => {
    // The library has dogs and cats: of another patient nothing is known.
    if (isOther) return []
    const given = { drug_name, drug_concentration, volume, form, species, lookup, weighed }
    const { findings, dosage } = singleDrawGuard(given)
    const found = findings.map((finding) => ({
      level: finding.level,
      words: doseWords(finding, { name: drug_name }, OF_VOLUME),
    }))
    if (dosage === null || weighed === null) return found
    return [...found, { level: 'quiet', words: impliedWords(dosage, weighed, today) }]
  }, [isOther, drug_name, drug_concentration, volume, form, species, lookup, weighed, today])
  return (
    <div className="single-draw-guard" id={id} aria-live="polite">
      <GuardLines findings={lines} />
    </div>
  )
}
