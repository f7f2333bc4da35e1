import type { DrawCard } from './draw-card.ts'
import type { ListEntry } from './list-search.ts'

/** A draw as lists of thousands are made of: from the index in memory, never from the database. */
export type DrawFacts = DrawCard &
  Pick<ListEntry, '_id' | 'day' | 'date_created' | 'author_id' | 'author_name' | 'voided' | 'pending'> & {
    drug_name: string
    patient_name: string
    /** The procedure's name. */
    reason: string
  }

const factsOfEntry = new WeakMap<ListEntry, DrawFacts>()

/** The same object for the same entry, so that what is worked out of it can be kept beside it. */
function factsOf(entry: ListEntry, draw: DrawCard): DrawFacts {
  const kept = factsOfEntry.get(entry)
  if (kept !== undefined) return kept
  const { _id, day, date_created, author_id, author_name, voided, pending } = entry
  const { name: drug_name, patient: patient_name = '', procedure: reason = '' } = entry
  const about = { _id, day, date_created, author_id, author_name, voided, pending }
  const facts = { ...draw, ...about, drug_name, patient_name, reason }
  factsOfEntry.set(entry, facts)
  return facts
}

/** The draws of the index `draws`, voided ones and those of sheets included. */
export const drawFacts = (entries: readonly ListEntry[]): DrawFacts[] =>
  entries.flatMap((entry) => (entry.card.draw === undefined ? [] : [factsOf(entry, entry.card.draw)]))
