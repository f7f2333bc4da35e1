import { beginningOf } from 'sync-protocol/records/sheet-id'
import type { ClinicDatabase } from './clinic-database.ts'
import type { KeptPrint } from './clinic-rows.ts'

/** A paper that old lies on no table any more. */
const KEPT_MS = 30 * 24 * 3_600_000

/** Keeps that a file was made of this sheet, open or saved: the next one replaces it. */
export async function keepPrint(
  clinic: ClinicDatabase,
  sheetId: string,
  print: Omit<KeptPrint, 'sheet' | 'before'>,
): Promise<void> {
  const old = new Date(Date.parse(print.at) - KEPT_MS).toISOString()
  await clinic.transaction('rw', [clinic.prints], async () => {
    const last = await lastPrint(clinic, sheetId)
    const before = last?.said === print.said ? last.before : last && withoutChain(last)
    await clinic.prints.put({ ...print, sheet: beginningOf(sheetId), ...(before && { before }) })
    await clinic.prints.where('at').below(old).delete()
  })
}

const withoutChain = ({ sheet: _sheet, before: _before, ...print }: KeptPrint) => print

/** The last file that was made of this sheet on this tablet, by whomever, before or after it was saved. */
export async function lastPrint(clinic: ClinicDatabase, sheetId: string): Promise<KeptPrint | undefined> {
  return clinic.prints.get(beginningOf(sheetId))
}
