import type { Clash } from '../records/conflict.ts'
import { sameJson, type Json, type JsonObject } from '../records/json.ts'
import type { Kind } from '../records/kind.ts'
import { groupOf, valueAt, withValues } from './field-paths.ts'

type Values = Readonly<Record<string, Json>>

/** What was changed, what was seen of it, and by which edition. */
export interface Edit {
  set: Values
  was: Values
  edition: number
}

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

/** Whether two values of a group say the same, whenever they were entered. */
export function sameGroup(kind: Kind, group: string, a: JsonObject, b: JsonObject): boolean {
  const said = (content: JsonObject) => {
    const values = groupValues(kind, group, content)
    for (const time of /* @rule same-entered */ kind.times ?? []) delete values[time]
    return values
  }
  return sameJson(said(a), said(b))
}

/** What an edit's own edition does not know it could not have seen, nor touched. */
function isCovered(kind: Kind, group: string, { was, edition }: Edit): boolean {
  return (kind.groups[group] ?? []).every(
    (field) =>
      /* @rule unknown-to-maker */ (kind.fields[field]?.since ?? 1) > edition ||
      Object.hasOwn(was, field) ||
      (Object.hasOwn(was, `${field}.0`) && Object.hasOwn(was, `${field}.1`)),
  )
}

/** True when these are the values that the sender says to have seen of the group. */
export function isAsSeen(kind: Kind, group: string, content: JsonObject, was: Values): boolean {
  return /* @rule was */ ofGroup(kind, group, was).every(
    ([path, value]) => kind.times?.includes(path) === true || sameJson(valueAt(content, path), value),
  )
}

/**
 * A group as a clash: what the sender saw and wants, and what stands. Fields that the edit does not say are taken from
 * `seen` alone, never from what stands: a group of two people's numbers must not even be offered (sync contract M3).
 */
export function clashOf(
  kind: Kind,
  group: string,
  stands: JsonObject,
  { set, was }: { set: Values; was: Values },
  seen: JsonObject = {},
): Clash {
  const base = withValues(seen, Object.fromEntries(ofGroup(kind, group, was)))
  const mine = withValues(base, Object.fromEntries(ofGroup(kind, group, set)))
  return {
    group,
    base: groupValues(kind, group, base),
    theirs: groupValues(kind, group, stands),
    mine: groupValues(kind, group, mine),
  }
}

/** The groups that an edit changes; a path without one does not count. */
export function groupsOf(kind: Kind, set: Values): string[] {
  const groups = Object.keys(set).flatMap((path) => groupOf(kind, path) ?? [])
  return [...new Set(groups)]
}

/** A content with each clashing group replaced by the sender's, as a whole. */
export function withMine(
  kind: Kind,
  content: JsonObject,
  clashes: readonly Pick<Clash, 'group' | 'mine'>[],
): JsonObject {
  return clashes.reduce((next, { group, mine }) => {
    const absent = Object.fromEntries((kind.groups[group] ?? []).map((field) => [field, null]))
    return withValues(next, { ...absent, ...(mine as Record<string, Json>) })
  }, content)
}

/**
 * What a tablet shows of its own pending edit: each group as its person entered it, also where another's change of it has
 * come in since. Until the server decides, nobody may read a dose made of both (sync contract T2, M3).
 */
export function asEntered(kind: Kind, current: JsonObject, edit: Edit): JsonObject {
  const mine = groupsOf(kind, edit.set).map((group) =>
    clashOf(kind, group, current, edit, isCovered(kind, group, edit) ? {} : current),
  )
  return withMine(kind, current, mine)
}

export interface Merged {
  content: JsonObject
  clashes: Clash[]
}

/**
 * Merges an edit into what stands, group by group (sync contract M1 to M3): a group that nobody else changed takes the
 * new values, one that already has them stays, and one that differs is a clash that leaves what stands. `was` is what
 * the sender saw; fields of a group that it leaves out count as seen only when `unmoved` (the version is still `base`), or
 * when its edition does not know them.
 * Every path of `set` must belong to a group.
 */
export function mergeEdit(kind: Kind, current: JsonObject, edit: Edit, unmoved: boolean): Merged {
  let content = current
  const clashes: Clash[] = []
  for (const group of groupsOf(kind, edit.set)) {
    const saw = Object.fromEntries(ofGroup(kind, group, edit.was))
    const mine = Object.fromEntries(ofGroup(kind, group, edit.set))
    const untouched = (unmoved || isCovered(kind, group, edit)) && isAsSeen(kind, group, current, edit.was)
    const wanted = withValues(withValues(current, saw), mine)
    if (untouched) {
      content = withValues(content, mine)
    } else if (!sameGroup(kind, group, current, wanted)) {
      clashes.push(clashOf(kind, group, current, edit))
    }
  }
  return { content, clashes }
}
