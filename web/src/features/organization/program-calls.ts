import {
  newProgramReply,
  programsReply,
  type NewProgramRequest,
  type Program,
} from 'sync-protocol/wire/programs'
import { failureOfAsking, onReasonToAsk } from '../../data/people/out-of-reach.ts'
import { serverCall, ServerError } from '../../data/people/server-call.ts'
import { useAsked } from '../../ui/use-asked.ts'
import { programsText as text } from './programs-text.ts'

const question = {
  ask: async (): Promise<Program[]> =>
    programsReply.parse(await serverCall('GET', '/organization/programs')).programs,
  /** A list of before would name keys that do not hold any more. */
  kept: async () => undefined,
  failureOf: failureOfAsking,
  onReasonToAsk,
  failed: text.failedTitle,
}

export const usePrograms = () => useAsked(question)

/** The key is told once: in this answer. */
export const makeKey = async (request: NewProgramRequest): Promise<{ program: Program; key: string }> =>
  newProgramReply.parse(await serverCall('POST', '/organization/programs/create', request))

/** One that is revoked already is what was asked for. */
export async function revokeKey({ _id }: Program): Promise<void> {
  try {
    await serverCall('POST', '/organization/programs/revoke', { _id })
  } catch (error) {
    if (!(error instanceof ServerError && error.code === 'not_found')) throw error
  }
}
