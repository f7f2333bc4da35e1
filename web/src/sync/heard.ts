import { heardAgain, toldAt, type ServerContact } from '../data/database/server-contact.ts'
import { orgOf, type ClinicDatabase } from '../data/database/clinic-database.ts'
import { keepFailure } from '../data/device/failures.ts'
import { noteDemonstrationGone, noteRevoked } from '../data/people/revocation.ts'
import { settleRevocation, tellOfLocalWork } from '../data/people/wipe.ts'
import { OfflineError } from '../data/people/server-call.ts'
import { endIfShutOut } from '../data/people/session.ts'
import { readSettings, writeSetting } from '../data/database/settings.ts'
import { takeDeviceStanding } from '../data/people/device-standing.ts'
import type { SyncStatus } from '../data/database/sync-status.ts'
import { Refused } from './exchange.ts'
import type { RoundResult } from './round.ts'

/** Takes over what a round told of this tablet: how it stands, what failed, and whether its person may go on. */
export async function takeHeard(clinic: ClinicDatabase, result: RoundResult): Promise<void> {
  // A failure that could not be written down holds up nothing of what the server said.
  await keepTrouble(clinic, result).catch((error: unknown) =>
    console.error('A failure could not be written down.', error),
  )
  if (!result.reachable) return
  if (result.gone) return noteDemonstrationGone(orgOf(clinic))
  if (result.standing) await takeDeviceStanding(clinic, result.standing)
  else if (result.revoked) await noteRevoked(orgOf(clinic))
  if (result.standing?.revoked) await settleRevocation(clinic, result.standing.epoch)
  tellOfLocalWork(clinic).catch((error: unknown) =>
    console.warn('The server has not heard what this tablet holds.', error),
  )
  await endIfShutOut()
}

/** That the server still answers is written so often: well within the silence after which it counts as a new beginning. */
const ANSWER_MS = 20_000

const isNews = (before: ServerContact, after: ServerContact) =>
  after.last - before.last >= ANSWER_MS || Math.abs(toldAt(after) - toldAt(before)) >= ANSWER_MS

/** Whether the server answers, and since when, for every tab. What is known already is not written by each round. */
export async function keepAnswer(clinic: ClinicDatabase, result: RoundResult, now: number): Promise<void> {
  if (result.asked === false) return
  await clinic.transaction('rw', [clinic.settings], async () => {
    const [before, reachable] = await readSettings(clinic, ['answering', 'server_reachable'])
    if (result.reachable || result.answered) {
      const after = heardAgain(before, now, result.toldAt)
      if (!before || after.since !== before.since || isNews(before, after))
        await writeSetting(clinic, 'answering', after)
    }
    if (result.reachable !== reachable) await writeSetting(clinic, 'server_reachable', result.reachable)
  })
}

/** The same for a tablet that has no room to write it down: a full storage must not look like a server that is away. */
export const answerOf = (
  { contact }: Pick<SyncStatus, 'contact'>,
  result: RoundResult,
  now: number,
): Pick<SyncStatus, 'contact' | 'serverReachable'> => ({
  contact:
    result.reachable || result.answered ? heardAgain(contact ?? undefined, now, result.toldAt) : contact,
  serverReachable: result.reachable,
})

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
