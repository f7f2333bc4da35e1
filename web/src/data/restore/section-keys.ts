import type { DeviceReply } from 'sync-protocol/wire/devices'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import type { LaneRow } from '../database/clinic-rows.ts'
import type { SettingValues } from '../database/setting-values.ts'
import { adoptEpoch } from './new-epoch.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { currentClinic } from '../database/signed-in.ts'

/** Below this many left, the next block is asked for at the next contact. */
const LOW = 20

/** The block of section keys that this tablet asks for: its present one, or the next when that runs low. */
export function blockToAsk(keys: SettingValues['section_keys'] | undefined): number {
  if (!keys) return 0
  return keys.to - keys.next + 1 < LOW ? keys.block + 1 : keys.block
}

/** The server knows the lane; a new block of section keys is kept, one that is here already is not dealt out twice. */
export async function storeRegistration(
  clinic: ClinicDatabase,
  lane: LaneRow,
  block: number,
  reply: DeviceReply,
): Promise<void> {
  await adoptEpoch(clinic, reply.epoch)
  await clinic.transaction('rw', [clinic.lanes, clinic.settings], async () => {
    const present = await clinic.lanes.get(lane.user_id)
    if (present?.id === lane.id)
      await clinic.lanes.update(lane.user_id, {
        registered: true,
        shut_out: false,
        push_token: reply.push_token ?? present.push_token,
      })
    const keys = await readSetting(clinic, 'section_keys')
    if (!keys || keys.block < block)
      await writeSetting(clinic, 'section_keys', {
        block,
        next: reply.section_keys.from,
        to: reply.section_keys.to,
      })
  })
}

/** A key for a new section, or null on a tablet that has none left: it must reach the server once. */
export const takeSectionKey = (): Promise<number | null> => sectionKeyOf(currentClinic())

export function sectionKeyOf(clinic: ClinicDatabase): Promise<number | null> {
  return clinic.transaction('rw', [clinic.settings], async () => {
    const keys = await readSetting(clinic, 'section_keys')
    if (!keys || keys.next > keys.to) return null
    await writeSetting(clinic, 'section_keys', { ...keys, next: keys.next + 1 })
    return keys.next
  })
}

/** How many new sections this tablet can number without the server. */
export async function sectionKeysLeft(): Promise<number> {
  const keys = await readSetting(currentClinic(), 'section_keys')
  return keys ? Math.max(0, keys.to - keys.next + 1) : 0
}
