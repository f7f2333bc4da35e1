import { openClinic } from '../data/device/open-clinics.ts'
import { isDemonstrationGone } from '../data/people/revocation.ts'
import { holdsAgain, tellOfWipes, wipe } from '../data/people/wipe.ts'
import { watchRevocations } from '../data/people/revocation-watch.ts'
import { endForGood, session } from '../data/people/session.ts'
import { askSetupState } from '../data/people/setup-state.ts'
import { knownClinics } from '../data/device/device-database.ts'
import { startEngine, type Engine } from './engine.ts'
import { readsRecords } from './session-ports.ts'

const engines = new Map<string, Engine>()

function run(orgId: string): Engine {
  const found = engines.get(orgId)
  if (found) return found
  const engine = startEngine(openClinic(orgId))
  engines.set(orgId, engine)
  return engine
}

const tellWiped = () => {
  tellOfWipes().catch((error: unknown) =>
    console.warn('The server has not heard that records are gone.', error),
  )
}

/** Screens that go write what was typed last. */
const SCREENS_MS = 1000
const screensAreGone = () => new Promise<void>((resolve) => setTimeout(resolve, SCREENS_MS))

/** Every tab lets go of the organization's database; one after the other deletes it, and the first finds it. */
async function removeNow(orgId: string): Promise<void> {
  const engine = engines.get(orgId)
  engines.delete(orgId)
  await engine?.stop()
  await screensAreGone()
  if (await holdsAgain(orgId)) return run(orgId).tryNow()
  const demonstration = await isDemonstrationGone(orgId)
  await endForGood(orgId, demonstration)
  const locks = globalThis.navigator?.locks as LockManager | undefined
  await (locks ? locks.request(`wipe-${orgId}`, () => wipe(orgId)) : wipe(orgId))
  // The server has no demonstration any more, and perhaps no clinic.
  if (demonstration) await askSetupState()
  tellWiped()
}

/** One removal at a time: its mark is seen more than once. */
const removing = new Map<string, Promise<void>>()

function remove(orgId: string): Promise<void> {
  const under = removing.get(orgId) ?? removeNow(orgId).finally(() => removing.delete(orgId))
  removing.set(orgId, under)
  return under
}

/** There is a reason to believe that the server answers now. */
export const tryAllNow = (): void => {
  for (const engine of engines.values()) engine.tryNow()
  tellWiped()
}
const onVisible = () => {
  if (document.visibilityState === 'visible') tryAllNow()
  else for (const engine of engines.values()) engine.listenAnew()
}

/**
 * Runs the engine of every organization that this tablet knows, signed in or not, so that work is sent although its
 * author has gone home. Looks at the server at once on `online`, on becoming visible, and on sign-in.
 */
export function startSync(): () => Promise<void> {
  let ended = false
  const runKnown = async () => {
    for (const orgId of await knownClinics()) if (!ended) run(orgId)
  }
  runKnown().catch((error: unknown) => {
    console.error('The organizations of this tablet cannot be read.', error)
  })
  const { user } = session.getState()
  if (user) run(user.org_id)
  const unsubscribe = session.subscribe(({ user: now, token }, before) => {
    const reads = readsRecords(now)
    if (now?._id === before.user?._id && token === before.token && reads === readsRecords(before.user)) return
    for (const engine of engines.values()) engine.listenAnew()
    if (now) run(now.org_id).tryNow()
    // Who was signed out by the server may hear at once why.
    else if (before.user) engines.get(before.user.org_id)?.tryNow()
  })
  const unwatch = watchRevocations((orgId) => {
    remove(orgId).catch((error: unknown) => console.error('Records that are to go are still here.', error))
  })
  tellWiped()
  addEventListener('online', tryAllNow)
  document.addEventListener('visibilitychange', onVisible)
  return async () => {
    ended = true
    unsubscribe()
    unwatch()
    removeEventListener('online', tryAllNow)
    document.removeEventListener('visibilitychange', onVisible)
    const running = [...engines.values()]
    engines.clear()
    await Promise.all(running.map((engine) => engine.stop()))
  }
}
