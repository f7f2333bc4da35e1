import { DRUG_CLASSES, type DrugClass } from './drug-class.ts'
import './drug-class-swatch.css'

export interface DrugClassSwatchProps {
  drugClass: DrugClass | undefined
  size?: 'small' | 'normal'
}

/** Without a class there is no swatch. */
export function DrugClassSwatch({ drugClass, size = 'normal' }: DrugClassSwatchProps) {
  if (drugClass === undefined) return null
  const { name } = DRUG_CLASSES[drugClass]
  return (
    <span className={`swatch swatch-${size} swatch-${drugClass}`} title={name}>
      <span className="visually-hidden">{name}</span>
    </span>
  )
}
