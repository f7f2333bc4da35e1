import type { Collection, Flag, SyncRecord } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import type { Seer } from './beside.ts'
import type { Refusal, Status } from '../records/outcome.ts'

/** Who acts, with the permissions of this moment. */
export interface Actor {
  user_id: string
  user_name: string
  perms: readonly number[]
  lane: string
  device: string
  /** Of a mutation that was made on a tablet which others share: its place there, and who else saves there. */
  order?: number
  beside?: ReadonlySet<string>
  /** The tablet that it comes from was revoked: what it is called. What it sends waits for approval. */
  revoked?: string
  /** The name of who sends it for them, where they cannot send it any more (sync contract D3). */
  sent_by?: string
}

/** What a mutation may look at; loaded beforehand, never changed. */
export interface MergeState {
  record(collection: Collection, id: string): SyncRecord | undefined
  /** The content that a tombstone had before it was deleted. */
  lastContent(collection: Collection, id: string): JsonObject | undefined
  /** Was the creation of this record refused or parked? */
  refusedCreation(collection: Collection, id: string): boolean
  /** Is there a version of this record above `base` that `seer` cannot have seen, or one whose maker is forgotten? */
  changedByOthers(collection: Collection, id: string, base: number, seer: Seer): boolean
  /** The section, living or deleted, that has this key. */
  sectionOfKey(key: number): string | undefined
  /** The draft that this lane went on with after a clash over a balance table (sync contract M10). */
  redirect(lane: string, draftId: string): string | undefined
  /** The organization's newest seq, which no version of a record is above; a tablet, which decides nothing, says 0. */
  head(): number
}

export interface RecordName {
  collection: Collection
  _id: string
}

/**
 * As the server decides, with what it points out about a new fact (which may refuse it); or `optimistic`, as the tablet shows its
 * own pending work: nothing is refused or contested. A tablet's start does not load what only the server looks at.
 */
export type Mode = { decides: FactFlags } | 'optimistic'
/** Looks at what else stands, and was loaded. @throws Refusing for a fact that cannot stand */
export type FactFlags = (
  records: {
    find(collection: Collection, id: string): SyncRecord | undefined
    /** @throws Refusing where it is not here */
    require(collection: Collection, id: string): SyncRecord
  },
  collection: Collection,
  content: JsonObject,
) => Flag[]

export interface Applied {
  status: Status
  code?: Refusal
  field?: string
  message?: string
  /** Ids of the conflicts that were made or renewed. */
  conflicts: string[]
  /** The new state of every record that changed; their `seq` is the store's to fill in. */
  changes: SyncRecord[]
  redirects: { lane: string; from: string; to: string }[]
  /** Records whose creation was refused: what edits them shares its fate (`depends_on`). */
  refused: RecordName[]
  named: RecordName[]
  /** Refused since this record is not here. */
  missing?: RecordName
  /** It came back after a restore before this record, and is done when that one is here (sync contract L6). */
  waitsFor?: RecordName
}

/** Ends a mutation without any effect. */
export class Refusing extends Error {
  readonly code: Refusal
  readonly field: string | undefined
  /** The record that is not here. */
  readonly missing: RecordName | undefined
  constructor(code: Refusal, message: string, field?: string, missing?: RecordName) {
    super(message)
    this.name = 'Refusing'
    this.code = code
    this.field = field
    this.missing = missing
  }
}
