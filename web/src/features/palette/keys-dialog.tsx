import { useState } from 'react'
import { usePerson } from '../../records/use-person.ts'
import { readSingleKeys, setSingleKeys, SINGLE_KEYS } from '../../ui/desk-keys.ts'
import { KeyList } from '../../ui/key-list.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { paletteText as text } from './palette-text.ts'

/** The keys that work everywhere, and whether the single ones do. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { _id: userId } = usePerson()
  const [single, setSingle] = useState(() => readSingleKeys(userId))
  return (
    <Modal title={text.keysTitle} onClose={onClose} outsideCloses>
      <div className="stack">
        <KeyList />
        <Segmented
          label={text.singleKeys}
          value={single}
          options={SINGLE_KEYS.map((value) => ({ value, label: text.singleKeysChoices[value] }))}
          onChange={(next) => {
            setSingleKeys(next, userId)
            setSingle(next)
          }}
        />
        <p className="quiet small">{text.singleKeysHint}</p>
      </div>
    </Modal>
  )
}
