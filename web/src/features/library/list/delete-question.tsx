import { useState } from 'react'
import { MUTATION_OPS_MAX } from 'sync-protocol/records/limits'
import { Question } from '../../../ui/question.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { deleteRecords, restoreRecords } from './deletion.ts'
import type { Deleted } from './deletion.ts'
import type { LibraryKind } from './library-kind.ts'
import { libraryText as text } from './library-text.ts'

interface DeleteQuestionProps {
  kind: LibraryKind
  records: readonly { _id: string; name: string }[]
  onClose: () => void
  onDeleted: () => void
}

async function bringBack(kind: LibraryKind, deleted: readonly Deleted[]): Promise<void> {
  try {
    const restored = await restoreRecords(kind, deleted)
    showToast({ text: restored === 0 ? text.nothingToRestore : text.restored(restored, kind) })
  } catch (error) {
    console.error(error)
    const again = { label: text.retry, onPress: () => void bringBack(kind, deleted) }
    showToast({ text: text.notRestored, kind: 'harm', action: again, seconds: 30 })
  }
}

export function DeleteQuestion({ kind, records, onClose, onDeleted }: DeleteQuestionProps) {
  const [state, setState] = useState<'asking' | 'busy' | 'failed'>('asking')
  const remove = async () => {
    setState('busy')
    try {
      const deleted = await deleteRecords(
        kind,
        records.map(({ _id }) => _id),
      )
      showToast({ text: text.deleted(deleted.length, kind), undo: () => void bringBack(kind, deleted) })
      onDeleted()
    } catch (error) {
      console.error(error)
      setState('failed')
    }
  }
  const only = records.length === 1 ? records[0] : undefined
  const steps = Math.ceil(records.length / MUTATION_OPS_MAX)
  const failed = state === 'failed' && (
    <span className="library-not-deleted" role="alert">
      <strong>{text.notSaved}</strong> {text.notDeletedText(kind)}
    </span>
  )
  return (
    <Question
      danger
      title={only === undefined ? text.deleteMany(records.length, kind) : text.deleteOne(only.name)}
      text={only === undefined ? text.deleteManyText(records.length, kind) : text.deleteOneText(only.name)}
      {...((steps > 1 || failed !== false) && {
        second: (
          <>
            {steps > 1 && text.inSteps(steps)}
            {failed}
          </>
        ),
      })}
      onNo={onClose}
      onYes={() => void remove()}
      {...(state === 'failed' && { yesLabel: text.retry })}
      busy={state === 'busy' && text.deleting}
    />
  )
}
