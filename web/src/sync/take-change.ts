import type { ChangeEvent, ChangePage } from 'sync-protocol/wire/events'
import type { ClinicDatabase } from '../data/database/clinic-database.ts'
import { readSettings } from '../data/database/settings.ts'
import { takeTold } from '../data/view/take-page.ts'

/** Stores the change that came with an event, where this tablet stands just before it; false: it has to be asked for. */
export function takeChange(clinic: ClinicDatabase, page: ChangePage, deviceNow: number): Promise<boolean> {
  const { epoch, from, changes: records, cursor, ledger_head } = page
  const ledger = { ...ledger_head, at: new Date(deviceNow).toISOString() }
  return takeTold(clinic, { epoch, from }, { records, cursor }, ledger)
}

/** Whether an event tells of something that is not here yet: of more of the feed, or of another epoch (sync contract L6). */
export async function isNews(clinic: ClinicDatabase, { head, epoch }: ChangeEvent): Promise<boolean> {
  const [known, cursor = 0] = await readSettings(clinic, ['epoch', 'cursor'])
  return head > cursor || (epoch !== undefined && known !== undefined && epoch !== known)
}
