import type { JsonObject } from 'sync-protocol/records/json'
import { getRecord } from '../../../data/view/records.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import { protocolsText as text } from './protocols-text.ts'

/** What `copy` makes of a library record as it stands; null, and said, when there is nothing to copy. */
export async function copyRecord<T>(
  collection: 'drugs' | 'fluids',
  id: string,
  copy: (content: JsonObject) => T | null,
): Promise<T | null> {
  try {
    const content = (await getRecord(collection, id))?.content ?? null
    const copied = content && copy(content)
    if (copied === null) showToast({ text: text.gone, kind: 'attention' })
    return copied
  } catch (error) {
    console.error(error)
    showToast({ text: text.unreadable, kind: 'attention' })
    return null
  }
}
