import { useMemo, useState } from 'react'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { currentUser } from '../../data/people/session.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { keepShortcuts, readShortcuts, type ShortcutsPlace } from './kept-shortcuts.ts'
import { sheetText } from './sheet-text.ts'
import { shownShortcuts, withStar } from './shortcuts.ts'

/** What stands first in an open picker, and its stars. */
export function useShortcuts(place: Omit<ShortcutsPlace, 'userId'>, entries: readonly ListEntry[]) {
  const [here] = useState(() => ({ ...place, userId: currentUser()._id }))
  const [kept, setKept] = useState(() => readShortcuts(localStorage, here))
  // The rows that stand first do so until the picker is closed: a star must not move the list under a finger.
  const [first] = useState(kept)
  const shown = useMemo(() => shownShortcuts(first, entries), [first, entries])
  const starred = useMemo(() => new Set(kept.favorites), [kept])

  function pressStar(id: string): void {
    const next = withStar(readShortcuts(localStorage, here), id, !starred.has(id))
    if (keepShortcuts(localStorage, here, next)) setKept(next)
    else showToast({ text: sheetText.favoriteNotKept, kind: 'attention' })
  }

  return { shown, isStarred: (id: string) => starred.has(id), pressStar }
}
