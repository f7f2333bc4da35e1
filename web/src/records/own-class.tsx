import { ownLabelClass } from 'sync-protocol/rules/label-class'
import { labelClassWords } from 'sync-protocol/rules/label-class-words'
import { DrugClassSwatch } from './drug-class-swatch.tsx'
import type { SectionClass } from './section-class.ts'

interface OwnClassProps {
  /** Of the drug. */
  name: string
  /** At the title above. */
  ofSection: SectionClass | undefined
}

/** Colour and name of a drug's class where the title above has another: midazolam among the tranquilizers, any emergency drug. */
export function OwnClass({ name, ofSection }: OwnClassProps) {
  if (ofSection === undefined) return null
  const own = ownLabelClass(name, ofSection === 'none' ? undefined : ofSection)
  if (own === undefined) return null
  const words = labelClassWords[own]
  return (
    <span className="own-class">
      <DrugClassSwatch drugClass={own} size="small" beside={words} />
      {words}
    </span>
  )
}
