export interface VolumeParts {
  whole: string
  /** With its point, or empty. */
  fraction: string
}

/** '<0.01' stands as '<0' and '.01': whole parts end and fractions begin on one line down the column. */
export function volumeParts(value: string): VolumeParts {
  const point = value.indexOf('.')
  if (point < 0) return { whole: value, fraction: '' }
  return { whole: value.slice(0, point), fraction: value.slice(point) }
}
