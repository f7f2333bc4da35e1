import { useDeferredValue, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { INJECTIONS_MAX } from 'sync-protocol/records/limits'
import { setLeaveGuard } from '../../data/drafts/leave-guard.ts'
import { listIndex } from '../../data/lists/list-index.ts'
import { searchList, type ListEntry } from '../../data/lists/list-search.ts'
import { session as signedIn } from '../../data/people/session.ts'
import { paths, type Species } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FIRST_ASK, PICKER_SORTS } from '../../ui/picker-ask.ts'
import { pickerText } from '../../ui/picker-text.ts'
import { Picker } from '../../ui/picker.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { useLiveList } from '../../ui/use-live-list.ts'
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
  const own = useStore(signedIn, ({ user }) => user?._id)
  const species = useSheet(({ sheet }) => sheet.draft.species)
  const [ask, setAsk] = useState(FIRST_ASK)
  const text = useDeferredValue(ask.text)
  const { items, status, again } = useLiveList(() => listIndex(COLLECTION_OF[step]))
  const { field, sort, whose } = ask
  const found = useMemo(
    () =>
      searchList(items, {
        text,
        field,
        ...PICKER_SORTS[sort],
        species,
        ...(whose === 'own' && own !== undefined && { own }),
      }),
    [items, text, field, sort, species, whose, own],
  )
  const { shown, isStarred, pressStar } = useShortcuts({ step, species }, found)
  const withShortcuts = ask.text.trim() === '' && shown.favorites.length + shown.recent.length > 0

  const choose = async (id: string) => {
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
      onChoose={(id) => void choose(id)}
      onStar={pressStar}
    />
  )

  return (
    <Picker
      title={sheetText.picker[step]}
      onClose={close}
      footer={step === MODAL_STEP.injections ? <InjectionsFoot onDone={close} /> : undefined}
      ask={ask}
      onAsk={setAsk}
      fields={sheetText.searchFields}
      placeholders={sheetText.placeholders}
      status={status}
      onAgain={again}
      found={found}
      itemKey={({ _id }) => _id}
      renderRow={renderRow}
      first={withShortcuts && <PickerShortcuts shown={shown} renderRow={renderRow} />}
      empty={
        <EmptyState
          title={sheetText.noRecords(sheetText.collections[step])}
          text={whose === 'own' ? sheetText.noOwnRecords : sheetText.addInLibrary}
          action={
            whose === 'own'
              ? {
                  label: pickerText.showOrganization,
                  onPress: () => setAsk({ ...ask, whose: 'organization' }),
                }
              : { label: pickerText.openLibrary, onPress: toLibrary }
          }
        />
      }
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
