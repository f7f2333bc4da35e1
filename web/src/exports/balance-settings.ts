import { readChoices, rememberChoices } from './remembered-choices.ts'

/** `spec 2 §9`: a digital-initial option, default on. */
const DEFAULTS = { initials: true }

const keyOf = (userId: string) => `balance-export:${userId}`

/** Whether this user, on this browser, last had the author's initials printed. */
export const readInitialsChoice = (userId: string): boolean => readChoices(keyOf(userId), DEFAULTS).initials

export const rememberInitialsChoice = (userId: string, initials: boolean): void =>
  rememberChoices(keyOf(userId), { initials })
