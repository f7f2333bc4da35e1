import { closeClinics, openClinic } from '../data/device/open-clinics.ts'
import { PUSH_MUTATIONS_MAX } from 'sync-protocol/wire/push'
import type { ClinicDatabase } from '../data/database/clinic-database.ts'
import { orgOf } from '../data/database/clinic-database.ts'
import { newId } from '../data/database/ids.ts'
import { callServer } from '../data/people/server-call.ts'
import { readSetting } from '../data/database/settings.ts'
import { Ousted } from '../data/outbox/leader-term.ts'
import { knownClinics, whoIsPresent } from '../data/device/device-database.ts'
import { beginLeaderTerm } from './begin-leader-term.ts'
import { openChannel } from './channel.ts'
import type { EnginePorts } from './exchange.ts'
import { askLeader, takeTurn, type Begin, type ElectionPorts } from './leader-election.ts'
import { newPushMemory } from './push-lane.ts'
import type { RoundResult } from './round.ts'

/** Browsers end a worker's event after three to five minutes; what is left by then is left to the next one. */
const LIFETIME_MS = 150_000
/** It has no time to find out how slow the link is: it begins with little, and sends more as that passes. */
const FIRST_BYTES = 64 * 1024
/** Between looks at whether a tab has sent it meanwhile. */
const LOOK_MS = 500

/**
 * Sends what is unsent of every organization of this tablet where no tab does, each lane with its own push token; reads
 * nothing. Rejects when something is left that could leave, so that the browser tries again (sync contract T5). `givesWay` ends
 * it at once.
 */
export async function sendOutbox(givesWay: AbortSignal): Promise<void> {
  try {
    const all = (await knownClinics()).map((orgId) => sendFor(openClinic(orgId), givesWay))
    const failed = (await Promise.allSettled(all)).find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
  } finally {
    closeClinics()
  }
}

/** How much can leave without anybody being signed in. */
async function sendable(clinic: ClinicDatabase): Promise<number> {
  if (await readSetting(clinic, 'to_return')) return 0
  const lanes = await clinic.lanes.filter((lane) => lane.push_token !== null && !lane.shut_out).toArray()
  return lanes.reduce((sum, { unsent }) => sum + unsent, 0)
}

const timers = {
  set: (work: () => void, ms: number) => setTimeout(work, ms),
  clear: (timer: unknown) => clearTimeout(timer as number),
}

async function sendFor(clinic: ClinicDatabase, givesWay: AbortSignal): Promise<void> {
  if ((await sendable(clinic)) === 0) return
  const name = `sync-${clinic.name}`
  const channel = openChannel(name)
  const ports: ElectionPorts = {
    name,
    locks: globalThis.navigator.locks,
    channel,
    timers,
    looked: () => false,
    // A tab reads too, and lives longer.
    givesWay: () => true,
  }
  const ending = new AbortController()
  const end = () => ending.abort()
  const lifetime = setTimeout(end, LIFETIME_MS)
  givesWay.addEventListener('abort', end)
  if (givesWay.aborted) end()
  const look = setInterval(() => {
    sendable(clinic).then(
      (left) => left === 0 && ending.abort(),
      (error: unknown) => console.error('The outbox cannot be read.', error),
    )
  }, LOOK_MS)
  const rounds: RoundResult[] = []
  const begin: Begin = async (over) => {
    const present = await whoIsPresent()
    const signedIn = present?.org_id === orgOf(clinic) ? present._id : null
    const term = await beginLeaderTerm(clinic, (own) => pushPorts(own, signedIn), over)
    const failed = (error: unknown): RoundResult => ({ ok: false, reachable: true, error })
    void term
      .round(newPushMemory(PUSH_MUTATIONS_MAX, FIRST_BYTES))
      .catch(failed)
      .then((result) => (result.error instanceof Ousted ? 0 : rounds.push(result)))
      .finally(over)
    return { alive: term.alive, stop: async () => term.end() }
  }
  try {
    while (!ending.signal.aborted && rounds.at(-1)?.ok !== false && (await sendable(clinic)) > 0) {
      const asking = askLeader(ports)
      await takeTurn(ports, begin, asking, ending.signal, false).finally(asking.stop)
    }
  } finally {
    clearTimeout(lifetime)
    clearInterval(look)
    givesWay.removeEventListener('abort', end)
    channel.close()
  }
  if ((await sendable(clinic)) > 0)
    throw new Error('Not everything was sent.', { cause: rounds.at(-1)?.error })
}

/** A world without a session: what leaves, leaves with the push token of its own lane (sync contract D1). */
function pushPorts(clinic: ClinicDatabase, signedIn: string | null): EnginePorts {
  return {
    clinic,
    call: callServer,
    deviceNow: Date.now,
    newId,
    credentials: () => null,
    mayRead: () => false,
    signedIn: () => signedIn,
    tokenRefused: () => undefined,
    clockKnown: () => undefined,
  }
}
