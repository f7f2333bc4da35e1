import type { Collection } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'

/** The little of a record's content that its card shows, so that a list of 10,000 stays light. */
export interface CardFacts {
  /** Of a procedure: the beginning of its notes; absent when there are none. */
  notes?: string
}

const NOTES_SHOWN = 50

/** At most 50 characters and an ellipsis (`spec 2 §2`); the two halves of one character are never parted. */
export const shortNotes = (notes: string): string =>
  notes.length > NOTES_SHOWN ? `${notes.slice(0, NOTES_SHOWN).replace(/[\uD800-\uDBFF]$/, '')}…` : notes

const factsOf: Partial<Record<Collection, (content: JsonObject) => CardFacts>> = {
  procedures: ({ notes }) =>
    typeof notes === 'string' && notes.trim() !== '' ? { notes: shortNotes(notes.trim()) } : {},
}

export const cardFacts = (collection: Collection, content: JsonObject): CardFacts =>
  factsOf[collection]?.(content) ?? {}
