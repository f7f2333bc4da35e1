import type { SetupForm } from './setup-form.ts'

/** In this tab, until the clinic is made: there is no database of the clinic yet. */
const KEY = 'setup'
type Kept = Omit<SetupForm, 'password' | 'confirm_password' | 'setup_code'>

/** Keeps what is typed for a reload, and for who looks elsewhere and comes back; never a password. */
export function keepTyped({ org_name, time_zone, name, email, library }: SetupForm): void {
  const kept: Kept = { org_name, time_zone, name, email, library }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch (error) {
    console.warn('What is typed here is not kept for a reload.', error)
  }
}

export function readTyped(): Partial<Kept> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Kept>
  } catch (error) {
    console.warn('What was typed before cannot be read.', error)
    return {}
  }
}

export const forgetTyped = (): void => sessionStorage.removeItem(KEY)
