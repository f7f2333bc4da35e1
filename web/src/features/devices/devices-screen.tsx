import { useEffect, useState } from 'react'
import type { ListedDevice } from 'sync-protocol/wire/device-list'
import { currentUser } from '../../data/people/session.ts'
import { deviceId } from '../../data/device/device-database.ts'
import { deviceName } from '../../records/device-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Question } from '../../ui/question.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import './devices.css'
import { changeDevice } from './device-calls.ts'
import { deviceLines } from './device-words.ts'
import { devicesText as text } from './devices-text.ts'
import { useDevices } from './use-devices.ts'

/** The organization's tablets, and revoking one. Needs the server; without it the list stands as it was seen last. */
export function DevicesScreen() {
  const { seen, state, reload } = useDevices()
  const [{ time_zone }] = useState(currentUser)
  const own = useOwnDevice()
  const [asked, setAsked] = useState<ListedDevice | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const again = { label: text.again, onPress: () => void reload() }

  if (seen === null) {
    if (state === 'reading') return <Spinner label={text.reading} />
    const title = state === 'unreachable' ? text.unreachableTitle : text.failedTitle
    return <EmptyState title={title} text={text.unreachableText} action={again} />
  }
  const mayChange = state === 'fresh'

  const change = async (what: 'revoke' | 'restore', device: ListedDevice) => {
    setBusy(device._id)
    try {
      await changeDevice(what, device._id)
      const said = (what === 'revoke' ? text.done : text.restored)(deviceName(device))
      const undo = () => void change('restore', device)
      showToast(what === 'revoke' && device._id !== own ? { text: said, undo } : { text: said })
    } catch (error) {
      console.error(error)
      showToast({ text: text.failed, kind: 'harm' })
    }
    setBusy(null)
    setAsked(null)
    await reload()
  }

  return (
    <div className="page stack devices-page">
      {!mayChange && state !== 'reading' && (
        <Banner
          kind="attention"
          title={state === 'unreachable' ? text.unreachableTitle : text.failedTitle}
          action={again}
        >
          {text.unreachableText} {text.stale(formatDateTime(seen.at, time_zone))}
        </Banner>
      )}
      <p className="quiet">
        {text.intro} {text.count(seen.devices.length)}.
      </p>
      <ul className="stack-tight devices">
        {seen.devices.map((device) => (
          <li key={device._id}>
            <DeviceCard
              device={device}
              own={device._id === own}
              timeZone={time_zone}
              mayChange={mayChange}
              busy={busy === device._id}
              onRevoke={() => setAsked(device)}
              onRestore={() => void change('restore', device)}
            />
          </li>
        ))}
      </ul>
      {asked !== null && (
        <Question
          title={text.ask(deviceName(asked))}
          text={asked._id === own ? `${text.askHere} ${text.askText}` : text.askText}
          second={text.askSecond}
          danger
          busy={busy !== null && text.revoking}
          onNo={() => setAsked(null)}
          onYes={() => void change('revoke', asked)}
        />
      )}
    </div>
  )
}

function useOwnDevice(): string | null {
  const [own, setOwn] = useState<string | null>(null)
  useEffect(() => {
    deviceId().then(setOwn, (error: unknown) => console.error(error))
  }, [])
  return own
}

interface DeviceCardProps {
  device: ListedDevice
  own: boolean
  timeZone: string
  mayChange: boolean
  busy: boolean
  onRevoke: () => void
  onRestore: () => void
}

function DeviceCard({ device, own, timeZone, mayChange, busy, onRevoke, onRestore }: DeviceCardProps) {
  const name = deviceName(device)
  const revoked = device.revoked_at !== null
  const label = revoked ? text.restoreOf(name) : text.revokeOf(name)
  return (
    <Card
      title={name}
      label={
        <>
          {own && <Badge>{text.here}</Badge>}
          {revoked && <Badge kind="attention">{text.revoked}</Badge>}
        </>
      }
      lines={deviceLines(device, timeZone)}
      trailing={
        <Button aria-label={label} disabled={!mayChange || busy} onClick={revoked ? onRestore : onRevoke}>
          {revoked ? text.restore : text.revoke}
        </Button>
      }
    />
  )
}
