import { useLiveQuery } from 'dexie-react-hooks'
import { FilePen } from 'lucide-react'
import { openDraft } from '../../data/drafts/open-draft.ts'
import { chooseForThisTab } from '../../data/drafts/own-drafts.ts'
import { paths } from '../../paths.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Tile } from '../../ui/tile.tsx'
import { homeText } from './home-text.ts'

/** The signed-in user's open sheet, first of all; nothing while there is none. */
export function OpenSheetOffer() {
  const draft = useLiveQuery(() => openDraft())
  if (draft === undefined) return null
  const patient = draft.content?.kind === 'sheet' ? draft.content.name : ''
  const changed = draft.meta.date_edited ?? draft.meta.date_created
  const { saved } = draft
  return (
    <div className="open-sheet">
      <Tile
        to={paths.newSheet}
        onPress={() => chooseForThisTab(draft.meta.author_id, draft._id)}
        icon={<FilePen />}
        title={saved === undefined ? homeText.openSheet(patient) : homeText.leftSheet(patient)}
        text={
          saved === undefined
            ? homeText.openSheetText(formatDateTime(changed))
            : homeText.leftSheetText(saved.meta.author_name, formatDateTime(saved.meta.date_created))
        }
      />
    </div>
  )
}
