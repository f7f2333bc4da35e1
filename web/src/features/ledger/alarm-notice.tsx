import { useLiveQuery } from 'dexie-react-hooks'
import { ledgerAlarms, settleAlarms } from '../../data/outbox/ledger-verification.ts'
import { Banner } from '../../ui/banner.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { ledgerText as text } from './ledger-text.ts'
import { shortHead } from './result-words.ts'

interface AlarmNoticeProps {
  timeZone: string
  /** On other screens: leads to the ledger; null for somebody who may not read it. Without it the warning can be closed here. */
  onOpen?: (() => void) | null
}

/** The server told of a ledger that is not the one seen before; it stays until somebody says that it was looked into. */
export function AlarmNotice({ timeZone, onOpen }: AlarmNoticeProps) {
  const alarms = useLiveQuery(ledgerAlarms) ?? []
  if (alarms.length === 0) return null
  const words = alarms.map(({ seen, told }) =>
    text.alarmText(
      shortHead(seen),
      formatDateTime(seen.seen_at, timeZone),
      told.n === 0 ? text.alarmNothing : shortHead(told),
      formatDateTime(told.at, timeZone),
    ),
  )
  const settle = () => {
    settleAlarms(words.join(' ')).catch((error: unknown) => {
      console.error(error)
      showToast({ kind: 'attention', text: text.alarmNotDone })
    })
  }
  const open = onOpen && { action: { label: text.alarmOpen, onPress: onOpen } }
  const action = onOpen === undefined ? { action: { label: text.alarmDone, onPress: settle } } : open
  return (
    <Banner kind="harm" title={text.alarm} {...action}>
      {words.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {onOpen === null && <p>{text.alarmTell}</p>}
    </Banner>
  )
}
