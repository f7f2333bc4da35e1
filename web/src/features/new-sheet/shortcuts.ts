/** The records of one kind that one person keeps at hand for one species, by their ids, which never change. */
export interface Shortcuts {
  /** In the order in which they were marked, so that each keeps its place. */
  readonly favorites: readonly string[]
  /** The last used comes first. */
  readonly recent: readonly string[]
}

export const NO_SHORTCUTS: Shortcuts = { favorites: [], recent: [] }

/** More than are shown: some of them may have been deleted since. */
export const RECENT_KEPT = 12
/** Rows above the list of a picker. */
export const SHORTCUTS_SHOWN = 6
/** Of them for what was used lately, however many favorites there are. */
export const RECENT_SHOWN = 2

export function withUsed(shortcuts: Shortcuts, id: string): Shortcuts {
  const recent = [id, ...shortcuts.recent.filter((one) => one !== id)].slice(0, RECENT_KEPT)
  return { ...shortcuts, recent }
}

export function withStar(shortcuts: Shortcuts, id: string, starred: boolean): Shortcuts {
  const others = shortcuts.favorites.filter((one) => one !== id)
  return { ...shortcuts, favorites: starred ? [...others, id] : others }
}

export interface ShownShortcuts<T> {
  favorites: readonly T[]
  recent: readonly T[]
}

/** What stands above a list of `entries`; a record that is not among them is left out, and none stands there twice. */
export function shownShortcuts<T extends { _id: string }>(
  { favorites, recent }: Shortcuts,
  entries: readonly T[],
): ShownShortcuts<T> {
  if (favorites.length === 0 && recent.length === 0) return { favorites: [], recent: [] }
  const wanted = new Set([...favorites, ...recent])
  const found = new Map<string, T>()
  for (const entry of entries) if (wanted.has(entry._id)) found.set(entry._id, entry)
  const there = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const entry = found.get(id)
      return entry === undefined ? [] : [entry]
    })
  const starred = new Set(favorites)
  const lately = there(recent.filter((id) => !starred.has(id)))
  const first = there(favorites).slice(0, SHORTCUTS_SHOWN - Math.min(lately.length, RECENT_SHOWN))
  return { favorites: first, recent: lately.slice(0, SHORTCUTS_SHOWN - first.length) }
}

const ids = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.filter((one) => typeof one === 'string'))] : []

/** What a browser kept; anything else counts as nothing kept. */
export function parseShortcuts(kept: string | null): Shortcuts {
  if (kept === null) return NO_SHORTCUTS
  try {
    const read: unknown = JSON.parse(kept)
    if (typeof read !== 'object' || read === null) return NO_SHORTCUTS
    const { favorites, recent } = { favorites: undefined, recent: undefined, ...read }
    return { favorites: ids(favorites), recent: ids(recent).slice(0, RECENT_KEPT) }
  } catch {
    return NO_SHORTCUTS
  }
}
