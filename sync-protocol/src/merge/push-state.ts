import type { Collection, SyncRecord } from '../records/envelope.ts'
import type { Written } from '../records/json.ts'
import type { Mutation } from '../records/mutation.ts'
import type { MutationResult, Refusal, Status } from '../records/outcome.ts'
import type { Applied, MergeState, RecordName } from './merge-state.ts'

/** What the server keeps of every mutation that it has seen. */
export interface Outcome {
  id: string
  hash: string
  lane: string
  n: number
  user_id: string
  status: Status
  seq?: number
  code?: Refusal
  field?: string
  message?: string
  conflicts: string[]
  receipt: string
  named: RecordName[]
}

/** A mutation that came, after a restore, before a record that it is about. */
export interface Waiting {
  /** As it stands: parked. */
  outcome: Outcome
  waitsFor: RecordName
  /** The user who sent it. */
  sender: string
  /** What its author and its resubmitter might do when it came. */
  perms: readonly number[]
}

export interface PushState extends MergeState {
  /** The number of the lane's last mutation that has its outcome; 0 for a new lane. */
  lastN(lane: string): number
  /** The user that a lane is bound to, or undefined for a new lane. */
  laneUser(lane: string): string | undefined
  outcomeOf(id: string): Outcome | undefined
  /** The id of the mutation that a lane sent under a number. */
  idAt(lane: string, n: number): string | undefined
  /** Mutations that wait until this record is here. */
  waitingFor(collection: Collection, id: string): readonly Waiting[]
}

/** What one mutation adds to the store; all of a push is kept in one transaction. */
export interface Effects {
  outcome: Outcome
  /** The mutation as taken; undefined for one that was there already, which only takes its number in this lane. */
  mutation: Mutation | undefined
  applied: Applied | undefined
  /**
   * Whose it is: the sender's, or its author's where somebody brings or sends it for them; then `sent_by` names that one.
   * `lane` is the one that its versions count as made by, `order` its place among all that its tablet saved.
   */
  by: { user_id: string; user_name: string; lane: string; order?: number; sent_by?: string }
  /** Who sent it, and from which tablet: of one that waited, not the sender of the push that ended the wait. */
  sender: { user_id: string; device: string }
  /** New versions, with their seq. */
  records: SyncRecord[]
  /** It has its number and had another outcome: it waited, and is done only now. */
  again?: true
}

export type PushRefusal =
  | { code: 'gap'; last_n: number }
  | { code: 'lane_forked' }
  /** This epoch took what it does not have: it went back, and cannot go on under its name (sync contract L6). */
  | { code: 'went_back' }
  | { code: 'forbidden' }
  | { code: 'invalid_request' }

export interface PushTaken {
  results: Omit<MutationResult, 'records'>[]
  effects: Effects[]
  /** By mutation: that it waits from now on, and for what; null where it does no more. */
  waits: ReadonlyMap<string, Waiting | null>
  /** For each result, the records whose present state goes back with it. */
  named: RecordName[][]
  /** For each pushed mutation its operations as text, which who keeps the mutation need not write again. */
  written: (Written | undefined)[]
  last_n: number
  head: number
}

export interface Pushed {
  readonly [field: string]: unknown
  n: number
  id: string
}
