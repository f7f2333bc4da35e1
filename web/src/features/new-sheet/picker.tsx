import { useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { INJECTIONS_MAX } from 'sync-protocol/records/limits'
import { listIndex } from '../../data/list-index.ts'
import { searchList } from '../../data/list-search.ts'
import { session as signedIn } from '../../data/session.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { MODAL_STEP, type ListStep } from './modal-steps.ts'
import { closed } from './open-sheet.ts'
import { COLLECTION_OF, picked } from './picked-record.ts'
import './picker.css'
import { PickerList } from './picker-list.tsx'
import { FIRST_SEARCH, PickerSearch, SORTS, type Search } from './picker-search.tsx'
import { useSession, useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'

const TABS = [
  { id: 'own', label: sheetText.own },
  { id: 'organization', label: sheetText.organization },
] as const

/** The clinic's records of one kind for the sheet's species, own or all (`spec 1 §4`): the second tab is open at first. */
export function Picker({ step, back }: { step: ListStep; back?: (() => void) | undefined }) {
  const session = useSession()
  const user = useStore(signedIn, ({ user: profile }) => profile)
  const species = useSheet(({ sheet }) => sheet.draft.species)
  const [tab, setTab] = useState<'own' | 'organization'>('organization')
  const [search, setSearch] = useState<Search>(FIRST_SEARCH)
  const text = useDeferredValue(search.text)
  const index = useMemo(() => listIndex(COLLECTION_OF[step]), [step])
  const entries = useSyncExternalStore(index.subscribe, index.entries)
  const ready = useSyncExternalStore(index.subscribe, index.isReady)
  const userId = user?._id
  const found = useMemo(
    () =>
      searchList(entries, {
        text,
        field: search.field,
        ...SORTS[search.sort],
        species,
        ...(tab === 'own' && userId !== undefined && { own: userId }),
      }),
    [entries, text, search.field, search.sort, species, tab, userId],
  )

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

  return (
    <Modal
      title={sheetText.picker[step]}
      size="wide"
      onClose={close}
      back={back}
      footer={step === MODAL_STEP.injections && <InjectionsFoot onDone={close} />}
    >
      <div className="picker">
        <Tabs label={sheetText.tabs} tabs={TABS} selected={tab} onSelect={setTab}>
          <PickerSearch search={search} onChange={setSearch} />
          <PickerList
            step={step}
            own={tab === 'own'}
            ready={ready}
            found={found}
            searching={text.trim() !== ''}
            onClearSearch={() => setSearch({ ...search, text: '' })}
            onChoose={(id) => void choose(id)}
          />
        </Tabs>
      </div>
    </Modal>
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
