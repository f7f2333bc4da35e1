import { Banner } from './banner.tsx'
import { decidedText } from './decided-text.ts'

interface DecidedMeanwhileProps {
  /** Who did, and when, where that is known. */
  by?: string | undefined
  moment?: string | undefined
  /** Nothing can be saved over it. */
  isOver?: boolean
}

/** In a form that answers what waited in Needs attention, once somebody else decided it. */
export function DecidedMeanwhile({ by, moment, isOver = false }: DecidedMeanwhileProps) {
  const title = by === undefined || moment === undefined ? decidedText.title : decidedText.by(by, moment)
  return (
    <Banner kind="attention" title={title}>
      {isOver ? decidedText.over : decidedText.text}
    </Banner>
  )
}
