import type { ClinicDatabase, LaneRow, SettingValues } from './clinic-database.ts'
import { usersToSend } from './outbox.ts'
import { readSetting } from './settings.ts'

/** What a round looks at before it asks the server anything. */
export interface RoundGround {
  toReturn: boolean
  lanes: LaneRow[]
  keys: SettingValues['section_keys'] | undefined
  /** Who has something unsent, in order. */
  users: string[]
}

/** Read side by side in one transaction: every answer that is waited for alone holds up what somebody waits to see. */
export function readRoundGround(clinic: ClinicDatabase): Promise<RoundGround> {
  return clinic.transaction('r', [clinic.lanes, clinic.outbox, clinic.settings], async () => {
    const [toReturn, lanes, keys, users] = await Promise.all([
      readSetting(clinic, 'to_return'),
      clinic.lanes.toArray(),
      readSetting(clinic, 'section_keys'),
      usersToSend(clinic),
    ])
    return { toReturn: toReturn === true, lanes, keys, users }
  })
}
