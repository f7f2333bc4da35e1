const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'
const BASE = DIGITS.length
const at = (key: string, place: number) => (place < key.length ? DIGITS.indexOf(key.charAt(place)) : 0)

/** What a row stands by in its list. */
export interface Ordered {
  _id: string
  order: string
}

/** The one order that all tablets show. Two of them may have chosen the same key: the ids decide then. */
export const byOrder = (a: Ordered, b: Ordered): number =>
  a.order === b.order ? (a._id < b._id ? -1 : 1) : a.order < b.order ? -1 : 1

/**
 * A key between two others, by which texts sort: a row moves by one key of its own, and no other row changes. `''` before
 * everything, null after everything. A key never ends in 0, so that there is always one before it.
 */
export function keyBetween(before: string, after: string | null): string {
  if (after === null && before !== '') return keyAfter(before)
  if (after !== null && before >= after) throw new RangeError(`No key between ${before} and ${after}.`)
  let key = ''
  let bounded = after !== null
  for (let place = 0; ; place += 1) {
    const low = at(before, place)
    const high = bounded ? at(after ?? '', place) : BASE
    const middle = Math.floor((low + high) / 2)
    if (middle > low) return key + DIGITS.charAt(middle)
    key += DIGITS.charAt(low)
    // From here on anything is below `after`.
    if (low < high) bounded = false
  }
}

/** The next one: a list that grows at its end has short keys. */
function keyAfter(before: string): string {
  const last = at(before, before.length - 1)
  return last + 1 < BASE ? before.slice(0, -1) + DIGITS.charAt(last + 1) : `${before}1`
}

/** `count` keys one after the other, after `before`. */
export function keysAfter(before: string, count: number): string[] {
  const keys: string[] = []
  for (let nth = 0; nth < count; nth += 1) keys.push(keyBetween(keys.at(-1) ?? before, null))
  return keys
}

/**
 * The new keys that bring a row to a place (0 first) among all others: its own, and that of a row which stood at the same key
 * as another. `rows` are in order. Empty where it stands there already.
 */
export function moving<Row extends Ordered>(
  rows: readonly Row[],
  id: string,
  to: number,
): { row: Row; order: string }[] {
  const from = rows.findIndex(({ _id }) => _id === id)
  const moved = rows[from]
  if (moved === undefined || from === to) return []
  const wanted = rows.filter((row) => row !== moved)
  wanted.splice(to, 0, moved)
  const changed: { row: Row; order: string }[] = []
  let before = wanted[to - 1]?.order ?? ''
  for (const row of wanted.slice(to)) {
    if (row !== moved && row.order > before) break
    const after = wanted.slice(to).find((other) => other !== moved && other.order > before)
    before = keyBetween(before, after?.order ?? null)
    changed.push({ row, order: before })
  }
  return changed
}
