import type { Discrepancy } from './discrepancies.ts'

/** Balance sheets that are to be looked at together, and why. */
export interface DiscrepancyGroup {
  key: string
  /** In the order of their ids. */
  sheets: readonly string[]
  found: readonly Discrepancy[]
}

/** The name of one thing that was found, the same on every tablet. */
export function nameOfFound(one: Discrepancy): string {
  if ('draw_id' in one) return `${one.kind} ${one.draw_id}`
  return `${one.kind} ${'previous_id' in one ? one.previous_id : one.bottle_number}`
}
const others = (one: Discrepancy) => ('with' in one ? one.with : [])

/** What is said of the same sheets stands together, each thing once: two sheets that share five draws are one matter. */
export function discrepancyGroups(all: ReadonlyMap<string, readonly Discrepancy[]>): DiscrepancyGroup[] {
  const groups = new Map<string, { sheets: string[]; found: Map<string, Discrepancy> }>()
  for (const [id, found] of all) {
    for (const one of found) {
      const sheets = [id, ...others(one)].sort()
      const key = sheets.join(' ')
      const group = groups.get(key) ?? { sheets, found: new Map<string, Discrepancy>() }
      if (!group.found.has(nameOfFound(one))) group.found.set(nameOfFound(one), one)
      groups.set(key, group)
    }
  }
  return [...groups].map(([key, { sheets, found }]) => ({ key, sheets, found: [...found.values()] }))
}

/** True when somebody has looked at all that is found of these sheets by now (sync contract M8). */
export function isLookedAt(
  group: DiscrepancyGroup,
  looked: { found: readonly string[] } | undefined,
): boolean {
  const seen = new Set(looked?.found)
  return group.found.every((one) => seen.has(nameOfFound(one)))
}
