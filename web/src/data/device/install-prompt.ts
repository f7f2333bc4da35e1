import { createStore } from 'zustand/vanilla'
import { installWay, type InstallWay } from './install-way.ts'

/** Chromium's own question; the standard library's types do not know it. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const held = createStore<{ question: InstallPrompt | null; installed: boolean }>(() => ({
  question: null,
  installed: false,
}))

/** The browser may hand its question over before any screen asks for it; without this it shows a strip of its own. */
export function keepInstallPrompt(page: Window = window): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    held.setState({ question: event as InstallPrompt })
  })
  page.addEventListener('appinstalled', () => held.setState({ question: null, installed: true }))
}

export const isStandalone = (): boolean =>
  ['standalone', 'fullscreen', 'minimal-ui'].some((mode) => matchMedia(`(display-mode: ${mode})`).matches) ||
  (navigator as { standalone?: boolean }).standalone === true

export function wayToInstall(): InstallWay {
  const { question, installed } = held.getState()
  const { userAgent: agent, maxTouchPoints: touchPoints } = navigator
  return installWay({
    agent,
    touchPoints,
    standalone: installed || isStandalone(),
    canAsk: question !== null,
  })
}

export const onInstallChange = (changed: () => void): (() => void) => held.subscribe(changed)

/** Puts the browser's question; false when it was declined, or there is none. A question can be put once. */
export async function askToInstall(): Promise<boolean> {
  const { question } = held.getState()
  if (question === null) return false
  held.setState({ question: null })
  const { outcome } = await question.prompt()
  return outcome === 'accepted'
}
