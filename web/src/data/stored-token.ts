import { profile, type Profile } from 'sync-protocol/wire/accounts'

const TOKEN = 'token'
const PROFILE = 'profile'

export const readToken = (): string | null => localStorage.getItem(TOKEN)

/** The profile of the signed-in user, so that a cold start without a network knows who it is. */
export function readProfile(): Profile | null {
  const text = localStorage.getItem(PROFILE)
  if (text === null) return null
  try {
    return profile.parse(JSON.parse(text))
  } catch (error) {
    console.warn('The stored profile cannot be read.', error)
    return null
  }
}

export function storeSignedIn(token: string | null, user: Profile): void {
  if (token === null) localStorage.removeItem(TOKEN)
  else localStorage.setItem(TOKEN, token)
  localStorage.setItem(PROFILE, JSON.stringify(user))
}

export function clearSignedIn(): void {
  localStorage.removeItem(TOKEN)
  localStorage.removeItem(PROFILE)
}
