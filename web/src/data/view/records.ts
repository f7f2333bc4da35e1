import { keyOf, type Collection } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import { viewOf } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { currentClinic } from '../database/signed-in.ts'

/** A record of the view, voided ones included; undefined when there is none or it was deleted. */
export async function getRecord<C extends Collection>(
  collection: C,
  id: string,
): Promise<ViewRecord<C> | undefined> {
  const record = await viewOf(currentClinic(), collection).get(id)
  return record?.deleted ? undefined : record
}

export async function getRecords<C extends Collection>(
  collection: C,
  ids: readonly string[],
): Promise<ViewRecord<C>[]> {
  const found = await viewOf(currentClinic(), collection).bulkGet([...ids])
  return found.flatMap((record) => (record && !record.deleted ? [record] : []))
}

/** All live records of a collection: for small ones, such as sections. Long lists come from `listIndex`. */
export const allRecords = <C extends Collection>(collection: C): Promise<ViewRecord<C>[]> =>
  viewOf(currentClinic(), collection)
    .filter((record) => !record.deleted)
    .toArray()

/** Records as they stand, deleted ones too, by id; for what brings deleted ones back. */
export async function currentOf<C extends Collection>(
  collection: C,
  ids: readonly string[],
): Promise<Map<string, ViewRecord<C>>> {
  const found = await viewOf(currentClinic(), collection).bulkGet([...ids])
  return new Map(found.flatMap((record) => (record ? [[record._id, record] as const] : [])))
}

/** The contents of these records by `keyOf`; of one that is deleted here, and not yet on the server, what the server has. */
export async function knownContents(
  names: readonly { collection: Collection; _id: string }[],
): Promise<Map<string, JsonObject>> {
  const clinic = currentClinic()
  const keys = [...new Set(names.map(keyOf))]
  const states = await clinic.server_state.bulkGet(keys)
  const shown = await Promise.all(names.map(({ collection, _id }) => viewOf(clinic, collection).get(_id)))
  const known = new Map<string, JsonObject>()
  for (const [index, name] of names.entries()) {
    const content = shown[index]?.content ?? states[keys.indexOf(keyOf(name))]?.record?.content
    if (content) known.set(keyOf(name), content)
  }
  return known
}

/** Whether the collection holds a record that was not deleted. */
export async function hasRecords(collection: Collection): Promise<boolean> {
  const first = await viewOf(currentClinic(), collection)
    .filter((record) => !record.deleted)
    .first()
  return first !== undefined
}
