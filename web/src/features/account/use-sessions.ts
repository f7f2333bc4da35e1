import { failureOfAsking, onReasonToAsk } from '../../data/people/out-of-reach.ts'
import { useAsked } from '../../ui/use-asked.ts'
import { askPlaces } from './account-calls.ts'
import { sessionsText as text } from './account-text.ts'

const question = {
  ask: askPlaces,
  /** A list of before would name sessions that are over. */
  kept: async () => undefined,
  failureOf: failureOfAsking,
  onReasonToAsk,
  failed: text.failedTitle,
}

export const useSessions = () => useAsked(question)
