import { setupReply } from 'sync-protocol/wire/accounts'
import { standing, WAITING_MAX, type Standing } from 'sync-protocol/wire/device-standing'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { orgOf } from '../data/database/clinic-database.ts'
import { pushTokenHere } from '../data/outbox/lanes.ts'
import { OfflineError } from '../data/people/server-call.ts'
import { readSetting } from '../data/database/settings.ts'
import { exchange, Refused, type EnginePorts } from './exchange.ts'
import type { PushMemory } from './push-lane.ts'
import { readStatus } from './read-status.ts'

/** Between two tellings, in ms: the regular round is once a minute. */
const TELL_EVERY_MS = 55_000

/**
 * Tells the server how much is unsent here and since when, and hears how this tablet stands; without a session it only asks.
 * Once a minute, at once when somebody else is signed in or nobody any more, the tablet has got another name, or somebody or it
 * was `refused`. Undefined where it was not due, or the server is too old to know; `gone` where the organization was the
 * demonstration, and the server has none any more, or another one since it was reset.
 */
export async function tellDevice(
  ports: EnginePorts,
  memory: PushMemory,
  refused: boolean,
): Promise<Standing | 'gone' | undefined> {
  if (!ports.about) return undefined
  const who = ports.credentials()
  const renamed = await readSetting(ports.clinic, 'device_name_untold')
  const passed = ports.deviceNow() - memory.toldAt
  const by = who?.user_id ?? null
  const news = refused || by !== memory.toldBy || (who !== null && renamed !== undefined)
  if (!news && passed >= 0 && passed < TELL_EVERY_MS) return undefined
  const done = () => {
    memory.toldAt = ports.deviceNow()
    memory.toldBy = by
  }
  try {
    const heard = who ? await tell(ports, who, renamed) : await ask(ports)
    done()
    return heard
  } catch (error) {
    if (error instanceof OfflineError || (error instanceof Refused && error.step === 'drop-identity'))
      throw error
    if (error instanceof Refused && (await isDemonstrationGone(ports, error))) return 'gone'
    // Sending and reading do not depend on it; an older server does not know the call.
    done()
    console.warn('The server was not told of this tablet.', error)
    return undefined
  }
}

/**
 * A server that was restored may not know a tablet either, and a clinic's records wait for better times: only the demonstration
 * can be removed.
 */
async function isDemonstrationGone(ports: EnginePorts, { body }: Refused): Promise<boolean> {
  if (
    body?.code !== 'not_found' ||
    /* @rule demonstration-only */ (await readSetting(ports.clinic, 'demonstration')) !== true
  )
    return false
  const { status, body: said } = await ports.call({ method: 'GET', path: '/setup/state', token: null })
  const state = setupReply.safeParse(said)
  if (status !== 200 || !state.success) return false
  const { demo, demo_org } = state.data
  return !demo || (demo_org !== undefined && demo_org !== orgOf(ports.clinic))
}

async function tell(
  ports: EnginePorts,
  { token, user_id: own }: { token: string; user_id: string },
  name: string | undefined,
): Promise<Standing> {
  const { unsent, oldestAt, people } = await readStatus(ports.clinic, null)
  const waiting = people.flatMap(({ waits, shutOut, removed, user_id }) =>
    (waits || (shutOut && !removed)) && user_id !== own ? [user_id] : [],
  )
  const body = {
    protocol: PROTOCOL,
    unsent,
    oldest: oldestAt,
    ...ports.about?.(),
    ...(name === undefined ? {} : { name }),
    ...(waiting.length === 0 ? {} : { waiting: waiting.slice(0, WAITING_MAX) }),
  }
  return exchange(ports, { method: 'POST', path: '/sync/devices/tell', token, body }, standing)
}

async function ask(ports: EnginePorts): Promise<Standing | undefined> {
  const device = await readSetting(ports.clinic, 'device')
  if (device === undefined) return undefined
  const query = new URLSearchParams({ org: orgOf(ports.clinic), device })
  const path = `/sync/devices/standing?${query}`
  // Beside the cookie that it got at a sign-in: a tablet whose people were signed out before may have this alone.
  const token = await pushTokenHere(ports.clinic)
  return exchange(ports, { method: 'GET', path, token }, standing)
}
