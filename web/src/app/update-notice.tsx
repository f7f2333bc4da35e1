import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { syncStatus } from '../data/database/sync-status.ts'
import { Banner } from '../ui/banner.tsx'
import { whenCalm } from '../ui/when-calm.ts'
import { registerUpdates } from './register-updates.ts'
import { updateText } from './update-notice-text.ts'

interface UpdateNoticeProps {
  /** False while a sheet is open: nothing reloads this tab but its own button. */
  mayReload: () => boolean
}

/** Told with each answer of the server that this version is too old. */
const whenRequired = (required: () => void) =>
  syncStatus.subscribe(({ updateRequired }) => {
    if (updateRequired) required()
  })

/** Registers the service worker, and offers a new version without interrupting. */
export function UpdateNotice({ mayReload }: UpdateNoticeProps) {
  const [apply, setApply] = useState<() => void>()
  const required = useStore(syncStatus, ({ updateRequired }) => updateRequired)
  const latest = useRef(mayReload)
  useEffect(() => {
    latest.current = mayReload
  })
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
    return registerUpdates({
      mayReload: () => latest.current(),
      onReady: (found) => setApply(() => found),
      whenRequired,
    })
  }, [])
  const wanted = required || apply !== undefined
  const [calm, setCalm] = useState(false)
  useEffect(() => {
    if (!wanted) return undefined
    const end = whenCalm(window, () => setCalm(true))
    return () => {
      end()
      setCalm(false)
    }
  }, [wanted])
  // It moves all that is below it: never under a finger that is on its way.
  if (!calm) return null
  const action = apply && { action: { label: updateText.apply, onPress: apply } }
  if (required) {
    return (
      <Banner kind="attention" title={updateText.required} {...action}>
        <p>{updateText.requiredText}</p>
        {apply === undefined && <p>{updateText.looking}</p>}
      </Banner>
    )
  }
  if (apply === undefined) return null
  return <Banner kind="info" title={updateText.ready} {...action} onDismiss={() => setApply(undefined)} />
}
