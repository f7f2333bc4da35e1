/** The row that a key leads to from row `at` (-1 is the list itself), or undefined where the key means nothing to a list. */
export function rowAfterKey(
  key: string,
  at: number,
  count: number,
  rowsOnScreen: number,
): number | undefined {
  if (count === 0) return undefined
  const last = count - 1
  const page = Math.max(1, rowsOnScreen - 1)
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, at + 1)
    case 'ArrowUp':
      return Math.max(0, at - 1)
    case 'PageDown':
      return Math.min(last, Math.max(0, at) + page)
    case 'PageUp':
      return Math.max(0, at - page)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
