import { readLedgerLines, type LedgerPage } from 'sync-protocol/wire/ledger'
import { serverFile } from '../../data/server-call.ts'

/** The entries of the ledger after this number, as the server stores them; the ledger is on no tablet. */
export async function readPage(after: number): Promise<LedgerPage> {
  const { blob } = await serverFile(`/ledger/lines?after=${after}`)
  return readLedgerLines(await blob.text())
}
