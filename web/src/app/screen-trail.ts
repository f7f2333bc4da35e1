export interface Step {
  /** The history entry's key. */
  key: string
  path: string
  title: string
}

/** Where this tab has been since it was loaded; a reload starts anew, and the way back is then Home. */
export interface Trail {
  current: Step | null
  /** By history entry: the screen that it was reached from. */
  before: ReadonlyMap<string, Step>
}

export const NO_TRAIL: Trail = { current: null, before: new Map() }

/** The trail after the browser shows `step`, reached by a new entry, by going through the history, or in place. */
export function walked(trail: Trail, how: 'PUSH' | 'POP' | 'REPLACE', step: Step): Trail {
  const from = trail.current
  if (from === null || how === 'POP') return { ...trail, current: step }
  const origin = how === 'PUSH' ? from : trail.before.get(from.key)
  if (origin === undefined || origin.path === step.path) return { ...trail, current: step }
  return { current: step, before: new Map(trail.before).set(step.key, origin) }
}

/** The screen before this one; undefined after a deep link or a reload. */
export const previousOf = (trail: Trail): Step | undefined =>
  trail.current === null ? undefined : trail.before.get(trail.current.key)
