import { Banner } from './banner.tsx'
import { decidedText } from './decided-text.ts'

/** In a form that answers what waited in Needs attention, once somebody else decided it. */
export const DecidedMeanwhile = () => (
  <Banner kind="attention" title={decidedText.title}>
    {decidedText.text}
  </Banner>
)
