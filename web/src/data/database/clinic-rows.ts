import type { Collection, SyncRecord } from 'sync-protocol/records/envelope'
import type { BehalfMark } from 'sync-protocol/merge/on-behalf'
import type { ResubmissionMark } from 'sync-protocol/merge/resubmission'
import type { JsonObject } from 'sync-protocol/records/json'
import type { ContentOf, RecordOf } from 'sync-protocol/records/kinds'
import type { Mutation } from 'sync-protocol/records/mutation'
import type { Refusal } from 'sync-protocol/records/outcome'
import type { WeightUnit } from 'sync-protocol/records/weight-unit'

/** A record as screens read it: the server's state with this tablet's own pending mutations replayed on top. */
export type ViewRecord<C extends Collection = Collection> = RecordOf<C> & {
  /** Some of it is not yet on the server, or its outcome not yet here. `version` stays the server's. */
  pending?: true
  /** The load that brought it; older ones are swept after a reload. */
  load: number
}
/** One that was not deleted. */
export type LiveRecord<C extends Collection> = ViewRecord<C> & { content: ContentOf<C> }
export const isLive = <C extends Collection>(record: ViewRecord<C>): record is LiveRecord<C> =>
  record.content !== null

/** What the server has of a record that pending mutations touch; null for nothing. */
export interface ServerState {
  key: string
  collection: Collection
  _id: string
  record: ViewRecord | null
}

/** One mutation until its effect came back through the feed (sync contract T2). */
export interface OutboxRow {
  /** Order of saving on this tablet, over all lanes. */
  order?: number
  lane: string
  user_id: string
  user_name: string
  n: number
  id: string
  hash: string
  body: Mutation
  bytes: number
  /** Every record that it touches, as collection/_id. */
  keys: string[]
  /** 1 once its outcome is known and it only waits for the cursor. */
  done: 0 | 1
  /** 1 when it travels without its body, which stays in `kept`. */
  withdrawn: 0 | 1
  seq?: number
  /** It was made over what was pending then, of whomever, and over what the server had as this tablet knew it. */
  over?: 1
  /** Device's clock in ms, for the age of what is unsent. */
  saved_at: number
  /** The server took it in an epoch that it lost: whose it is, and its receipt. `user_id` brings it back. */
  returned?: ResubmissionMark
  /** The epoch that lost it. */
  lost?: string
  /** Its author cannot send it any more (sync contract D3): whose it is. `user_id` sends it. */
  on_behalf_of?: BehalfMark
}

/** Who made it, whoever sends it. */
export const authorOf = (row: OutboxRow): { user_id: string; user_name: string } =>
  row.returned ?? row.on_behalf_of ?? row

/**
 * What the server took, kept for a while so that a server restored from a backup gets it again (sync contract L6): one by
 * one from the restore on, and on tablets whose app stored it so.
 */
export interface Acknowledged {
  id: string
  /** Order of saving on this tablet. */
  order: number
  user_id: string
  user_name: string
  body: Mutation
  hash: string
  keys: string[]
  receipt: string
  /** The epoch that took it. */
  epoch: string
  /** When, by the server's clock. */
  at: string
  /** An earlier epoch had taken it and lost it; this tablet brought it back. */
  lost?: string
}

/** What one answer of the server acknowledged, as much of it as makes a value of moderate size: stored in one go. */
export interface AcknowledgedTogether extends Pick<Acknowledged, 'epoch' | 'at'> {
  part?: number
  each: Omit<Acknowledged, 'epoch' | 'at'>[]
}

/** A refused, parked or withdrawn mutation on this tablet until its `attention` record is here (sync contract T3). */
export interface KeptMutation {
  mutation_id: string
  user_id: string
  user_name: string
  lane: string
  mutation: Mutation
  status: 'rejected' | 'parked' | 'withdrawn'
  /** The server's record of it, which the feed has yet to bring; absent when the server has none. */
  attention_id?: string
  /** `too_late`: the server took it without effect, since what it settles was settled, or had moved. */
  code: Refusal | 'too_large' | 'too_late'
  field?: string
  message: string
  at: string
}

/** What somebody typed into the form of a library record and has not saved yet. It never leaves the tablet. */
export interface KeptForm {
  /** user/collection/_id, and the entry of Needs attention that it answers */
  key: string
  user_id: string
  collection: Collection
  /** Of the record, also of one that is not there yet. */
  _id: string
  mode: 'create' | 'edit' | 'copy'
  species: 0 | 1
  /** The record as the person saw it when the form was opened, and whose it is; absent for a new one. */
  seen?: { version: number; author_id: string; content: JsonObject }
  /** What a new form started with, a copy's content. */
  start?: JsonObject
  /** The fields as typed; absent while nothing was typed into a form that was reopened. */
  values?: object
  /** What a refused change wanted the record to be. */
  intended?: JsonObject
  /** What the record is called as typed, for the offer to go on. */
  name: string
  /** When it was typed, by the device's clock. */
  at: string
  /** What this form answers in Needs attention, settled when it is saved: a refused mutation, or a conflict. */
  refused?: string
  /** It completes a parked fact of this author, which could not stand for this reason, and approves it under their name. */
  completes?: { author_name: string; message: string }
  /** It answers a conflict. */
  contested?: true
  /** Saving it brings a deleted record back. */
  restores?: true
}

/** One user on this tablet. */
export interface LaneRow {
  user_id: string
  user_name: string
  id: string
  next_n: number
  /** A sender took everything up to here: it never changes any more. */
  taken_n: number
  /** How many of its mutations have no outcome yet. */
  unsent: number
  push_token: string | null
  /** The server knows it and has given section keys. */
  registered: boolean
  /** Nobody may send for it any more: the account was removed, or its right to push was revoked. */
  shut_out: boolean
  /** Where nobody may: the server said that the account was removed, so that no sign-in will change it. */
  removed?: boolean
  /** It is being given up for a new one: nothing of it is sent until that is done. */
  renewal?: Renewal
}

/** How far the rows of a lane have moved to the one that takes its place, piece by piece. */
export interface Renewal {
  /** Of the lane that comes. */
  id: string
  /** Rows up to this order have moved. */
  after: number
  /** How many did: the number of the last. */
  moved: number
  /** A sender took everything up to this new number. */
  taken: number
  /** From this number of the old lane on the server lacks what it had given an outcome, too. */
  again_from?: number
  /** What an earlier epoch took is being put back into it. */
  returning?: true
}

/** The last file that was made of a sheet on this tablet, open or saved. */
export interface KeptPrint {
  /** What the ids of the open sheet and of all sheets saved from it begin with. */
  sheet: string
  /** An instant. */
  at: string
  weight: number
  weight_units: WeightUnit
  estimated?: boolean
  /** A digest of all that it said. */
  said: string
  /** The last one that said anything else: every print of the same replaces that one. */
  before?: Omit<KeptPrint, 'sheet' | 'before'>
}

/** A record of a collection that this release does not know, until one that does opens this database (sync contract W2). */
export interface UnreadRecord {
  key: string
  record: SyncRecord & { load: number }
}

/** Entries of a list in the order of their ids, as text: what a start reads instead of the records themselves. */
export interface ListPart {
  collection: Collection
  /** The id of its first entry, or one before it; '' of the list's first part. */
  first: string
  text: string
}

/** Records that changed since the parts of their list were written. */
export interface ListChange {
  n?: number
  collection: Collection
  ids: string[]
}
