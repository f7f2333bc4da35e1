import { UNSET_MEDICATIONS, type SectionTitles } from 'sync-protocol/rules/section-choices'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { tellingOfFailure } from '../../../data/outbox/failure-log.ts'
import { getRecord } from '../../../data/view/records.ts'
import { save } from '../../../data/outbox/save.ts'
import type { Species } from '../../../paths.ts'
import { listText } from '../../../records/list-text.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import { openCopy, type Opening } from '../editor/opening.ts'
import { libraryText } from '../list/library-text.ts'
import { moveOp } from './move-op.ts'
import { drugsText as text } from './drugs-text.ts'
import type { LiveSection } from '../../../data/view/library-sections.ts'

/** Opens the form of a new record with the content that this one has now. */
export function openCopyOf(
  collection: 'drugs' | 'fluids',
  { _id }: ListEntry,
  species: Species,
  show: (opening: Opening) => void,
): void {
  const read = async () => {
    const record = await getRecord(collection, _id)
    if (record?.content) show(openCopy(record.content, species))
    else showToast({ text: libraryText.gone, kind: 'attention' })
  }
  read().catch((error: unknown) => {
    console.error(error)
    showToast({ text: libraryText.notOpened, kind: 'harm' })
  })
}

/** Saves a move; false when the drug was deleted meanwhile. */
async function moveDrug(_id: string, from: number, to: number): Promise<boolean> {
  const record = await getRecord('drugs', _id)
  if (record === undefined || record.content === null) return false
  const { version, content } = record
  const op = moveOp({ _id, version, content }, from, to)
  if (op !== null) {
    await tellingOfFailure('drug.move_failed', content.name, () => save({ action: 'drug.update', ops: [op] }))
  }
  return true
}

interface Move {
  entry: ListEntry
  sections: readonly LiveSection[]
  target: SectionTitles
  onShown: (sectionKey: number) => void
}

/** Moves a drug and shows where it went (`spec 1 §4`), with UNDO. */
export async function saveMove({ entry, sections, target, onShown }: Move): Promise<void> {
  const { _id, name, section_key: from = UNSET_MEDICATIONS.key } = entry
  const attempt = async (work: () => Promise<boolean>, done: () => void) => {
    try {
      if (await work()) done()
      else showToast({ text: libraryText.gone, kind: 'attention' })
    } catch (error) {
      console.error(error)
      const again = { label: listText.retry, onPress: () => void attempt(work, done) }
      showToast({ text: text.notMoved(name), kind: 'harm', action: again, seconds: 30 })
    }
  }
  const home = sections.find(({ key }) => key === from) ?? UNSET_MEDICATIONS
  const back = () =>
    attempt(
      () => moveDrug(_id, target.key, from),
      () => {
        onShown(home.key)
        showToast({ text: text.movedBack(name, home.title_p) })
      },
    )
  await attempt(
    () => moveDrug(_id, from, target.key),
    () => {
      onShown(target.key)
      showToast({ text: text.moved(name, target.title_p), undo: () => void back() })
    },
  )
}
