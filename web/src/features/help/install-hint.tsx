import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { InstallWay } from '../../data/device/install-way.ts'
import { note, readNoted } from '../../data/view/noted-here.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { installNow } from './install-now.ts'
import { installText as text } from './install-text.ts'
import { useInstallWay } from './use-install-way.ts'

/** Elsewhere a browser that hands over no question may have installed the app long ago, and does not say so. */
const OFFERED: ReadonlySet<InstallWay> = new Set([
  'ask',
  'share-ipad',
  'share-iphone',
  'menu-firefox-android',
  'menu-samsung',
])

/** A quiet offer, put away for good by one press. */
export function InstallHint({ userId }: { userId: string }) {
  const way = useInstallWay()
  const [away, setAway] = useState(() => readNoted(userId, 'install-hint') !== null)
  const navigate = useNavigate()
  if (away || !OFFERED.has(way)) return null
  const put = () => {
    note(userId, 'install-hint', 'away')
    setAway(true)
  }
  const action =
    way === 'ask'
      ? { label: text.install, onPress: () => void installNow() }
      : { label: text.how, onPress: () => void navigate(paths.helpTopic('install')) }
  return (
    <Banner kind="info" title={text.offer} action={action} onDismiss={put}>
      <p>{text.offerText}</p>
    </Banner>
  )
}
