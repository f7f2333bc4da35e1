import { restoreContent, type EpochHead, type RestoreContent } from '../records/ledger-entry.ts'
import type { Json } from '../records/json.ts'

/** A head seen before: on a tablet, with the epoch of the server that it was seen in, or on a printed sheet. */
export interface KnownHead {
  n: number
  /** Hex; of a printed one the beginning is enough. */
  hash: string
  epoch?: string
}

/** A head that went when the server was restored. */
export interface LostHead extends KnownHead {
  /** The entry of the restore names a head that far, or further, as gone. */
  named: boolean
}

/** The entries that were written in one epoch of the server (sync contract, section 10: epoch). */
export interface LedgerEpoch {
  epoch: string
  from: number
  to: number
  /** What the restore that began it says; absent for the first, and where a version before wrote no such entry. */
  restore?: RestoreContent
}

/** What is read of an entry to follow the epochs. */
export interface EpochLinks {
  n: number
  prev: string
  epoch: string
  op: Json | undefined
  content: Json | undefined
}

/**
 * The epochs of the server that a ledger runs through. Each but the first begins with the entry that a restore from a
 * backup appends, which names the epoch that it continues and the heads that went (sync contract, section 12).
 */
export class LedgerEpochs {
  readonly all: LedgerEpoch[] = []
  private readonly restores: { n: number; content: RestoreContent }[] = []
  private readonly unmarkedUntil: number
  constructor(unmarkedUntil: number) {
    this.unmarkedUntil = unmarkedUntil
  }

  /** Takes an entry that continues the one before it; what is wrong with it as a part of its epoch. */
  take(entry: EpochLinks, isFirstWalked: boolean): 'unmarked' | 'restore' | undefined {
    const { n, epoch } = entry
    const last = this.all.at(-1)
    const isOld = n <= this.unmarkedUntil
    if (entry.op === 'restore') {
      const content = restoreContent.safeParse(entry.content)
      if (!content.success || this.all.some((each) => each.epoch === epoch)) return 'restore'
      const { continues } = content.data
      if (continues.n !== n - 1 || continues.hash !== entry.prev || continues.epoch === epoch)
        return 'restore'
      if (last && continues.epoch !== last.epoch && !isOld) return 'restore'
      this.restores.push({ n, content: content.data })
      this.all.push({ epoch, from: n, to: n, restore: content.data })
      return undefined
    }
    if (last?.epoch === epoch) {
      last.to = n
      return undefined
    }
    if (!isOld && !isFirstWalked) return 'unmarked'
    this.all.push({ epoch, from: n, to: n })
    return undefined
  }

  /** The ledger ends in another epoch than the server's present one: the entry that began that one is gone. */
  misses(epoch: string, end: number): boolean {
    const last = this.all.at(-1)
    return last !== undefined && last.epoch !== epoch && end >= this.unmarkedUntil
  }

  has = (epoch: string): boolean => this.all.some((each) => each.epoch === epoch)

  /**
   * Whether a restore says that this head went with it. A restore that names an earlier end of that epoch, or another entry
   * under that number, contradicts the head: its own number is told.
   */
  whatRestoresSay({ epoch, n, hash }: KnownHead): 'named' | 'nothing' | { contradicts: number } {
    const named = this.restores.flatMap((restore) =>
      (restore.content.lost ?? [])
        .filter((head) => head.epoch === epoch)
        .map((head) => ({ at: restore.n, head })),
    )
    const other = named.find(({ head }) => head.n === n && !head.hash.startsWith(hash))
    if (other) return { contradicts: other.at }
    if (named.some(({ head }) => head.n >= n)) return 'named'
    return named[0] ? { contradicts: named[0].at } : 'nothing'
  }

  /** A printed head names no epoch: it is explained where a restore names that very one. */
  namesLost = (known: KnownHead): boolean =>
    this.restores.some(({ content }) =>
      (content.lost ?? []).some((head: EpochHead) => head.n === known.n && head.hash.startsWith(known.hash)),
    )
}
