import { useLiveQuery } from 'dexie-react-hooks'
import { FilePen } from 'lucide-react'
import { openDraft } from '../../data/drafts/open-draft.ts'
import { exportedAt } from '../../data/drafts/exported-draft.ts'
import { chooseForThisTab } from '../../data/drafts/own-drafts.ts'
import { paths } from '../../paths.ts'
import { Tile } from '../../ui/tile.tsx'
import { offerWords } from './offer-words.ts'

/** The signed-in user's open sheet, first of all; nothing while there is none. */
export function OpenSheetOffer() {
  const draft = useLiveQuery(() => openDraft())
  if (draft === undefined) return null
  return (
    <div className="open-sheet">
      <Tile
        to={paths.newSheet}
        onPress={() => chooseForThisTab(draft.meta.author_id, draft._id)}
        icon={<FilePen />}
        {...offerWords(draft, exportedAt(localStorage, draft._id))}
      />
    </div>
  )
}
