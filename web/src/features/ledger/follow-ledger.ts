import type { LedgerHead } from 'sync-protocol/records/ledger-entry'
import type { KnownHead } from 'sync-protocol/rules/ledger-epochs'
import { LedgerWalk, type LedgerBreak, type LedgerWhole } from 'sync-protocol/rules/ledger-walk'
import type { LedgerLine, LedgerPage } from 'sync-protocol/wire/ledger'
import { inSlices } from '../../in-slices.ts'
import { entryTeller, type ShownEntry } from './ledger-entries.ts'

/** What was read of the ledger, and what it is. */
export interface FollowedLedger {
  header: LedgerPage['header']
  /** All entries, as stored, in their order. */
  lines: LedgerLine[]
  /** The same in words. */
  entries: ShownEntry[]
  /** What the server says of its end, of the moment of the last page. */
  head: LedgerHead
  told: LedgerBreak | LedgerWhole
}

export interface Following {
  readPage(after: number): Promise<LedgerPage>
  known: readonly KnownHead[]
  timeZone: string
  onProgress(read: number, of: number): void
  /** Lets the screen draw. */
  pause(): Promise<void>
  /** The screen is gone: the rest is not read. */
  isOver(): boolean
}

/**
 * Reads the ledger page by page and follows its chain meanwhile, in pieces. Null when the screen was left before the end.
 * @throws OfflineError and ServerError of the calls
 */
export async function followLedger(following: Following): Promise<FollowedLedger | null> {
  const { readPage, known, timeZone, onProgress, isOver } = following
  let page = await readPage(0)
  const { header } = page
  // A server of an earlier version does not say from where on restores are entered.
  const walk = new LedgerWalk(header.epoch, { known, unmarkedUntil: header.unmarked_until ?? Infinity })
  const tell = entryTeller(header.people, timeZone)
  const lines: LedgerLine[] = []
  const entries: ShownEntry[] = []
  const slices = inSlices(following)
  for (;;) {
    // The next page is on its way while this one is followed. A failure is met where it is awaited.
    const next = page.isLast ? undefined : readPage(page.entries.at(-1)?.n ?? 0)
    next?.catch(() => undefined)
    for (const line of page.entries) {
      walk.take({ n: line.n, hash: line.hash, text: line.entry })
      lines.push(line)
      entries.push(tell(line))
      onProgress(lines.length, page.header.head.n)
      if (await slices()) return null
    }
    if (isOver()) return null
    if (next === undefined) break
    page = await next
  }
  const { head } = page.header
  return { header, lines, entries, head, told: walk.end(head) }
}
