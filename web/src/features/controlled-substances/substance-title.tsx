import { DrugName } from '../../ui/drug-name.tsx'
import { formatNumber } from '../../ui/format.ts'
import { substanceText } from './controlled-substances-text.ts'
import './substance-title.css'

interface SubstanceTitleProps {
  drug: string
  /** mg/ml */
  concentration: number
}

/** 'Ketamine 100 mg/ml': the strength's number is never parted from its unit, and the text can be copied as it is read. */
export function SubstanceTitle({ drug, concentration }: SubstanceTitleProps) {
  return (
    <>
      <DrugName name={drug} />{' '}
      <span className="substance-strength">{substanceText.strength(formatNumber(concentration))}</span>
    </>
  )
}
