import { isCanonical, type Json } from '../records/json.ts'
import { EMPTY_LEDGER, type LedgerHead } from '../records/ledger-entry.ts'
import { sha256Hex } from '../records/mutation-hash.ts'

/** An entry as it is stored: its canonical text, and the two columns beside it. */
export interface LedgerRow {
  n: number
  text: string
  hash: string
}

/** A head seen before: on a tablet, with the history of the server that it was seen in, or on a printed sheet. */
export interface KnownHead {
  n: number
  /** Hex; of a printed one the beginning is enough. */
  hash: string
  epoch?: string
}

/** The entries that were written in one history of the server (sync contract, section 10: epoch). */
export interface LedgerHistory {
  epoch: string
  from: number
  to: number
}

export type BrokenBy =
  | 'number' // an entry is missing, doubled or out of its place
  | 'hash' // it was changed after it was written
  | 'form' // its hash is its own, but it is no canonical JSON
  | 'rewritten' // it and its hash were written anew: the entry after it names another
  | 'link' // it does not name the hash of the entry before it
  | 'remembered' // it is not the entry that was seen under this number
  | 'cut' // it was seen once, or the server's own head names it, and the ledger ends before it
  | 'head' // the server's own head is not this ledger's

export interface LedgerBreak {
  ok: false
  /** Number of the first broken entry. */
  n: number
  by: BrokenBy
  /** The head that shows it. */
  known?: KnownHead
  /** The number that stands in its place. */
  found?: number
}

export interface LedgerWhole {
  ok: true
  head: LedgerHead
  histories: LedgerHistory[]
  /** Heads of earlier histories that are not in this one: they went when the server was restored from a backup. */
  lost: KnownHead[]
}

interface Links {
  n: number
  prev: string
  epoch: string
}

/** What the walk needs of an entry; null for a text that is not the canonical JSON of one. */
function linksOf(text: string): Links | null {
  try {
    const entry = JSON.parse(text) as { [key: string]: Json }
    const { n, prev, epoch } = entry
    if (!isCanonical(text, entry) || typeof n !== 'number') return null
    return typeof prev === 'string' && typeof epoch === 'string' ? { n, prev, epoch } : null
  } catch {
    return null
  }
}

/**
 * Follows a ledger row by row from its beginning, or from an entry known before, and names the first broken one (sync
 * contract, section 12). A chain alone cannot show that its end was cut off or that all of it was written anew: the heads
 * seen before can. `epoch` is the server's present history, the one of the last entries.
 */
export class LedgerWalk {
  private readonly epoch: string
  private readonly known: readonly KnownHead[]
  private readonly knownAt = new Map<number, KnownHead[]>()
  private readonly histories: LedgerHistory[] = []
  private readonly lost: KnownHead[] = []
  private head: LedgerHead
  private broken: LedgerBreak | undefined
  /** An entry does not name the one before it: the next one shows which of the two was written anew. */
  private doubtful: LedgerBreak | undefined

  constructor(epoch: string, known: readonly KnownHead[] = [], after: LedgerHead = EMPTY_LEDGER) {
    this.epoch = epoch
    this.known = known
    this.head = after
    for (const one of known) this.knownAt.set(one.n, [...(this.knownAt.get(one.n) ?? []), one])
  }

  /** Takes the next row; after a break nothing more is looked at. */
  take(row: LedgerRow): LedgerBreak | undefined {
    if (this.broken) return this.broken
    const n = this.head.n + 1
    if (row.n !== n) return this.breaks(n, 'number', { found: row.n })
    if (sha256Hex(row.text) !== row.hash) return this.breaks(n, 'hash')
    const links = linksOf(row.text)
    if (links === null) return this.breaks(n, 'form')
    if (links.n !== n) return this.breaks(n, 'number', { found: links.n })
    if (this.doubtful) return this.decide(links.prev)
    if (links.prev === this.head.hash) return this.accept(row, links.epoch)
    this.doubtful = { ok: false, n, by: 'link' }
    this.head = { n, hash: row.hash }
    return undefined
  }

  /** What the ledger is, now that no row is left; `head` is what the server itself says of its end. */
  end(head: LedgerHead): LedgerBreak | LedgerWhole {
    if (!this.broken && this.doubtful) this.decide(head.hash)
    if (this.broken) return this.broken
    const last = this.head
    if (head.n > last.n) return this.breaks(last.n + 1, 'cut', { known: head })
    if (head.n < last.n) return this.breaks(head.n + 1, 'head', { known: head })
    if (head.hash !== last.hash) return this.breaks(last.n, 'head', { known: head })
    for (const known of this.known.filter(({ n }) => n > last.n)) {
      if (!this.isOfEarlierHistory(known)) return this.breaks(last.n + 1, 'cut', { known })
      this.lost.push(known)
    }
    return { ok: true, head: last, histories: this.histories, lost: this.lost }
  }

  private breaks(n: number, by: BrokenBy, more: Pick<LedgerBreak, 'known' | 'found'> = {}): LedgerBreak {
    this.broken = this.doubtful ?? { ok: false, n, by, ...more }
    return this.broken
  }

  private accept(row: LedgerRow, epoch: string): LedgerBreak | undefined {
    for (const known of this.knownAt.get(row.n) ?? []) {
      if (row.hash.startsWith(known.hash)) continue
      if (!this.isOfEarlierHistory(known, epoch)) return this.breaks(row.n, 'remembered', { known })
      this.lost.push(known)
    }
    const last = this.histories.at(-1)
    if (last?.epoch === epoch) last.to = row.n
    else this.histories.push({ epoch, from: row.n, to: row.n })
    this.head = { n: row.n, hash: row.hash }
    return undefined
  }

  /** The entry that the next one names is the one that was written first. */
  private decide(prev: string): LedgerBreak | undefined {
    const before = this.head.n - 1
    if (prev === this.head.hash && before > 0) this.doubtful = { ok: false, n: before, by: 'rewritten' }
    this.broken = this.doubtful
    return this.broken
  }

  /** A restore loses only entries of histories that ended before the one that stands in their place. */
  private isOfEarlierHistory({ epoch }: KnownHead, standing = this.epoch): boolean {
    if (epoch === undefined || epoch === this.epoch || epoch === standing) return false
    return standing === this.epoch || this.histories.some((history) => history.epoch === epoch)
  }
}
