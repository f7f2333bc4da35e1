import { useLiveQuery } from 'dexie-react-hooks'
import { ledgerAlarms, settleAlarms } from '../../data/ledger-verification.ts'
import { Banner } from '../../ui/banner.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { ledgerText as text } from './ledger-text.ts'
import { shortHead } from './result-words.ts'

/** The server told of a ledger that is not the one seen before; it stays until somebody says that it was looked into. */
export function AlarmNotice({ timeZone }: { timeZone: string }) {
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
  return (
    <Banner kind="harm" title={text.alarm} action={{ label: text.alarmDone, onPress: settle }}>
      {words.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Banner>
  )
}
