import { trustedHeads } from '../../data/outbox/ledger-verification.ts'
import { currentUser } from '../../data/people/session.ts'
import { nextTask } from '../../in-slices.ts'
import { formatFileDate } from '../../ui/format.ts'
import { comparison } from './comparison.ts'
import { followLedger } from './follow-ledger.ts'
import { readPage } from './ledger-calls.ts'
import { ledgerFile } from './ledger-file.ts'
import { ledgerText as text } from './ledger-text.ts'

interface Exporting {
  onProgress(read: number, of: number): void
  isOver(): boolean
}

/**
 * The ledger as the ledger screen exports it, read now. Null when it was given up.
 * @throws OfflineError and ServerError of the calls
 */
export async function exportedLedger({ onProgress, isOver }: Exporting) {
  const { time_zone: timeZone, org_name } = currentUser()
  const reading = { onProgress, isOver, pause: nextTask }
  const followed = await followLedger({ ...reading, readPage, known: await trustedHeads(), timeZone })
  if (followed === null) return null
  const records = await comparison(followed, reading)
  if (isOver()) return null
  const now = new Date()
  return {
    blob: await ledgerFile(followed, org_name, now, records, nextTask),
    name: text.fileName(formatFileDate(now, timeZone)),
    isWhole: followed.told.ok,
    entries: followed.lines.length,
  }
}
