import type { ClinicDatabase } from '../database/clinic-database.ts'
import type { LaneRow } from '../database/clinic-rows.ts'
import type { SettingValues } from '../database/setting-values.ts'
import { nextBatch, type Batch, type Most } from './outbox.ts'
import { readSettings } from '../database/settings.ts'

/** What one person sends first, and in which epoch and from which tablet. */
export interface Ready {
  lane: LaneRow
  epoch: string | undefined
  device: string | undefined
  batch: Batch
}

/** What a round looks at before it asks the server anything. */
export interface RoundState {
  toResubmit: boolean
  lanes: LaneRow[]
  keys: SettingValues['section_keys'] | undefined
  /** Where only one person has something unsent that may leave at once: the first of it. */
  ready: Ready | undefined
}

const SETTINGS = ['to_return', 'section_keys', 'epoch', 'device'] as const

/** Read side by side in one transaction: every answer that is waited for alone holds up what somebody waits to see. */
export function readRoundState(clinic: ClinicDatabase, most: (lane: LaneRow) => Most): Promise<RoundState> {
  return clinic.transaction('r', [clinic.lanes, clinic.outbox, clinic.settings], async () => {
    const [[toResubmit, keys, epoch, device], lanes] = await Promise.all([
      readSettings(clinic, SETTINGS),
      clinic.lanes.toArray(),
    ])
    const state = { toResubmit: toResubmit === true, lanes, keys, ready: undefined }
    const [lane, another] = lanes.filter(({ unsent }) => unsent > 0)
    if (!lane || another) return state
    const next = await nextBatch(clinic, lanes, lane, most(lane))
    const ready = next?.taken_n === lane.taken_n ? { lane, epoch, device, batch: next.batch } : undefined
    return { ...state, ready }
  })
}
