import { MUTATION_OPS_MAX } from 'sync-protocol/records/limits'
import { NotDeleted, useDeletion } from '../../../records/deletion.tsx'
import type { DeletionEnds } from '../../../records/list-screen.tsx'
import { listText } from '../../../records/list-text.ts'
import { Question } from '../../../ui/question.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { deleteRecords, restoreRecords } from './deletion.ts'
import type { Deleted } from './deletion.ts'
import type { LibraryKind } from './library-kind.ts'
import { libraryText as text } from './library-text.ts'

interface DeleteQuestionProps extends DeletionEnds {
  kind: LibraryKind
  records: readonly { _id: string; name: string }[]
}

async function bringBack(kind: LibraryKind, deleted: readonly Deleted[]): Promise<void> {
  try {
    const restored = await restoreRecords(kind, deleted)
    showToast({ text: restored === 0 ? text.nothingToRestore : text.restored(restored, kind) })
  } catch (error) {
    console.error(error)
    const again = { label: listText.retry, onPress: () => void bringBack(kind, deleted) }
    showToast({ text: text.notRestored, kind: 'harm', action: again, seconds: 30 })
  }
}

export function DeleteQuestion({ kind, records, onClose, onDeleted }: DeleteQuestionProps) {
  const { failed, attempt, shown } = useDeletion()
  const remove = async () => {
    const ids = records.map(({ _id }) => _id)
    const deleted = await deleteRecords(kind, ids)
    showToast({ text: text.deleted(deleted.length, kind), undo: () => void bringBack(kind, deleted) })
    onDeleted()
  }
  const only = records.length === 1 ? records[0] : undefined
  const steps = Math.ceil(records.length / MUTATION_OPS_MAX)
  return (
    <Question
      danger
      title={only === undefined ? listText.deleteMany(records.length, kind.many) : text.deleteOne(only.name)}
      text={only === undefined ? text.deleteManyText(records.length, kind) : text.deleteOneText(only.name)}
      {...((steps > 1 || failed) && {
        second: (
          <>
            {steps > 1 && text.inSteps(steps)}
            {failed && <NotDeleted>{text.notDeletedText(kind)}</NotDeleted>}
          </>
        ),
      })}
      onNo={onClose}
      onYes={() => attempt(remove)}
      {...shown}
    />
  )
}
