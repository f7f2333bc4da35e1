import { useStore } from 'zustand'
import { lostStorageRead } from '../data/people/lost-storage.ts'
import { syncStatus } from '../data/database/sync-status.ts'
import { Banner } from '../ui/banner.tsx'
import { showToast } from '../ui/toast-queue.ts'
import { storageText as text } from './storage-text.ts'

const read = () => {
  lostStorageRead().catch((error: unknown) => {
    console.error(error)
    showToast({ kind: 'attention', text: text.notKept })
  })
}

/** On every screen, also before anybody logs in: what became of the storage, until it is read, or there is room again. */
export function StorageNotices() {
  return (
    <>
      <LostStorageNotice />
      <FullStorageNotice />
    </>
  )
}

function LostStorageNotice() {
  const lost = useStore(syncStatus, ({ storageLost }) => storageLost)
  if (!lost) return null
  return (
    <Banner kind="harm" title={text.lost} action={{ label: text.read, onPress: read }}>
      <p>{text.sent}</p>
      <p>{text.unsent}</p>
      <p>{text.prevent}</p>
    </Banner>
  )
}

function FullStorageNotice() {
  const full = useStore(syncStatus, ({ storageFull }) => storageFull)
  if (!full) return null
  return (
    <Banner kind="harm" title={text.full}>
      <p>{text.kept}</p>
      <p>{text.missing}</p>
      <p>{text.free}</p>
    </Banner>
  )
}
