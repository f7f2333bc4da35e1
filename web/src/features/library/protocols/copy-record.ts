import { knownContent } from 'sync-protocol/records/known-content'
import type { ContentOf } from 'sync-protocol/records/kinds'
import { getRecord } from '../../../data/view/records.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import { protocolsText as text } from './protocols-text.ts'

/** What `copy` makes of a library record as it stands; null, and said, when there is nothing to copy. */
export async function copyRecord<C extends 'drugs' | 'fluids', T>(
  collection: C,
  id: string,
  copy: (content: ContentOf<C>) => T | null,
): Promise<T | null> {
  try {
    const stored = (await getRecord(collection, id))?.content ?? null
    const content = stored && knownContent(collection, stored)
    if (stored && content === null) throw new TypeError(`This record of the ${collection} cannot be read.`)
    const copied = content && copy(content)
    if (copied === null) showToast({ text: text.gone, kind: 'attention' })
    return copied
  } catch (error) {
    console.error(error)
    showToast({ text: text.unreadable, kind: 'attention' })
    return null
  }
}
