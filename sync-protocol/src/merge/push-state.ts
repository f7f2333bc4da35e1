import type { SyncRecord } from '../records/envelope.ts'
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

export interface PushState extends MergeState {
  /** The number of the lane's last mutation that has its outcome; 0 for a new lane. */
  lastN(lane: string): number
  /** The user that a lane is bound to, or undefined for a new lane. */
  laneUser(lane: string): string | undefined
  outcomeOf(id: string): Outcome | undefined
  /** The id of the mutation that a lane sent under a number. */
  idAt(lane: string, n: number): string | undefined
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
  /** New versions, with their seq. */
  records: SyncRecord[]
}

export type PushRefusal =
  | { code: 'gap'; last_n: number }
  | { code: 'lane_forked' }
  | { code: 'forbidden' }
  | { code: 'invalid_request' }

export interface PushTaken {
  results: Omit<MutationResult, 'records'>[]
  effects: Effects[]
  /** For each result, the records whose present state goes back with it. */
  named: RecordName[][]
  /** For each pushed mutation its operations as text, which who keeps the mutation need not write again. */
  written: (Written | undefined)[]
  last_n: number
  head: number
}

export interface Pushed {
  n: number
  id: string
}
