import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { APP_VERSION } from '../../data/device/app-version.ts'
import { note, readNoted } from '../../data/view/noted-here.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { whatsNewText as text } from './whats-new-text.ts'

/** Once for each person and version on this tablet; who is here for the first time has nothing that is new. */
export function WhatsNewHint({ userId }: { userId: string }) {
  const [seen, setSeen] = useState(() => readNoted(userId, 'whats-new'))
  const navigate = useNavigate()
  const put = () => {
    note(userId, 'whats-new', APP_VERSION)
    setSeen(APP_VERSION)
  }
  useEffect(() => {
    if (seen === null) note(userId, 'whats-new', APP_VERSION)
  }, [seen, userId])
  if (seen === null || seen === APP_VERSION) return null
  const show = () => {
    put()
    void navigate(paths.helpTopic('new'))
  }
  return (
    <Banner
      kind="info"
      title={text.updated(APP_VERSION)}
      action={{ label: text.show, onPress: show }}
      onDismiss={put}
    />
  )
}
