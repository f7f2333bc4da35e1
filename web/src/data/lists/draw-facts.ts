import type { DrawCard } from './draw-card.ts'
import type { ListEntry } from './list-search.ts'

/** A draw as lists of thousands are made of: from the index in memory, never from the database. */
export interface DrawFacts extends DrawCard {
  _id: string
  /** The clinic's local day, YYYY-MM-DD. */
  day: string
  date_created: string
  author_id: string
  author_name: string
  drug_name: string
  patient_name: string
  /** The procedure's name. */
  reason: string
  voided: boolean
  pending: boolean
}

const factsOfEntry = new WeakMap<ListEntry, DrawFacts>()

/** The same object for the same entry, so that what is worked out of it can be kept beside it. */
function factsOf(entry: ListEntry, draw: DrawCard): DrawFacts {
  const kept = factsOfEntry.get(entry)
  if (kept !== undefined) return kept
  const { _id, day, date_created, author_id, author_name, name, patient = '', procedure = '' } = entry
  const facts = {
    ...draw,
    _id,
    day,
    date_created,
    author_id,
    author_name,
    drug_name: name,
    patient_name: patient,
    reason: procedure,
    voided: entry.voided,
    pending: entry.pending,
  }
  factsOfEntry.set(entry, facts)
  return facts
}

/** The draws of the index `draws`, voided ones and those of sheets included. */
export const drawFacts = (entries: readonly ListEntry[]): DrawFacts[] =>
  entries.flatMap((entry) => (entry.card.draw === undefined ? [] : [factsOf(entry, entry.card.draw)]))
