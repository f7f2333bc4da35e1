import { sameJson, type Json, type JsonObject } from '../records/json.ts'
import type { Collection } from '../records/envelope.ts'
import { kinds } from '../records/kinds.ts'
import type { OpOf } from '../records/mutation.ts'
import { withCarried } from './carried-fields.ts'
import { groupOf } from './field-paths.ts'

/**
 * The update that turns what the user saw into what the user wants; null when nothing differs. `set` holds the changed
 * fields, `was` every field of each group that changes, so that others' edits of the same group are noticed.
 */
export function updateOp(
  collection: Collection,
  record: { _id: string; version: number; content: JsonObject },
  wanted: JsonObject,
): OpOf<'update'> | null {
  const kind = kinds[collection]
  const next = withCarried(kind.content, record.content, wanted)
  const fields = Object.values(kind.groups).flat()
  const set: Record<string, Json> = {}
  for (const field of fields) {
    if (!sameJson(record.content[field] ?? null, next[field] ?? null)) set[field] = next[field] ?? null
  }
  const touched = new Set(Object.keys(set).map((field) => groupOf(kind, field)))
  if (touched.size === 0) return null
  const was: Record<string, Json> = {}
  for (const field of fields) {
    if (touched.has(groupOf(kind, field))) was[field] = record.content[field] ?? null
  }
  return { op: 'update', collection, _id: record._id, base: record.version, set, was }
}
