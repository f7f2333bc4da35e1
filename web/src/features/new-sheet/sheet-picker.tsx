import { useNavigate } from 'react-router-dom'
import { INJECTIONS_MAX } from 'sync-protocol/records/limits'
import { setLeaveGuard } from '../../data/drafts/leave-guard.ts'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { paths, type Species } from '../../paths.ts'
import { RecordPicker, usePicker } from '../../records/record-picker.tsx'
import { useChoices } from '../../records/use-choices.ts'
import { Button } from '../../ui/button.tsx'
import { pickerText } from '../../ui/picker-text.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { MODAL_STEP, type ListStep } from './modal-steps.ts'
import { closed } from './open-sheet.ts'
import { COLLECTION_OF, picked } from './picked-record.ts'
import { PickerShortcuts } from './picker-shortcuts.tsx'
import { SheetPickerRow } from './sheet-picker-row.tsx'
import { useSession, useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'
import { useShortcuts } from './use-shortcuts.ts'

const LIBRARY_OF = {
  [MODAL_STEP.procedures]: paths.procedures,
  [MODAL_STEP.anesthesiaProtocols]: paths.anesthesia,
  [MODAL_STEP.emergencyProtocols]: paths.emergency,
  [MODAL_STEP.injections]: paths.injections,
} as const satisfies Record<ListStep, (species: Species) => string>

/** The clinic's records of one kind for the sheet's species, own or all (`spec 1 §4`): the second tab is open at first. */
export function SheetPicker({ step }: { step: ListStep }) {
  const session = useSession()
  const navigate = useNavigate()
  const species = useSheet(({ sheet }) => sheet.draft.species)
  const picker = usePicker(COLLECTION_OF[step], species)
  const { shown, isStarred, pressStar } = useShortcuts({ step, species }, picker.found)
  const withShortcuts = picker.ask.text.trim() === '' && shown.favorites.length + shown.recent.length > 0

  const read = async (id: string) => {
    try {
      const change = await picked(step, id, species)
      if (change === null) showToast({ text: sheetText.gone, kind: 'attention' })
      else session.update(change)
    } catch (error) {
      console.error(error)
      showToast({ text: sheetText.unreadable, kind: 'attention' })
    }
  }
  const close = () => session.update(closed)
  const { choose, done } = useChoices(close)
  const adds = step === MODAL_STEP.injections
  /** Sent there by this very screen nobody gives the sheet up: it is kept, and back on return. */
  const toLibrary = () => {
    setLeaveGuard(null)
    void navigate(LIBRARY_OF[step](species === 1 ? 1 : 0))
  }
  const renderRow = (entry: ListEntry) => (
    <SheetPickerRow
      step={step}
      entry={entry}
      starred={isStarred(entry._id)}
      onChoose={(id) => choose(read(id))}
      onStar={pressStar}
    />
  )

  const title = sheetText.noRecords(sheetText.collections[step])
  return (
    <RecordPicker
      picker={picker}
      title={sheetText.picker[step]}
      // Any other choice leads on by itself.
      onClose={adds ? done : close}
      footer={adds ? <InjectionsFoot onDone={done} /> : undefined}
      fields={pickerText.fields}
      placeholders={pickerText.placeholders}
      renderRow={renderRow}
      first={withShortcuts && <PickerShortcuts shown={shown} renderRow={renderRow} />}
      noOwn={{ title, text: pickerText.noOwn }}
      empty={{
        title,
        text: pickerText.addInLibrary,
        action: { label: pickerText.openLibrary, onPress: toLibrary },
      }}
    />
  )
}

/** Injections are appended one after the other; how many there are stays in sight. */
function InjectionsFoot({ onDone }: { onDone: () => void }) {
  const count = useSheet(({ sheet }) => sheet.draft.injections.length)
  return (
    <>
      <output className="quiet tabular">
        {sheetText.injections} {sheetText.injectionCount(count, INJECTIONS_MAX)}
      </output>
      <Button kind="primary" onClick={onDone}>
        {sheetText.done}
      </Button>
    </>
  )
}
