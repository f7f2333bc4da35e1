import type { HeldRequest, TellRequest, WipedRequest } from 'sync-protocol/wire/device-standing'
import type { Speaker } from 'sync-protocol/wire/store'
import type { Database } from '../database/connect.ts'
import { listDevices, setRevoked } from './device-list-store.ts'
import {
  keepHeld,
  keepTold,
  keepWiped,
  knownDevice,
  removedAmong,
  standingOf,
} from './device-standing-store.ts'

export type DeviceStore = ReturnType<typeof deviceStore>

/** An organization's tablets. */
export const deviceStore = ({ pool }: Pick<Database, 'pool'>) => ({
  list: (orgId: string) => listDevices(pool, orgId),
  setRevoked: (speaker: Speaker, device: string, revoked: boolean, now: Date) =>
    setRevoked(pool, speaker, device, revoked, now),
  tell: (speaker: Speaker, device: string, told: TellRequest, now: Date, hasKey: boolean) =>
    keepTold(pool, speaker, device, told, now, hasKey),
  standing: (orgId: string, device: string, now: Date) => standingOf(pool, orgId, device, now),
  removedAmong: (orgId: string, userIds: readonly string[]) => removedAmong(pool, orgId, userIds),
  held: (told: HeldRequest, now: Date) => keepHeld(pool, told, now),
  wiped: (told: WipedRequest, now: Date) => keepWiped(pool, told, now),
  known: (orgId: string, device: string) => knownDevice(pool, orgId, device),
})
