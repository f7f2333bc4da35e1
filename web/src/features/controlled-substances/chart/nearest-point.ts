interface Placed {
  x: number
  y: number
}

/** As near in time as a finger can tell, in CSS px. */
const TOLERANCE = 8

/** Which of the points is meant: the nearest in time, and of those that stand together the nearest in height; -1 of none. */
export function nearestPoint(points: readonly Placed[], { x, y }: Placed): number {
  const least = points.reduce((nearest, point) => Math.min(nearest, Math.abs(point.x - x)), Infinity)
  let found = -1
  let height = Infinity
  for (const [index, point] of points.entries()) {
    if (Math.abs(point.x - x) > least + TOLERANCE) continue
    const away = Math.abs(point.y - y)
    if (away <= height) [found, height] = [index, away]
  }
  return found
}

/** Where a key leads from a point; from none to the last one, what happened latest. Null where the key means nothing here. */
export function walked(key: string, at: number | null, count: number): number | null {
  const last = count - 1
  const from = at ?? count
  const steps = { Home: -count, End: count, ArrowLeft: -1, ArrowRight: 1 }
  if (count === 0 || !Object.hasOwn(steps, key)) return null
  return Math.max(0, Math.min(from + steps[key as keyof typeof steps], last))
}
