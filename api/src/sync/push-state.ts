import type { Outcome, PushState } from 'sync-protocol/merge/push-state'
import type { RecordName } from 'sync-protocol/merge/merge-state'
import { keyOf, type Collection, type SyncRecord } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'

/** All that the database holds about one record that a push may look at. */
export interface Known {
  record?: SyncRecord
  lastContent?: JsonObject
  refused?: boolean
  /** The newest version that each lane made. */
  versions?: Map<string, number>
}

export interface LaneState {
  user_id: string
  last_n: number
}

/**
 * What a push looks at, loaded beforehand. It notes every name that was asked for and never loaded: `takePush` is pure, so
 * the store loads those and runs it again.
 */
export class LoadedState implements PushState {
  readonly known = new Map<string, Known>()
  readonly redirects = new Map<string, Map<string, string>>()
  readonly missedNames = new Map<string, RecordName>()
  readonly missedLanes = new Set<string>()
  /** The section of each key; undefined until somebody asks. */
  sections: ReadonlyMap<number, string> | undefined
  missedSections = false
  private readonly seq: number
  private readonly lane: LaneState | undefined
  private readonly outcomes: ReadonlyMap<string, Outcome>
  private readonly numbers: ReadonlyMap<number, string>

  constructor(
    seq: number,
    lane: LaneState | undefined,
    outcomes: ReadonlyMap<string, Outcome>,
    numbers: ReadonlyMap<number, string>,
  ) {
    this.seq = seq
    this.lane = lane
    this.outcomes = outcomes
    this.numbers = numbers
  }

  private look(collection: Collection, id: string): Known | undefined {
    const name = { collection, _id: id }
    const found = this.known.get(keyOf(name))
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
  changedByOthers(collection: Collection, id: string, base: number, lane: string): boolean {
    const { record, versions = new Map<string, number>() } = this.look(collection, id) ?? {}
    for (const [by, version] of versions) if (by !== lane && version > base) return true
    // Who made the newest version is forgotten in time: it was before all that this lane still has to send.
    return record !== undefined && record.version > Math.max(base, ...versions.values())
  }
  sectionOfKey(key: number): string | undefined {
    this.missedSections ||= this.sections === undefined
    return this.sections?.get(key)
  }
  redirect(lane: string, draftId: string): string | undefined {
    const redirects = this.redirects.get(lane)
    if (!redirects) this.missedLanes.add(lane)
    return redirects?.get(draftId)
  }
  lastN(): number {
    return this.lane?.last_n ?? 0
  }
  laneUser(): string | undefined {
    return this.lane?.user_id
  }
  outcomeOf(id: string): Outcome | undefined {
    return this.outcomes.get(id)
  }
  idAt(_lane: string, n: number): string | undefined {
    return this.numbers.get(n)
  }
  head(): number {
    return this.seq
  }
}
