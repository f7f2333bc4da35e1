import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/tokens.css'
import './ui/base.css'
import { App } from './app/app.tsx'
import { InsecureNotice } from './app/insecure-notice.tsx'
import { restoreSession } from './data/session.ts'
import { startSync } from './sync/start.ts'
import { preloadOverlays } from './ui/preload-overlays.ts'
import { readTheme, showTheme } from './ui/theme.ts'

showTheme(readTheme())

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

const secure = window.isSecureContext
if (secure) await restoreSession()
createRoot(root).render(
  <StrictMode>{secure ? <App /> : <InsecureNotice host={window.location.host} />}</StrictMode>,
)
if (secure) {
  startSync()
  preloadOverlays()
}
