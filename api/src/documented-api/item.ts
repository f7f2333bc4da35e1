import { drugContent } from 'sync-protocol/records/drug'
import { FLAGS, recordMeta, type SyncRecord } from 'sync-protocol/records/envelope'
import { id } from 'sync-protocol/records/fields'
import { kinds, type AnyContent } from 'sync-protocol/records/kinds'
import { fieldsOf } from 'sync-protocol/records/unchecked'
import * as z from 'zod'
import { CALLED, type CalledCollection } from './collection-paths.ts'
import type { SectionNames } from './sections.ts'

/** A record as the documented calls give it: its envelope without what only sync needs (`spec 1 §3`). */
export interface Item {
  _id: string
  /** For `If-Match`. */
  version: number
  meta: SyncRecord['meta']
  content: NonNullable<SyncRecord['content']>
  flags?: NonNullable<SyncRecord['flags']>
}

/** A drug with the name of its section, which is derived when it is read. */
export const drugItemContent = z.object({
  ...drugContent.shape,
  section_name: z.string().meta({
    description: 'The plural title of its section in lower case; `unset medications` when there is none.',
  }),
})

/** Its type says less than it does: what a content holds is the collection's own. */
const itemSchemaOf = (collection: CalledCollection) =>
  z.object({
    _id: id,
    version: z.int().positive().meta({ description: 'Rises with each change; send it as `If-Match`.' }),
    meta: recordMeta,
    content: collection === 'drugs' ? drugItemContent : kinds[collection].content,
    flags: z
      .array(z.enum(FLAGS))
      .optional()
      .meta({ description: 'What was found wrong with a stored fact.' }),
  }) as unknown as z.ZodType<Item>

/** What an item of each collection looks like; for the documentation and for tests, stored records are not asked again. */
export const itemSchema = Object.fromEntries(
  CALLED.map((collection) => [collection, itemSchemaOf(collection)]),
) as Record<CalledCollection, ReturnType<typeof itemSchemaOf>>

/** @param names only drugs need them */
export function itemOf(
  { collection, _id, version, meta, content, flags }: SyncRecord,
  names?: SectionNames,
): Item {
  const key = collection === 'drugs' ? fieldsOf<AnyContent>(content).section_key : undefined
  return {
    _id,
    version,
    meta,
    content: { ...content, ...(typeof key === 'number' && names ? names.of(key) : {}) },
    ...(flags ? { flags } : {}),
  }
}
