import type { Code } from './recording.ts'

/** The code that is on this tablet's screen: it is there again after a reload. Clinics share tablets, so each user has their own. */
const key = (userId: string) => `code/${userId}`
/** Nobody comes back to a screen that was left open longer ago than this, ms. */
const LEFT_MS = 2 * 3_600_000

export function readOpenCode(userId: string): Code | null {
  const [at = '', codeId = '', sheetId] = (localStorage.getItem(key(userId)) ?? '').split(' ')
  if (codeId === '' || Date.now() - Number(at) > LEFT_MS) return null
  return { codeId, ...(sheetId !== undefined && { sheetId }) }
}

/** Full or forbidden storage must never stop a code. */
export function keepOpenCode(userId: string, code: Code | null): void {
  try {
    if (code === null) localStorage.removeItem(key(userId))
    else
      localStorage.setItem(
        key(userId),
        [Date.now(), code.codeId, ...(code.sheetId === undefined ? [] : [code.sheetId])].join(' '),
      )
  } catch (error) {
    console.warn('The open code could not be remembered.', error)
  }
}
