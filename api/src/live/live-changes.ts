import type { FastifyInstance } from 'fastify'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { Database } from '../database/connect.ts'
import { toldOf } from './event-text.ts'
import { LiveHub, type Heard, type OwnCommit, type Place } from './live-hub.ts'
import { placesOf, neighbours, placeOf } from './notify-store.ts'

export interface LiveChanges {
  hub: LiveHub
  placeOf: (orgId: string) => Promise<Place>
  /** A commit moved an organization's feed. */
  committed: (heard: Heard, own?: OwnCommit) => void
}

export interface LiveReading {
  changeText(orgId: string, from: number, now: string): Promise<Place & { page?: string }>
  sessionsHolding(
    orgId: string,
    sessionIds: readonly string[],
    permission: number,
    now: string,
  ): Promise<ReadonlySet<string>>
  now: () => Date
  /** Told after each commit how long its listeners waited to hear of it. */
  told?: ((seconds: number) => void) | undefined
}

/** What this process and its neighbours on the same database commit, for those who listen here. */
export function liveChanges(
  app: FastifyInstance,
  { pool, connection }: Pick<Database, 'pool' | 'connection'>,
  { changeText, sessionsHolding, now, told }: LiveReading,
): LiveChanges {
  const unread = (error: unknown) => {
    // An organization that was removed has nothing to read any more.
    if (!(error instanceof ProtocolError))
      app.log.warn(error, 'Listening tablets are told of a change, and not by which.')
    return undefined
  }
  const hub = new LiveHub({
    async toldFrom(orgId, from, to, own) {
      const at = now().toISOString()
      const follows = own !== undefined && own.from === from
      const read = follows || from === undefined ? undefined : await changeText(orgId, from, at).catch(unread)
      const text = follows ? own.text(at) : read
      return toldOf(text && text.epoch === to.epoch && text.head >= to.head ? text : to)
    },
    ...(told && { told }),
    stillReading(orgId, sessions) {
      return sessionsHolding(orgId, sessions, PERMISSION.records, now().toISOString()).catch(unread)
    },
  })
  const catchUp = async (isPromoted: boolean) => {
    for (const orgId of hub.organizations()) hub.look(orgId)
    for (const heard of await placesOf(pool, hub.organizations()))
      // What was told may be gone, and what takes its place is told under the same numbers: a tablet that begins anew looks.
      if (isPromoted || hub.toldBeyond(heard)) hub.endStreams(heard.org_id)
      else hub.changed(heard)
  }
  const others = neighbours(connection, {
    heard: (heard) => hub.changed(heard),
    look: (orgId) => hub.look(orgId),
    missed: (isPromoted) => {
      catchUp(isPromoted).catch((error: unknown) =>
        app.log.warn(error, 'Listening tablets will hear of changes later.'),
      )
    },
    lost: (error) => app.log.warn(error, 'Other processes are not heard for the moment.'),
  })
  app.addHook('onClose', () => others.close())
  return {
    hub,
    placeOf: (orgId) => placeOf(pool, orgId),
    committed(heard, own) {
      hub.changed(heard, own)
      others.tell(heard)
    },
  }
}
