import { noteLeftBehind } from '../data/restore/acknowledged.ts'
import type { ClinicDatabase } from '../data/database/clinic-database.ts'
import { leadersClinic, Ousted, raiseLeaderTerm } from '../data/outbox/leader-term.ts'
import type { EnginePorts } from './exchange.ts'
import type { PushMemory } from './push-lane.ts'
import { syncRound, type RoundFor, type RoundResult } from './round.ts'

/** A round that neither asked nor heard anything for so long hangs: no request lives longer than 60 s, sent anew. */
const HUNG_MS = 90_000

/** One leader's term: rounds over its own connection, which writes nothing after the term is over. */
export interface LeaderTerm {
  /** Writes nothing any more once the term is over. */
  clinic: ClinicDatabase
  ports: EnginePorts
  round(memory: PushMemory, what?: RoundFor): Promise<RoundResult>
  /** No round hangs. */
  alive(): boolean
  end(): void
}

/** Raises the term and begins it; `onOusted` is told once when somebody else's has begun. */
export async function beginLeaderTerm(
  clinic: ClinicDatabase,
  portsOf: (own: ClinicDatabase) => EnginePorts,
  onOusted: () => void,
  open: typeof leadersClinic = leadersClinic,
): Promise<LeaderTerm> {
  let ousted = false
  const own = open(clinic, await raiseLeaderTerm(clinic), () => {
    ousted = true
    onOusted()
  })
  await noteLeftBehind(own).catch((error: unknown) => {
    // Somebody else leads by now: the first round says so.
    if (ousted) return
    own.close()
    throw error
  })
  let running = 0
  let moved = 0
  const ports = portsOf(own)
  const watched: EnginePorts = {
    ...ports,
    call: (call) => {
      moved = ports.deviceNow()
      return ports.call(call).finally(() => (moved = ports.deviceNow()))
    },
  }
  return {
    clinic: own,
    ports: watched,
    async round(memory, what) {
      moved = ports.deviceNow()
      running++
      try {
        const result = await syncRound(watched, memory, what)
        return ousted ? oustedResult(result.error) : result
      } catch (error) {
        if (ousted) return oustedResult(error)
        throw error
      } finally {
        running--
      }
    },
    alive: () => running === 0 || Math.abs(ports.deviceNow() - moved) < HUNG_MS,
    end: () => own.close(),
  }
}

const oustedResult = (cause: unknown): RoundResult => ({
  ok: false,
  reachable: true,
  error: new Ousted(cause),
})
