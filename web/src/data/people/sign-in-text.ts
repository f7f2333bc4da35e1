/** What a sign-in that failed says (`spec 1 §8`), misspelling included. */
export const signInText = {
  tryOffline: 'The server cannot be reached. The demonstration needs it to open.',
  unknown: 'An unknown error occured. Please contact customer support.',
  refused: "This email hasn't been registered or the password is incorrect. Please try again!",
  offline: 'The server cannot be reached. Your first login on this tablet needs it.',
  wrongPasswordOffline:
    'The server cannot be reached, and this is not the password last used on this tablet.',
  wrongPasswordWait: (wait: string) =>
    `The server cannot be reached, and this is not the password last used on this tablet. Wait ${wait} before the next try.`,
  waiting: (wait: string) =>
    `Too many wrong passwords without the server. Wait ${wait}, or log in when the server can be reached.`,
  notAllowedOffline:
    'The server cannot be reached, and you cannot log in on this tablet without it. Either your organization does not allow that, or the server no longer accepted the password last used here.',
  revoked:
    'Your organization revoked this tablet. Nobody can log in on it. Ask whoever manages the organization.',
  noPermissions: "You don't have access to anything yet. Ask whoever manages your organization.",
} as const

/** Why a session ended by itself, on the screen that asks for the next sign-in. What was saved is safe in each case. */
export const endedText = {
  kept: 'What you saved stays on this tablet and is sent under your name. If your account was removed, a colleague may send it.',
  ended: {
    title: 'The server ended this session.',
    text: 'It expired, or it was ended elsewhere. Please log in again.',
  },
  offline: {
    title: 'Please log in again.',
    text: 'You logged in while the server could not be reached, and the app has been reopened since. It needs your password again.',
  },
  refused: {
    title: 'The server does not accept the password you logged in with.',
    text: 'It was changed while the server could not be reached, or the account was removed. Please log in with the current one.',
  },
  'no-permissions': {
    title: 'You no longer have access to anything.',
    text: 'Ask whoever manages your organization.',
  },
  revoked: {
    title: 'Your organization revoked this tablet.',
    text: 'Nobody can log in on it, and its records are removed.',
  },
} as const

const MINUTE_S = 60
const count = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`

/** '4 minutes 30 seconds'. */
export function waitWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  const [minutes, rest] = [Math.floor(seconds / MINUTE_S), seconds % MINUTE_S]
  if (minutes === 0) return count(rest, 'second')
  return rest === 0 ? count(minutes, 'minute') : `${count(minutes, 'minute')} ${count(rest, 'second')}`
}
