import { useEffect, useRef, useState } from 'react'
import { Banner } from '../ui/banner.tsx'
import { registerUpdates } from './register-updates.ts'
import { updateText } from './update-notice-text.ts'

interface UpdateNoticeProps {
  /** False while a sheet is open: nothing reloads this tab but its own button. */
  mayReload: () => boolean
}

/** Registers the service worker, and offers a new version without interrupting. */
export function UpdateNotice({ mayReload }: UpdateNoticeProps) {
  const [apply, setApply] = useState<() => void>()
  const latest = useRef(mayReload)
  useEffect(() => {
    latest.current = mayReload
  })
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
    return registerUpdates({ mayReload: () => latest.current(), onReady: (found) => setApply(() => found) })
  }, [])
  if (apply === undefined) return null
  return (
    <Banner
      kind="info"
      title={updateText.ready}
      action={{ label: updateText.apply, onPress: apply }}
      onDismiss={() => setApply(undefined)}
    />
  )
}
