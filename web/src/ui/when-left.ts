/** Where a number is typed: its keys, and the field that they write into. */
const TYPING = '.number-pad, .keypad-number'
const isTyping = (place: EventTarget | null) => place instanceof Element && place.closest(TYPING) !== null
const ENDS: ReadonlySet<string> = new Set(['Enter', 'Escape'])

/**
 * Calls back when whoever typed turns to anything else: the focus leaves the field, something beside the number's own keys is
 * pressed (a finger's press need not take the focus), or a key ends the typing. Gives what ends the waiting.
 */
export function whenLeft(then: () => void): () => void {
  const ended = new AbortController()
  const heard = { capture: true, signal: ended.signal }
  document.addEventListener('focusout', ({ relatedTarget }) => isTyping(relatedTarget) || then(), heard)
  document.addEventListener('click', ({ target }) => isTyping(target) || then(), heard)
  document.addEventListener('keydown', ({ key }) => ENDS.has(key) && then(), heard)
  return () => ended.abort()
}
