import type { ListedDevice } from 'sync-protocol/wire/device-list'
import { deviceNameText as text } from './device-name-text.ts'

/** What a tablet is called: as people call it, else its browser and the end of its id, which two alike differ by. */
export function deviceName({ name, platform, _id }: Pick<ListedDevice, 'name' | 'platform' | '_id'>): string {
  if (name !== null && name !== '') return name
  const end = _id.slice(-4)
  return platform === null ? text.unnamed(end) : `${platform} (${end})`
}
