import type { SheetDraft } from 'sync-protocol/records/draft'
import { MODAL_STEP, type ListStep } from './modal-steps.ts'
import { COLLECTION_OF } from './picked-record.ts'
import { parseShortcuts, withUsed, type Shortcuts } from './shortcuts.ts'

/** Whose, of which kind, for which species: clinics share tablets, so each person's are their own. */
export interface ShortcutsPlace {
  userId: string
  step: ListStep
  species: SheetDraft['species']
}

const keyOf = ({ userId, step, species }: ShortcutsPlace) =>
  `new-sheet/${userId}/shortcuts/${COLLECTION_OF[step]}/${species}`

export const readShortcuts = (storage: Storage, place: ShortcutsPlace): Shortcuts =>
  parseShortcuts(storage.getItem(keyOf(place)))

/** False where the browser could not keep them. */
export function keepShortcuts(storage: Storage, place: ShortcutsPlace, shortcuts: Shortcuts): boolean {
  try {
    storage.setItem(keyOf(place), JSON.stringify(shortcuts))
    return true
  } catch (error) {
    console.warn('The favorites and what was used lately could not be kept.', error)
    return false
  }
}

/** A sheet was saved or exported: what it was made from comes first the next time. Injections are on it by their names only. */
export function rememberUsed(storage: Storage, userId: string, draft: SheetDraft): void {
  const used = [
    [MODAL_STEP.procedures, draft.procedure],
    [MODAL_STEP.anesthesiaProtocols, draft.anesthesia_protocol],
    [MODAL_STEP.emergencyProtocols, draft.emergency_protocol],
  ] as const
  for (const [step, choice] of used) {
    if (choice?.source_id === undefined) continue
    const place = { userId, step, species: draft.species }
    keepShortcuts(storage, place, withUsed(readShortcuts(storage, place), choice.source_id))
  }
}
