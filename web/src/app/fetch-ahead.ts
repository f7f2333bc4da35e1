import { matchPath } from 'react-router-dom'
import { preloadOverlays } from '../ui/preload-overlays.ts'
import { idle } from '../when-idle.ts'
import { ROUTES } from './route-table.ts'
import { fetchOverDesk } from './shell.tsx'
import { fetchScreen, SCREENS, type FetchedScreen } from './screens.tsx'

const isFetched = (name: string): name is FetchedScreen => 'fetchAhead' in SCREENS[name as FetchedScreen]

/** What one press on Home opens, and its modals' presses, the likeliest first. */
const NEXT: readonly FetchedScreen[] = [
  'emergencyNow',
  'newSheet',
  'day',
  'calculator',
  'controlledSubstances',
  'patients',
  'singleDraws',
  'drugs',
  'anesthesia',
]

/**
 * Begins to fetch the screen at an address, before it is known who is signed in: by the quick copy of the session, which is
 * right but for a browser that was killed.
 */
export async function fetchFirstScreen(pathname: string, signedIn: boolean): Promise<void> {
  const entry = ROUTES.find(({ pattern }) => matchPath(pattern, pathname) !== null)
  if (entry === undefined) return
  const opened = signedIn || entry.access === 'guest' ? entry.name : 'login'
  if (!isFetched(opened)) return
  try {
    await fetchScreen(opened)
  } catch (error) {
    console.warn('The first screen could not be fetched ahead.', error)
  }
}

/** Once the first screen stands: the dialogs, then the screens that the next press may open, one at a time. */
export async function fetchTheRest(signedIn: boolean): Promise<void> {
  try {
    if (signedIn) await fetchScreen('newSheet')
    await idle()
    await preloadOverlays()
    for (const name of signedIn ? NEXT : (['home'] as const)) {
      await idle()
      await fetchScreen(name)
    }
    if (signedIn) await fetchOverDesk()
  } catch (error) {
    console.warn('Could not load a screen ahead.', error)
  }
}
