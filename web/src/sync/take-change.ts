import type { ChangePage } from 'sync-protocol/wire/events'
import type { ClinicDatabase } from '../data/clinic-database.ts'
import { takeTold } from '../data/take-page.ts'

/** Stores the change that came with an event, where this tablet stands just before it; false: it has to be asked for. */
export function takeChange(clinic: ClinicDatabase, page: ChangePage, deviceNow: number): Promise<boolean> {
  const { epoch, from, changes: records, cursor, ledger_head } = page
  const ledger = { ...ledger_head, at: new Date(deviceNow).toISOString() }
  return takeTold(clinic, { epoch, from }, { records, cursor }, ledger)
}
