import { answered } from '../data/answering.ts'
import { orgOf, type ClinicDatabase } from '../data/clinic-database.ts'
import { keepFailure } from '../data/failures.ts'
import { noteRevoked, settleRevocation } from '../data/revocation.ts'
import { OfflineError } from '../data/server-call.ts'
import { endIfShutOut } from '../data/session.ts'
import { readSetting, writeSetting } from '../data/settings.ts'
import { takeStanding } from '../data/standing.ts'
import type { SyncStatus } from '../data/sync-status.ts'
import { Refused } from './exchange.ts'
import type { RoundResult } from './round.ts'

/** Takes over what a round told of this tablet: how it stands, what failed, and whether its person may go on. */
export async function takeHeard(clinic: ClinicDatabase, result: RoundResult): Promise<void> {
  await keepTrouble(clinic, result)
  if (!result.reachable) return
  if (result.standing) await takeStanding(clinic, result.standing)
  else if (result.revoked) await noteRevoked(orgOf(clinic))
  await settleRevocation(clinic)
  await endIfShutOut()
}

/** Whether the server answers, and since when, for every tab. */
export async function keepAnswer(clinic: ClinicDatabase, result: RoundResult, now: number): Promise<void> {
  await clinic.transaction('rw', [clinic.settings], async () => {
    if (result.reachable || result.answered) {
      const before = await readSetting(clinic, 'answering')
      await writeSetting(clinic, 'answering', answered(before, now))
    }
    await writeSetting(clinic, 'server_reachable', result.reachable)
  })
}

/** How the server refused this round, for the panel to say what to do. */
export const troubleOf = ({ error }: RoundResult): SyncStatus['trouble'] =>
  error instanceof Refused ? { status: error.status, code: error.body?.code ?? '' } : null

/** No network is no failure: a tablet may be out of reach for days. */
async function keepTrouble(clinic: ClinicDatabase, { error }: RoundResult): Promise<void> {
  if (error === undefined || error instanceof OfflineError) return
  const refused = error instanceof Refused ? error : undefined
  await keepFailure({
    org_id: orgOf(clinic),
    at: new Date().toISOString(),
    what: refused?.path ?? 'tablet',
    status: refused?.status ?? null,
    code: refused ? (refused.body?.code ?? '') : error instanceof Error ? error.name : 'unknown',
  })
}
