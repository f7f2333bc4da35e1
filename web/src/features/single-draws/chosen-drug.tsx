import type { ListedSubstance } from '../../data/lists/substances.ts'
import type { Species } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { formatNumber } from '../../ui/format.ts'
import { SpeciesPicture } from '../../ui/species-picture.tsx'
import { singleDrawsText as text } from './single-draws-text.ts'

interface ChosenDrugProps {
  species: Species
  substance: ListedSubstance
}

/** What cannot be changed in the form: the species, and the drug that was chosen before it opened. */
export function ChosenDrug({ species, substance }: ChosenDrugProps) {
  const { drug_name, drug_concentration, schedule } = substance
  return (
    <div className="single-draw-given">
      <div className="single-draw-species">
        <SpeciesPicture species={species === 0 ? 'canine' : 'feline'} size={56} />
        <span>{text.speciesNames[species]}</span>
      </div>
      <dl>
        <dt>{text.drug}</dt>
        <dd className="single-draw-chosen">
          <span className="single-draw-drug">
            <DrugName name={drug_name} />
          </span>{' '}
          <span className="single-draw-concentration">{text.perMl(formatNumber(drug_concentration))}</span>{' '}
          {schedule !== undefined && <Badge kind="controlled">{text.controlled(schedule)}</Badge>}
        </dd>
        <dd className="quiet small">{text.changeDrug}</dd>
      </dl>
    </div>
  )
}
