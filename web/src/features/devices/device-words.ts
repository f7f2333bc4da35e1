import type { ListedDevice } from 'sync-protocol/wire/device-list'
import { formatDateTime } from '../../ui/format.ts'
import { devicesText as text } from './devices-text.ts'

/** The lines of a tablet's card: when and by whom it was used, what is unsent, what runs on it, and its revocation. */
export function deviceLines(device: ListedDevice, timeZone: string): string[] {
  const at = (moment: string) => formatDateTime(moment, timeZone)
  const { last_seen, revoked_at, wiped_at, gave_up } = device
  const lines = [
    last_seen === null
      ? text.never(at(device.first_seen))
      : text.lastSeen(at(last_seen), device.last_user_name),
    wiped_at === null ? unsentLine(device, at) : '',
    [device.name === null ? null : device.platform, device.app_version && text.version(device.app_version)]
      .filter((part) => part !== null && part !== '')
      .join(' · '),
    ...(revoked_at === null
      ? []
      : [
          text.revokedBy(at(revoked_at), device.revoked_by_name),
          wiped_at !== null ? text.wiped(at(wiped_at), gave_up ?? 0) : heldLine(device, revoked_at),
        ]),
  ]
  return lines.filter((line) => line !== '')
}

/** What a revoked tablet still has to do, or could not. */
function heldLine({ last_seen, unsent }: ListedDevice, revokedAt: string): string {
  if (last_seen === null || last_seen <= revokedAt) return text.notYet
  return unsent === null || unsent === 0 ? text.heardSince : text.holds(unsent)
}

function unsentLine({ unsent, oldest }: ListedDevice, at: (moment: string) => string): string {
  if (unsent === null) return text.untold
  if (unsent === 0) return text.sent
  return text.unsent(unsent, oldest === null ? null : at(oldest))
}
