import type { Clash } from '../records/conflict.ts'
import { sameJson, type Json, type JsonObject } from '../records/json.ts'
import type { Kind } from '../records/kinds.ts'
import { groupOf, valueAt, withValues } from './field-paths.ts'

type Values = Readonly<Record<string, Json>>

const ofGroup = (kind: Kind, group: string, values: Values) =>
  Object.entries(values).filter(([path]) => groupOf(kind, path) === group)

/** Every field of the group as it stands; absent ones are left out. */
export function groupValues(kind: Kind, group: string, content: JsonObject): Record<string, Json> {
  return Object.fromEntries(
    (kind.groups[group] ?? []).flatMap((field) => {
      const value = content[field]
      return value === undefined ? [] : [[field, value]]
    }),
  )
}

function isCovered(kind: Kind, group: string, was: Values): boolean {
  return (kind.groups[group] ?? []).every(
    (field) =>
      Object.hasOwn(was, field) || (Object.hasOwn(was, `${field}.0`) && Object.hasOwn(was, `${field}.1`)),
  )
}

export interface Merged {
  content: JsonObject
  clashes: Clash[]
}

/**
 * Merges an edit into what stands, group by group (sync contract M1 to M3): a group that nobody else changed takes the
 * new values, one that already has them stays, and one that differs is a clash that leaves what stands. `was` is what
 * the sender saw; fields of a group that it leaves out count as seen only when `unmoved` (the version is still `base`).
 * Every path of `set` must belong to a group.
 */
export function mergeEdit(
  kind: Kind,
  current: JsonObject,
  set: Values,
  was: Values,
  unmoved: boolean,
): Merged {
  const groups = new Set(Object.keys(set).map((path) => groupOf(kind, path)))
  let content = current
  const clashes: Clash[] = []
  for (const group of groups) {
    if (group === undefined) continue
    const saw = ofGroup(kind, group, was)
    const mine = ofGroup(kind, group, set)
    const untouched =
      (unmoved || isCovered(kind, group, was)) &&
      saw.every(([path, value]) => sameJson(valueAt(current, path), value))
    const wanted = withValues(withValues(current, Object.fromEntries(saw)), Object.fromEntries(mine))
    if (untouched) {
      content = withValues(content, Object.fromEntries(mine))
    } else if (!sameJson(groupValues(kind, group, current), groupValues(kind, group, wanted))) {
      clashes.push({
        group,
        base: groupValues(kind, group, withValues(current, Object.fromEntries(saw))),
        theirs: groupValues(kind, group, current),
        mine: groupValues(kind, group, wanted),
      })
    }
  }
  return { content, clashes }
}
