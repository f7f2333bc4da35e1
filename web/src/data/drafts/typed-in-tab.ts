import { TYPED } from './forget-typed.ts'

/**
 * What a person types into a screen that saves nothing, so that a reload of this tab finds it. It is gone with the tab, and with the
 * person: see the shell.
 */
const key = (userId: string, what: string) => `${TYPED}${userId}/${what}`

export function readTyped(userId: string, what: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key(userId, what)) ?? 'null')
  } catch (error) {
    console.warn('What was typed cannot be read.', error)
    return null
  }
}

/** Full or forbidden storage must never stop a form: what was typed is then lost with a reload. */
export function keepTyped(userId: string, what: string, value: unknown): void {
  try {
    sessionStorage.setItem(key(userId, what), JSON.stringify(value))
  } catch (error) {
    console.warn('What was typed could not be kept.', error)
  }
}

export function forgetTyped(userId: string, what: string): void {
  sessionStorage.removeItem(key(userId, what))
}
