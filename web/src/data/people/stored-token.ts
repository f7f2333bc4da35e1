import { profile, type Profile } from 'sync-protocol/wire/accounts'

const TOKEN = 'token'
const PROFILE = 'profile'
const TURN = 'session_turn'

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

/** Counts the sign-ins and sign-outs of this tablet: of localStorage and the database the one that is further on is right. */
export const readTurn = (): number => Number(localStorage.getItem(TURN) ?? 0)

export function storeSignedIn(token: string | null, user: Profile, turn: number): void {
  if (token === null) localStorage.removeItem(TOKEN)
  else localStorage.setItem(TOKEN, token)
  localStorage.setItem(PROFILE, JSON.stringify(user))
  localStorage.setItem(TURN, String(turn))
}

export function clearSignedIn(turn: number): void {
  localStorage.removeItem(TOKEN)
  localStorage.removeItem(PROFILE)
  localStorage.setItem(TURN, String(turn))
}
