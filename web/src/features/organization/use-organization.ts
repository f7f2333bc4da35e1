import { failureOfAsking, onReasonToAsk } from '../../data/people/out-of-reach.ts'
import { seenOrganization } from '../../data/people/seen-organization.ts'
import { useAsked } from '../../ui/use-asked.ts'
import { askOrganization } from './organization-calls.ts'
import { organizationText as text } from './organization-text.ts'

const question = {
  ask: askOrganization,
  kept: seenOrganization,
  failureOf: failureOfAsking,
  onReasonToAsk,
  failed: text.failedTitle,
}

/** The organization as the server has it now; else as it was seen last. */
export const useOrganization = () => useAsked(question)
