import { DRUG_CLASSES, type DrugClass } from './drug-class.ts'
import './drug-class-swatch.css'

export interface DrugClassSwatchProps {
  drugClass: DrugClass | undefined
  size?: 'small' | 'normal'
  /** The title beside it; a name that it holds already is not read out twice. */
  beside?: string
}

/** Without a class there is no swatch. */
export function DrugClassSwatch({ drugClass, size = 'normal', beside = '' }: DrugClassSwatchProps) {
  if (drugClass === undefined) return null
  const { name } = DRUG_CLASSES[drugClass]
  const isSaid = beside.toLowerCase().includes(name.toLowerCase())
  return (
    <span className={`swatch swatch-${size} swatch-${drugClass}`} title={name} aria-hidden={isSaid}>
      {!isSaid && <span className="visually-hidden">{name}</span>}
    </span>
  )
}
