import { Banner } from './banner.tsx'
import { decidedText } from './decided-text.ts'

interface DecidedMeanwhileProps {
  /** Who did, where that is known. */
  by?: string
  /** Nothing can be saved over it. */
  isOver?: boolean
}

/** In a form that answers what waited in Needs attention, once somebody else decided it. */
export const DecidedMeanwhile = ({ by = '', isOver = false }: DecidedMeanwhileProps) => (
  <Banner kind="attention" title={by === '' ? decidedText.title : decidedText.by(by)}>
    {isOver ? decidedText.over : decidedText.text}
  </Banner>
)
