import { setupReply } from 'sync-protocol/wire/accounts'
import { createStore } from 'zustand/vanilla'
import { serverCall } from './server-call.ts'

export interface SetupState {
  /** `unreachable` after a call that did not get through. */
  answer: 'unknown' | 'known' | 'unreachable'
  open: boolean
  demo: boolean
  /** The demonstration is reset each night. */
  isReset: boolean
  /** A real clinic is set up here, be it that another one may be. */
  clinic: boolean
}

const CLINIC = 'server-has-clinic'

/** What a guest may know of this installation: whether a clinic can still be set up here. */
export const setupState = createStore<SetupState>(() => ({
  answer: 'unknown',
  open: false,
  demo: false,
  isReset: false,
  clinic: readClinic(),
}))

/** A clinic stays one: its login need not wait for the server to say so again. */
function readClinic(): boolean {
  try {
    return localStorage.getItem(CLINIC) !== null
  } catch {
    return false
  }
}

function keepClinic(clinic: boolean): void {
  try {
    if (clinic) localStorage.setItem(CLINIC, '')
    else localStorage.removeItem(CLINIC)
  } catch (error) {
    console.warn('What this server is could not be remembered.', error)
  }
}

export async function askSetupState(): Promise<void> {
  try {
    const reply = setupReply.parse(await serverCall('GET', '/setup/state'))
    setupState.setState({
      answer: 'known',
      open: reply.setup_open,
      demo: reply.demo,
      isReset: reply.demo_reset_at !== undefined,
      clinic: reply.clinic ?? false,
    })
    keepClinic(reply.clinic ?? false)
  } catch (error) {
    console.warn(error)
    if (setupState.getState().answer === 'unknown') setupState.setState({ answer: 'unreachable' })
  }
}
