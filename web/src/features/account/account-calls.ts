import { ownSessionsReply, type OwnSession } from 'sync-protocol/wire/own-account'
import { serverCall, ServerError } from '../../data/people/server-call.ts'

/** A place where one is signed in, with its newest session and all that are open there. */
export interface Place extends OwnSession {
  ids: readonly string[]
}

/** This place first. A tablet speaks with one session: those that it left behind do not stand by themselves. */
export function placesOf(sessions: readonly OwnSession[]): Place[] {
  const places = new Map<string, Place>()
  for (const one of sessions.toSorted((a, b) => Number(b.here) - Number(a.here))) {
    const key = one.device?._id ?? one._id
    const known = places.get(key)
    places.set(key, { ...(known ?? one), ids: [...(known?.ids ?? []), one._id] })
  }
  return [...places.values()]
}

export const askPlaces = async (): Promise<Place[]> =>
  placesOf(ownSessionsReply.parse(await serverCall('GET', '/user/sessions')).sessions)

/** A session that is over already is what was asked for. */
export async function endPlace({ ids }: Place): Promise<void> {
  for (const _id of ids) {
    try {
      await serverCall('POST', '/user/sessions/end', { _id })
    } catch (error) {
      if (!(error instanceof ServerError && error.code === 'not_found')) throw error
    }
  }
}

export async function endOtherSessions(): Promise<void> {
  await serverCall('POST', '/user/sessions/end-others')
}
