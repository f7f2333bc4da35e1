/** A number that tells a row from its neighbours while a form is open, also when the same drug stands twice. It is not saved. */
export interface Row {
  readonly row: number
}

/** A number that no row had before, nor one that is gone: an offer to put it back may still name it, or the section it was in. */
export const freshRow = (): number => Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)

/** A row that was taken out, and where it stood. */
export interface Removed<R extends Row> {
  row: R
  index: number
}

export function removedRow<R extends Row>(rows: readonly R[], row: number): Removed<R> | null {
  const index = rows.findIndex((one) => one.row === row)
  const found = rows[index]
  return found === undefined ? null : { row: found, index }
}

export const without = <R extends Row>(rows: readonly R[], row: number): readonly R[] =>
  rows.filter((one) => one.row !== row)

/** The rows with one back where it stood, unless there are `most` of them by now. */
export function withBack<R extends Row>(rows: readonly R[], { row, index }: Removed<R>, most: number) {
  if (rows.length >= most || rows.some((one) => one.row === row.row)) return rows
  return [...rows.slice(0, index), row, ...rows.slice(index)]
}

/** The same rows where nothing changes. */
export function changedRow<R extends Row>(
  rows: readonly R[],
  row: number,
  change: (row: R) => R,
): readonly R[] {
  const next = rows.map((one) => (one.row === row ? change(one) : one))
  return next.every((one, index) => one === rows[index]) ? rows : next
}
