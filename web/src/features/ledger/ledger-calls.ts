import { readLedgerLines, type LedgerPage } from 'sync-protocol/wire/ledger'
import { LEDGERED } from 'sync-protocol/rules/ledger-records'
import { serverCall, serverFile } from '../../data/people/server-call.ts'
import type { RecordsPage } from './compare-records.ts'

/** The entries of the ledger after this number, as the server stores them; the ledger is on no tablet. */
export async function readPage(after: number): Promise<LedgerPage> {
  const { blob } = await serverFile(`/ledger/lines?after=${after}`)
  return readLedgerLines(await blob.text())
}

/**
 * The server's records of what enters the ledger, after this place, as they are in this epoch. Their shape is not asked
 * for: whatever was made of one in the database is compared, and named.
 */
export async function readRecords(epoch: string, after: string | null): Promise<RecordsPage> {
  const place = after === null ? '' : `&after=${after}`
  const page = await serverCall(
    'GET',
    `/sync/snapshot?collections=${LEDGERED.join(',')}&limit=1000&epoch=${epoch}${place}`,
  )
  return page as RecordsPage
}
