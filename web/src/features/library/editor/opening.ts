import type { Collection } from 'sync-protocol/records/envelope'
import { sameJson, type JsonObject } from 'sync-protocol/records/json'
import { newId } from '../../../data/database/ids.ts'
import { allGivenUp, keptForm, keptForms } from '../../../data/drafts/kept-forms.ts'
import type { KeptForm } from '../../../data/drafts/kept-forms.ts'
import { getRecord } from '../../../data/view/records.ts'
import type { Species } from '../../../paths.ts'

/** The record as the person sees it when the form opens: what a change is compared with (sync contract M1 to M3). */
export type Seen = NonNullable<KeptForm['seen']>

/** How an editor is opened. */
export interface Opening {
  mode: 'create' | 'edit' | 'copy'
  species: Species
  /** Of the record, also of one that is not there yet. */
  _id: string
  /** Absent for a new record. */
  seen?: Seen
  /** What a new form starts with: a copy's content. */
  start?: JsonObject
  /** What was typed into this form before and not saved. */
  kept?: KeptForm
}

/** A form that is not saved yet, as it was left. */
export const openKept = (kept: KeptForm): Opening => ({
  mode: kept.mode,
  species: kept.species,
  _id: kept._id,
  ...(kept.seen !== undefined && { seen: kept.seen }),
  ...(kept.start !== undefined && { start: kept.start }),
  kept,
})

/** A record's form: as it was left unsaved, else as the record stands; null when it was deleted. */
export async function openRecord(
  collection: Collection,
  _id: string,
  species: Species,
): Promise<Opening | null> {
  await allGivenUp()
  const [record, kept] = await Promise.all([getRecord(collection, _id), keptForm({ collection, _id })])
  if (kept?.mode === 'edit') return openKept(kept)
  if (record === undefined || record.content === null) return null
  const { version, content, meta } = record
  return { mode: 'edit', species, _id, seen: { version, author_id: meta.author_id, content } }
}

/** The form of a new record: the one that was left unsaved, else an empty one. */
export async function openNew(collection: Collection, species: Species): Promise<Opening> {
  await allGivenUp()
  const left = (await keptForms(collection)).find(
    (form) => form.mode === 'create' && form.species === species && form.refused === undefined,
  )
  return left === undefined ? { mode: 'create', species, _id: newId() } : openKept(left)
}

/**
 * The id under which a new record is saved. A form that was left unsaved may be open in two tabs, each with something else
 * typed by the time it is saved: the second one is a record of its own, lest the server refuses it.
 */
export const idOfNew = (
  { _id }: Pick<Opening, '_id'>,
  stands: { content: JsonObject | null } | undefined,
  content: JsonObject,
): string => (stands === undefined || sameJson(stands.content, content) ? _id : newId())

/** A new record that starts with another's content. */
export const openCopy = (start: JsonObject, species: Species): Opening => ({
  mode: 'copy',
  species,
  _id: newId(),
  start,
})
