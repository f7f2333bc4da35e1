import { useState, useSyncExternalStore } from 'react'
import { appVersion } from '../../data/device/app-version.ts'
import { onInstallChange, wayToInstall } from '../../data/device/install-prompt.ts'
import type { InstallWay } from '../../data/device/install-way.ts'
import { thisPlatform } from '../../data/device/platform-name.ts'
import type { SyncStatus } from '../../data/database/sync-status.ts'
import { formatBytes } from '../../ui/format.ts'
import { deviceText as text } from './device-text.ts'

const MINUTE_MS = 60_000

/** How the device's clock goes, by the server's clock less its own in ms; within a minute is right. */
export function clockWords(offsetMs: number | null): string {
  if (offsetMs === null || Math.abs(offsetMs) <= MINUTE_MS) return text.clockRight
  return text.clockOff(Math.round(Math.abs(offsetMs) / MINUTE_MS), offsetMs < 0)
}

export function storageWords({ usage, quota, persisted }: SyncStatus['storage']): string {
  const used = quota === 0 ? text.usedUnknown : text.used(formatBytes(usage), formatBytes(quota))
  return `${used}${used.endsWith('.') ? '' : '.'} ${persisted ? text.protected : text.unprotected}`
}

interface DeviceFactsProps {
  device: string
  status: SyncStatus
  offsetMs: number | null
}

export const installWords = (way: InstallWay): string =>
  way === 'done' ? text.installed : `${text.notInstalled} ${text.installBy[way]}`

export function DeviceFacts({ device, status, offsetMs }: DeviceFactsProps) {
  const way = useSyncExternalStore(onInstallChange, wayToInstall)
  const [platform] = useState(thisPlatform)
  const facts: readonly (readonly [string, string])[] = [
    [text.storage, storageWords(status.storage)],
    [text.clock, clockWords(offsetMs)],
    [text.version, appVersion()],
    [text.platform, platform],
    [text.install, installWords(way)],
    [text.id, device],
  ]
  return (
    <dl className="device-facts">
      {facts.map(([term, words]) => (
        <div key={term}>
          <dt className="quiet small">{term}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  )
}
