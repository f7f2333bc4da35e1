import { parseKnown } from 'sync-protocol/records/known'
import { lastInputKey as key } from '../../data/device/last-input.ts'
import { withPressedUnit } from '../../data/drafts/pressed-units.ts'
import { sheetDraft, type SheetDraft } from 'sync-protocol/records/draft'

/** What was typed in the last moment before the page went, and the draft that it belongs to, if one was begun. */
export interface Unwritten {
  id: string | null
  content: SheetDraft
}

/** A page that goes ends its database transactions; this storage alone is written before it is gone. */
export function keepUnwritten(storage: Storage, userId: string, draft: Unwritten): void {
  try {
    storage.setItem(key(userId), JSON.stringify({ ...draft, at: new Date().toISOString() }))
  } catch (error) {
    console.warn('The last input could not be kept.', error)
  }
}

export const forgetUnwritten = (storage: Storage, userId: string): void => storage.removeItem(key(userId))

export function readUnwritten(storage: Storage, userId: string): Unwritten | null {
  const text = storage.getItem(key(userId))
  if (text === null) return null
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null || !('content' in kept)) return null
    const id = 'id' in kept && typeof kept.id === 'string' ? kept.id : null
    const at = 'at' in kept ? String(kept.at) : ''
    return { id, content: withPressedUnit(storage, parseKnown(sheetDraft, kept.content), at) }
  } catch (error) {
    console.warn('What was typed last cannot be read.', error)
    return null
  }
}
