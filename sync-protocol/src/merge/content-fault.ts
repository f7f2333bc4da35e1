import type { Collection } from '../records/envelope.ts'
import { sameJson, type JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import { firstTooFine } from '../rules/library-numbers.ts'

export interface ContentFault {
  /** Path of the field, `drugs.0.dosage`; absent when the content as a whole is wrong. */
  field?: string
  message: string
}

/** A content without the fields of a newer release that stand in it untouched: whoever knows them judges them. */
function withoutUnknown(collection: Collection, content: JsonObject, stands: JsonObject): JsonObject {
  const known = new Set(Object.values(kinds[collection].groups).flat())
  if (known.size === 0 || Object.keys(stands).every((field) => known.has(field))) return content
  return Object.fromEntries(
    Object.entries(content).filter(([field, value]) => known.has(field) || !sameJson(value, stands[field])),
  )
}

/**
 * The first thing wrong with a content, as the server would say it: its schema's word, then that of the library's numbers
 * (`spec 1 §5`, `spec 2 §5`); null when it would be accepted. What `stands` holds of fields that this release does not know
 * stays as it is through every edit (sync contract W2).
 */
export function contentFault(
  collection: Collection,
  content: JsonObject,
  stands: JsonObject = {},
): ContentFault | null {
  const parsed = kinds[collection].content.safeParse(
    withoutUnknown(collection, content, /* @rule unknown-fields */ stands),
  )
  if (parsed.success) return firstTooFine(collection, content)
  const issue = parsed.error.issues[0]
  return {
    message: issue?.message ?? 'This is not valid.',
    ...(issue && { field: issue.path.join('.') }),
  }
}
