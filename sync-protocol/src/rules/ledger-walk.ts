import { isCanonical, type Json } from '../records/json.ts'
import { EMPTY_LEDGER, type LedgerHead } from '../records/ledger-entry.ts'
import { sha256Hex } from '../records/mutation-hash.ts'
import {
  LedgerEpochs,
  type EpochLinks,
  type KnownHead,
  type LedgerEpoch,
  type LostHead,
} from './ledger-epochs.ts'

/** An entry as it is stored: its canonical text, and the two columns beside it. */
export interface LedgerRow {
  n: number
  text: string
  hash: string
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
  | 'unmarked' // another history begins there without the entry that a restore appends
  | 'restore' // the entry of a restore does not say what was before it, or what was seen of it

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
  epochs: LedgerEpoch[]
  /** Heads of earlier epochs that are not in this one: they went when the server was restored from a backup. */
  lost: LostHead[]
}

export interface WalkOptions {
  known?: readonly KnownHead[]
  /** The entry right before the first one that is taken. */
  after?: LedgerHead
  unmarkedUntil?: number
  /** As `sha256Hex`, where the host has a faster one. */
  hex?: (text: string) => string
}

/** What the walk needs of an entry; null for a text that is not the canonical JSON of one. */
function linksOf(text: string): EpochLinks | null {
  try {
    const entry = JSON.parse(text) as { [key: string]: Json }
    const { n, prev, epoch, op, content } = entry
    if (!isCanonical(text, entry) || typeof n !== 'number') return null
    return typeof prev === 'string' && typeof epoch === 'string' ? { n, prev, epoch, op, content } : null
  } catch {
    return null
  }
}

/**
 * Follows a ledger row by row from its beginning, or from an entry known before, and names the first broken one (sync
 * contract, section 12). A chain alone cannot show that its end was cut off or that all of it was written anew: the heads
 * seen before can. `epoch` is the server's present epoch, the one of the last entries. Up to the entry `unmarkedUntil`
 * epochs may begin without the entry of a restore, which versions before did not write.
 */
export class LedgerWalk {
  private readonly epoch: string
  private readonly hex: (text: string) => string
  private readonly known: readonly KnownHead[]
  private readonly knownAt = new Map<number, KnownHead[]>()
  private readonly epochs: LedgerEpochs
  private readonly begun: LedgerHead
  private readonly lost: KnownHead[] = []
  private head: LedgerHead
  private broken: LedgerBreak | undefined
  /** An entry does not name the one before it: the next one shows which of the two was written anew. */
  private doubtful: LedgerBreak | undefined

  constructor(epoch: string, options: WalkOptions = {}) {
    const { known = [], after = EMPTY_LEDGER, unmarkedUntil = 0, hex = sha256Hex } = options
    this.epoch = epoch
    this.hex = hex
    this.known = known
    this.head = after
    this.begun = after
    this.epochs = new LedgerEpochs(unmarkedUntil)
    for (const one of known) this.knownAt.set(one.n, [...(this.knownAt.get(one.n) ?? []), one])
  }

  /** Takes the next row; after a break nothing more is looked at. */
  take(row: LedgerRow): LedgerBreak | undefined {
    if (this.broken) return this.broken
    const n = this.head.n + 1
    if (row.n !== n) return this.breaks(n, 'number', { found: row.n })
    if (this.hex(row.text) !== row.hash) return this.breaks(n, 'hash')
    const links = linksOf(row.text)
    if (links === null) return this.breaks(n, 'form')
    if (links.n !== n) return this.breaks(n, 'number', { found: links.n })
    if (this.doubtful) return this.decide(links.prev)
    if (links.prev === this.head.hash) return this.accept(row, links)
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
      if (!this.isOfEarlierEpoch(known)) return this.breaks(last.n + 1, 'cut', { known })
      this.lost.push(known)
    }
    // A restore appends its entry before anything else is written in its epoch.
    if (this.epochs.misses(this.epoch, last.n)) return this.breaks(last.n + 1, 'unmarked')
    const lost: LostHead[] = []
    for (const known of this.lost) {
      const said = this.epochs.whatRestoresSay(known)
      if (typeof said === 'object') return this.breaks(said.contradicts, 'restore', { known })
      lost.push({ ...known, named: said === 'named' })
    }
    return { ok: true, head: last, epochs: this.epochs.all, lost }
  }

  private breaks(n: number, by: BrokenBy, more: Pick<LedgerBreak, 'known' | 'found'> = {}): LedgerBreak {
    this.broken = this.doubtful ?? { ok: false, n, by, ...more }
    return this.broken
  }

  private accept(row: LedgerRow, links: EpochLinks): LedgerBreak | undefined {
    const { epoch } = links
    const wrong = this.epochs.take(links, row.n === this.begun.n + 1)
    if (wrong) return this.breaks(row.n, wrong)
    for (const known of this.knownAt.get(row.n) ?? []) {
      if (row.hash.startsWith(known.hash)) continue
      if (!this.isOfEarlierEpoch(known, epoch)) return this.breaks(row.n, 'remembered', { known })
      this.lost.push(known)
    }
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

  /** A restore loses only entries of epochs that ended before the one that stands in their place. */
  private isOfEarlierEpoch(known: KnownHead, current = this.epoch): boolean {
    const { epoch } = known
    if (epoch === undefined) return this.epochs.namesLost(known)
    if (epoch === this.epoch || epoch === current) return false
    return current === this.epoch || this.epochs.has(epoch)
  }
}
