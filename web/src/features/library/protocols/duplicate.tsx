import { Copy } from 'lucide-react'
import type { Collection } from 'sync-protocol/records/envelope'
import { nameIn } from 'sync-protocol/records/kinds'
import { NAME_MAX } from 'sync-protocol/records/limits'
import { cutText } from 'sync-protocol/rules/cut-text'
import { getRecord } from '../../../data/view/records.ts'
import type { Species } from '../../../paths.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import { openCopy, type Opening } from '../editor/opening.ts'
import type { CardAction } from '../../../records/list-card.tsx'
import type { ListControls } from '../list/library-screen.tsx'
import { protocolsText as text } from './protocols-text.ts'

/** 'Copy of' the name, cut where it would be too long, never through a character. */
export const copyName = (name: string): string => cutText(text.copyOf(name), NAME_MAX).trimEnd()

async function duplicate(
  collection: Collection,
  id: string,
  species: Species,
  show: (opening: Opening) => void,
): Promise<void> {
  try {
    const content = (await getRecord(collection, id))?.content ?? null
    const name = nameIn(collection, content)
    if (name === '') showToast({ text: text.gone, kind: 'attention' })
    else show(openCopy({ ...content, name: copyName(name) }, species))
  } catch (error) {
    console.error(error)
    showToast({ text: text.unreadable, kind: 'attention' })
  }
}

/** In the menu of a protocol's card: a new protocol that starts with the content of this one; nothing is saved by it. */
export const duplicateAction = (
  collection: Collection,
  species: Species,
  { show }: ListControls,
): CardAction => ({
  id: 'duplicate',
  label: text.duplicate,
  icon: <Copy />,
  onPress: ({ _id }) => void duplicate(collection, _id, species, show),
})
