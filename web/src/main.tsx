import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/tokens.css'
import './ui/base.css'
import './ui/forced-colours.css'
import './ui/low-window.css'
import './ui/large-letters.css'
import './ui/print.css'
import { App } from './app/app.tsx'
import { fetchFirstScreen, fetchTheRest } from './app/fetch-ahead.ts'
import { InsecureNotice } from './app/insecure-notice.tsx'
import { keepInstallPrompt } from './data/device/install-prompt.ts'
import { noticeLostStorage } from './data/people/lost-storage.ts'
import { hearReopened } from './data/database/reopen.ts'
import { pressedUnitsSince } from './data/drafts/pressed-units.ts'
import { readRevoked } from './data/people/revocation-watch.ts'
import { restoreSession, session } from './data/people/session.ts'
import { readProfile } from './data/people/stored-token.ts'
import { readTallMan, showTallMan } from './ui/tall-man-choice.ts'
import { readTheme, showTheme } from './ui/theme.ts'
import { idle } from './when-idle.ts'

/** Between two tries to load the engine. */
const AGAIN_MS = 5_000
/** After that the navigation bar comes without its screen. */
const SCREEN_MS = 500

const profile = readProfile()
showTheme(readTheme(profile?._id ?? null))
showTallMan(readTallMan(profile?._id ?? null))
keepInstallPrompt()
// A page that was kept for going back has lost its locks, and others wrote meanwhile.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
pressedUnitsSince(localStorage)

/** Sending and reading begin when the first screen is there. */
async function beginSync(): Promise<void> {
  try {
    const { startSync } = await import('./sync/start.ts')
    startSync()
  } catch (error) {
    console.error('Sending and reading could not begin.', error)
    setTimeout(() => void beginSync(), AGAIN_MS)
  }
}

const LOOK_MS = 10_000

const lookForLoss = () =>
  void noticeLostStorage().catch((error: unknown) =>
    console.error('Whether storage was lost is not known.', error),
  )

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

const secure = window.isSecureContext
if (secure) {
  const screen = fetchFirstScreen(location.pathname, profile !== null)
  await restoreSession()
  await readRevoked()
  hearReopened(lookForLoss)
  // A browser that is busy clearing may close a connection without a word.
  setInterval(() => {
    if (document.visibilityState === 'visible') lookForLoss()
  }, LOOK_MS)
  // Mostly there before the session: with it the first rendering is the whole one.
  await Promise.race([screen, new Promise((late) => setTimeout(late, SCREEN_MS))])
}
const app = createRoot(root)
// In slices, between which a slow tablet can answer.
startTransition(() =>
  app.render(<StrictMode>{secure ? <App /> : <InsecureNotice host={window.location.host} />}</StrictMode>),
)
if (secure) {
  await idle()
  lookForLoss()
  void beginSync()
  void fetchTheRest(session.getState().user !== null)
}
