import { patientIn } from 'sync-protocol/records/draw'
import type { Collection } from 'sync-protocol/records/envelope'
import type { Json, JsonObject } from 'sync-protocol/records/json'
import { nameIn, type AnyContent, type ContentOf } from 'sync-protocol/records/kinds'
import { procedureIn } from 'sync-protocol/records/sheet'
import { fieldsOf, textIn } from 'sync-protocol/records/unchecked'
import { localDay } from 'sync-protocol/rules/local-day'
import { cardFacts } from './card-facts.ts'
import type { ListEntry } from './list-search.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'

const codesIn = (species: Json | undefined): number[] =>
  (Array.isArray(species) ? species : [species]).filter((code) => typeof code === 'number')

/** What an entry says of a patient, and of the procedure: a draw's is its reason. */
function aboutPatient(collection: Collection, content: JsonObject): Partial<ListEntry> {
  if (collection === 'sheets') {
    const patientId = textIn(fieldsOf<ContentOf<'sheets'>>(content).patient_id)
    return { procedure: procedureIn(content), ...(patientId !== '' && { patient_id: patientId }) }
  }
  if (collection !== 'draws') return {}
  const { reason, patient_name } = patientIn(content)
  return { procedure: textIn(reason), patient: textIn(patient_name) }
}

/** A balance sheet's rows, or a sheet's protocol, make a record ten times as heavy as others. */
export const HEAVY: ReadonlySet<Collection> = new Set(['balances', 'sheets'])

/** What a list holds of a record; undefined for what was deleted. `timeZone`: IANA name. */
export function entryOf(collection: Collection, record: ViewRecord, timeZone: string): ListEntry | undefined {
  const { content } = record
  if (record.deleted || content === null) return undefined
  const { section_key: key, day, species } = fieldsOf<AnyContent>(content)
  return {
    _id: record._id,
    name: nameIn(collection, content),
    author_id: record.meta.author_id,
    author_name: record.meta.author_name,
    date_created: record.meta.date_created,
    ...(record.meta.date_edited === undefined ? {} : { date_edited: record.meta.date_edited }),
    day: textIn(day) || localDay(record.meta.date_created, timeZone),
    species: codesIn(collection === 'draws' ? patientIn(content).species : species),
    ...(typeof key === 'number' ? { section_key: key } : {}),
    ...aboutPatient(collection, content),
    seq: record.seq,
    pending: record.pending === true,
    voided: record.voided !== undefined,
    ...(record.voided === undefined ? {} : { voiding: record.voided }),
    ...(record.flags === undefined ? {} : { flags: record.flags }),
    card: cardFacts(collection, content),
  }
}
