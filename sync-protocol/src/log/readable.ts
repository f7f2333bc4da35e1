/** More than any message of ordinary work; a bulk edit of protocols is cut. */
const MESSAGE_MAX = 2000

/** Line ends and other controls, and characters that turn the direction of a text around. */
// oxlint-disable-next-line no-control-regex
const SPACES = /[\t\n\u000B\f\r\u0085\u2028\u2029]+/g
// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]|\p{Cs}/gu

/** Almost every message is: then nothing has to be looked for in it. */
const PLAIN = /^[ -~]*$/

/** A text as one line that every store holds and that reads as it is written, whatever a refused change held. */
export function readable(text: string): string {
  if (text.length <= MESSAGE_MAX && PLAIN.test(text)) return text
  const clean = text.replace(SPACES, ' ').replace(INVISIBLE, '\uFFFD')
  const letters = Array.from(clean)
  return letters.length > MESSAGE_MAX ? `${letters.slice(0, MESSAGE_MAX - 1).join('')}…` : clean
}
