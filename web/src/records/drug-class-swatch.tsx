import type { LabelClass } from 'sync-protocol/rules/label-class'
import { labelClassWords } from 'sync-protocol/rules/label-class-words'
import './drug-class-swatch.css'

export interface DrugClassSwatchProps {
  drugClass: LabelClass | undefined
  size?: 'small' | 'normal'
  /** The title beside it; a name that it holds already is not read out twice. */
  beside?: string
}

/** The colour of a drug's syringe label. Without a class there is none. */
export function DrugClassSwatch({ drugClass, size = 'normal', beside = '' }: DrugClassSwatchProps) {
  if (drugClass === undefined) return null
  const name = labelClassWords[drugClass]
  const isSaid = beside.toLowerCase().includes(name.toLowerCase())
  return (
    <span className={`swatch swatch-${size} swatch-${drugClass}`} title={name} aria-hidden={isSaid}>
      {!isSaid && <span className="visually-hidden">{name}</span>}
    </span>
  )
}
