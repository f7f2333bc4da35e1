import type { PointedOut } from 'sync-protocol/rules/pointed-out'

/** Balance sheets that are to be looked at together, and why. */
export interface PointedGroup {
  key: string
  /** In the order of the sheets that something was found of. */
  sheets: readonly string[]
  found: readonly PointedOut[]
}

const about = (one: PointedOut) =>
  `${one.kind} ${one.kind === 'same_previous' ? one.previous_id : one.draw_id}`
const others = (one: PointedOut) => (one.kind === 'voided_draw' ? [] : one.with)

/** What is said of the same sheets stands together, each thing once: two sheets that share five draws are one matter. */
export function pointedGroups(all: ReadonlyMap<string, readonly PointedOut[]>): PointedGroup[] {
  const groups = new Map<string, { sheets: string[]; found: Map<string, PointedOut> }>()
  for (const [id, found] of all) {
    for (const one of found) {
      const sheets = [id, ...others(one)].sort()
      const key = sheets.join(' ')
      const group = groups.get(key) ?? { sheets, found: new Map<string, PointedOut>() }
      if (!group.found.has(about(one))) group.found.set(about(one), one)
      groups.set(key, group)
    }
  }
  return [...groups].map(([key, { sheets, found }]) => ({ key, sheets, found: [...found.values()] }))
}
