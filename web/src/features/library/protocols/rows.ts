/** A number that tells a row from its neighbours while a form is open, also when the same drug stands twice. It is not saved. */
export interface Row {
  readonly row: number
}

export const freshRow = (rows: readonly Row[]): number => Math.max(0, ...rows.map(({ row }) => row)) + 1

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

export const changedRow = <R extends Row>(
  rows: readonly R[],
  row: number,
  change: (row: R) => R,
): readonly R[] => rows.map((one) => (one.row === row ? change(one) : one))
