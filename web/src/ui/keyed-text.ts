/** A text field as a key finds it: its text, and what of it is selected (from, to; equal where only the caret stands). */
export interface Keyed {
  readonly text: string
  readonly from: number
  readonly to: number
}

export type NumberKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'delete'

const caretAt = (text: string, at: number): Keyed => ({ text, from: at, to: at })

/**
 * What a key makes of it: as a keyboard would, so that nothing pressed is dropped without being seen. A point that would stand
 * first gets its zero ('.5' is misread as 5).
 */
export function keyed({ text, from, to }: Keyed, key: NumberKey): Keyed {
  const start = key === 'delete' && from === to ? Math.max(0, from - 1) : from
  const before = text.slice(0, start)
  const put = key === 'delete' ? '' : key === '.' && before === '' ? '0.' : key
  return caretAt(before + put + text.slice(to), before.length + put.length)
}

/** Two contacts of one finger, as of a glove that slips; nobody presses one key again that soon (ms). */
const BOUNCE_MS = 70

export interface KeyPress {
  key: NumberKey
  /** The event's own time stamp, in ms: a busy page hears of it later. */
  at: number
}

export const isBounce = (last: KeyPress | null, press: KeyPress): boolean =>
  last !== null && last.key === press.key && press.at - last.at < BOUNCE_MS
