import { useStore } from 'zustand'
import { lostStorageRead } from '../data/lost-storage.ts'
import { syncStatus } from '../data/sync-status.ts'
import { Banner } from '../ui/banner.tsx'
import { showToast } from '../ui/toast-queue.ts'
import { lostStorageText as text } from './lost-storage-text.ts'

const read = () => {
  lostStorageRead().catch((error: unknown) => {
    console.error(error)
    showToast({ kind: 'attention', text: text.notKept })
  })
}

/** On every screen, also before anybody logs in, until a person says that they have read it. */
export function LostStorageNotice() {
  const lost = useStore(syncStatus, ({ storageLost }) => storageLost)
  if (!lost) return null
  return (
    <Banner kind="harm" title={text.title} action={{ label: text.read, onPress: read }}>
      <p>{text.sent}</p>
      <p>{text.unsent}</p>
      <p>{text.prevent}</p>
    </Banner>
  )
}
