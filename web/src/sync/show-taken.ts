import { PROTOCOL } from 'sync-protocol/wire/version'
import { readPush } from 'sync-protocol/wire/push'
import { newestTaken } from '../data/outbox/kept-receipts.ts'
import { readSettings } from '../data/database/settings.ts'
import { exchange, Refused, type EnginePorts } from './exchange.ts'

/** Between two showings while nothing speaks for one, in ms. */
const SHOWN_EVERY_MS = 10 * 60_000

/** When that was done last, by the device's clock in ms. */
interface Shown {
  shownAt: number
}

/**
 * Shows the server what it took from this tablet last: a database that was put back by another way than a restore lacks that, and
 * begins a new epoch then (sync contract L6). Sent under a number that the server does not wait for, so that nothing is taken
 * by it: the server answers that numbers are missing. Whenever this tablet connects anew, and now and then.
 * @throws Refused where the server has another epoch, or does not know who asks
 */
export async function showTaken(ports: EnginePorts, memory: Shown): Promise<void> {
  const who = ports.credentials()
  const passed = ports.deviceNow() - memory.shownAt
  if (!who || (passed >= 0 && passed < SHOWN_EVERY_MS)) return
  const [lane, [epoch, device]] = await Promise.all([
    ports.clinic.lanes.get(who.user_id),
    readSettings(ports.clinic, ['epoch', 'device']),
  ])
  if (!lane || epoch === undefined || device === undefined) return
  const mutations = (await newestTaken(ports.clinic, epoch)).map(
    ({ body, user_id, user_name, receipt }, index) => ({
      ...body,
      n: lane.next_n + 1 + index,
      returned: { user_id, user_name, receipt },
    }),
  )
  const show = (shown: typeof mutations) => {
    const sent_at = new Date(ports.deviceNow()).toISOString()
    const body = { protocol: PROTOCOL, epoch, device, lane: lane.id, sent_at, mutations: shown }
    const call = { method: 'POST', path: '/sync/push', token: who.token, body } as const
    return exchange(ports, call, { parse: readPush })
  }
  // Where something in between takes less, the newest alone tells as much.
  if (mutations.length > 0)
    await show(mutations)
      .catch((error: unknown) => (isTooLarge(error) ? show(mutations.slice(0, 1)) : Promise.reject(error)))
      .catch(passOver)
  memory.shownAt = ports.deviceNow()
}

const PASSED_OVER: ReadonlySet<string> = new Set(['fill-gap', 'new-lane', 'split'])

const isTooLarge = (error: unknown) => error instanceof Refused && error.step === 'split'

/** The server has all that was shown. What else is wrong with the lane is found when something is sent. */
function passOver(error: unknown): void {
  if (!(error instanceof Refused) || !PASSED_OVER.has(error.step)) throw error
}

/** Something says that the server may have gone back: what it took is shown again at once. */
export function showAgain(ports: EnginePorts, memory: Shown): Promise<void> {
  memory.shownAt = -Infinity
  return showTaken(ports, memory)
}
