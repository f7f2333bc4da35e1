import type { SeenDevices } from '../database/setting-values.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { currentClinic } from '../database/signed-in.ts'

export type { SeenDevices } from '../database/setting-values.ts'

/** Keeps the organization's tablets as the server just told them, to be read when it is out of reach. */
export const keepSeenDevices = (seen: SeenDevices): Promise<void> =>
  writeSetting(currentClinic(), 'devices_seen', seen)

export const seenDevices = (): Promise<SeenDevices | undefined> =>
  readSetting(currentClinic(), 'devices_seen')
