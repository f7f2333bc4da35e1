/**
 * Small things that a person has seen or put away on this tablet. Only a convenience: where the browser's storage is full or
 * forbidden, a hint comes once more.
 */
const keyOf = (userId: string, what: Noted) => `${what}/${userId}`

export type Noted = 'whats-new' | 'install-hint' | 'first-steps'

export function readNoted(userId: string, what: Noted): string | null {
  return localStorage.getItem(keyOf(userId, what))
}

export function note(userId: string, what: Noted, value: string): void {
  try {
    localStorage.setItem(keyOf(userId, what), value)
  } catch (error) {
    console.warn('What was put away could not be remembered.', error)
  }
}
