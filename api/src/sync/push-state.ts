import type { Outcome, PushState, Waiting } from 'sync-protocol/merge/push-state'
import { isUnseen, type Seer } from 'sync-protocol/merge/beside'
import type { RecordName } from 'sync-protocol/merge/merge-state'
import type { PresentAuthor } from 'sync-protocol/merge/present-author'
import { keyOf, type Collection, type SyncRecord } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import type { PresentUser } from './organization-lock-store.ts'

/** All that the database holds about one record that a push may look at. */
export interface Known {
  record?: SyncRecord
  lastContent?: JsonObject
  refused?: boolean
  /** What came back before it, and waits for it. */
  waiting?: Waiting[]
  /** The newest version that each lane made, and its place in its tablet's order: what the lane made before was saved before. */
  versions?: Map<string, { version: number; order?: number }>
}

export interface LaneState {
  user_id: string
  last_n: number
}

/** A section of drugs, living or deleted. */
export interface FoundSection {
  _id: string
  key: number
  title: string
}

/** What the database holds about one push: everything that it may look at, as far as that can be told beforehand. */
export interface Found {
  /** Undefined for somebody who was removed; `revoked` where their tablet was, by what it is called. */
  user: (PresentUser & { revoked?: string }) | undefined
  /** The users that mutations which come back after a restore name. */
  readonly authors: Map<string, PresentAuthor>
  lane: LaneState | undefined
  readonly numbers: Map<number, string>
  readonly outcomes: Map<string, Outcome>
  readonly known: Map<string, Known>
  /** By lane: the copy of a balance table that it went on with. */
  readonly redirects: Map<string, Map<string, string>>
  /** Undefined until somebody asks. */
  sections: FoundSection[] | undefined
}

/**
 * What a push looks at, loaded beforehand. It notes every name that was asked for and never loaded: `takePush` is pure, so
 * the store loads those and runs it again.
 */
export class LoadedState implements PushState {
  readonly missedNames = new Map<string, RecordName>()
  readonly missedLanes = new Set<string>()
  missedSections = false
  readonly found: Found
  private readonly seq: number

  constructor(seq: number, found: Found) {
    this.seq = seq
    this.found = found
  }

  private look(collection: Collection, id: string): Known | undefined {
    const name = { collection, _id: id }
    const found = this.found.known.get(keyOf(name))
    if (!found) this.missedNames.set(keyOf(name), name)
    return found
  }

  record(collection: Collection, id: string): SyncRecord | undefined {
    return this.look(collection, id)?.record
  }
  lastContent(collection: Collection, id: string): JsonObject | undefined {
    return this.look(collection, id)?.lastContent
  }
  refusedCreation(collection: Collection, id: string): boolean {
    return this.look(collection, id)?.refused === true
  }
  changedByOthers(collection: Collection, id: string, base: number, seer: Seer): boolean {
    const { record, versions = new Map<string, { version: number }>() } = this.look(collection, id) ?? {}
    let newest = base
    for (const [lane, made] of versions) {
      if (made.version > base && isUnseen({ lane, ...made }, seer)) return true
      newest = Math.max(newest, made.version)
    }
    // Who made the newest version is forgotten in time: it was before all that this lane still has to send.
    return record !== undefined && record.version > newest
  }
  sectionOfKey(key: number): string | undefined {
    this.missedSections ||= this.found.sections === undefined
    return this.found.sections?.findLast((section) => section.key === key)?._id
  }
  redirect(lane: string, draftId: string): string | undefined {
    const redirects = this.found.redirects.get(lane)
    if (!redirects) this.missedLanes.add(lane)
    return redirects?.get(draftId)
  }
  lastN(): number {
    return this.found.lane?.last_n ?? 0
  }
  laneUser(): string | undefined {
    return this.found.lane?.user_id
  }
  outcomeOf(id: string): Outcome | undefined {
    return this.found.outcomes.get(id)
  }
  idAt(_lane: string, n: number): string | undefined {
    return this.found.numbers.get(n)
  }
  waitingFor(collection: Collection, id: string): readonly Waiting[] {
    return this.look(collection, id)?.waiting ?? []
  }
  head(): number {
    return this.seq
  }
}
