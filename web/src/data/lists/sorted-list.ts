/** A total order: no two entries are equal. */
export type Compare<T> = (a: T, b: T) => number

/** Where an entry stands in a sorted list, or would stand. */
export function placeIn<T>(list: readonly T[], entry: T, compare: Compare<T>): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(list[middle] as T, entry) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** What makes one list of another, by places in the old one. */
export interface Edits<T> {
  /** Places of what leaves, ascending. */
  goneAt: readonly number[]
  /** Places before which something comes, ascending. */
  comeAt: readonly number[]
  come: readonly T[]
}

/** What a sorted list needs to lose and gain these; undefined when it does not hold what is to go. */
export function editsOf<T>(
  list: readonly T[],
  gone: readonly T[],
  come: readonly T[],
  compare: Compare<T>,
): Edits<T> | undefined {
  const goneAt = gone.map((entry) => placeIn(list, entry, compare)).sort((a, b) => a - b)
  const leaves = new Set(gone)
  if (goneAt.some((at) => !leaves.has(list[at] as T))) return undefined
  const inOrder = [...come].sort(compare)
  return { goneAt, comeAt: inOrder.map((entry) => placeIn(list, entry, compare)), come: inOrder }
}

/** Few changes are moved in by the engine's own copying, which is some twenty times as fast as a loop. */
const FEW = 8

/** The list after the edits, also where it only runs beside the sorted one. */
export function edited<T>(list: readonly T[], { goneAt, comeAt, come }: Edits<T>): T[] {
  if (goneAt.length + come.length <= FEW) return editedInPlace([...list], { goneAt, comeAt, come })
  const made: T[] = []
  let gone = 0
  let came = 0
  for (let at = 0; at <= list.length; at++) {
    while (comeAt[came] === at) made.push(come[came++] as T)
    if (goneAt[gone] === at) gone++
    else if (at < list.length) made.push(list[at] as T)
  }
  return made
}

function editedInPlace<T>(list: T[], { goneAt, comeAt, come }: Edits<T>): T[] {
  let gone = goneAt.length - 1
  // From the end, so that the places before stay what they are.
  for (let came = come.length - 1; came >= 0 || gone >= 0;) {
    const left = goneAt[gone] ?? -1
    const entered = comeAt[came] ?? -1
    if (left >= entered) {
      list.splice(left, 1)
      gone--
    } else {
      list.splice(entered, 0, come[came] as T)
      came--
    }
  }
  return list
}
