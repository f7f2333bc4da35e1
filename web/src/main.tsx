import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/tokens.css'
import './ui/base.css'
import { App } from './app/app.tsx'
import { InsecureNotice } from './app/insecure-notice.tsx'
import { keepInstallPrompt } from './data/install-prompt.ts'
import { noticeLostStorage } from './data/lost-storage.ts'
import { hearReopened } from './data/open-clinics.ts'
import { restoreSession } from './data/session.ts'
import { readProfile } from './data/stored-token.ts'
import { preloadOverlays } from './ui/preload-overlays.ts'
import { readTheme, showTheme } from './ui/theme.ts'

showTheme(readTheme(readProfile()?._id ?? null))
keepInstallPrompt()

/** Between two tries to load the engine. */
const AGAIN_MS = 5_000

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

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

const secure = window.isSecureContext
if (secure) {
  await restoreSession()
  const look = () =>
    void noticeLostStorage().catch((error: unknown) =>
      console.error('Whether storage was lost is not known.', error),
    )
  hearReopened(look)
  look()
}
createRoot(root).render(
  <StrictMode>{secure ? <App /> : <InsecureNotice host={window.location.host} />}</StrictMode>,
)
if (secure) {
  void beginSync()
  preloadOverlays()
}
