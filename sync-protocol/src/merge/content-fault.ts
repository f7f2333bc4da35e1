import type { Collection } from '../records/envelope.ts'
import { canonical, type JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import { safeParseKnown } from '../records/known.ts'
import { firstTooFine } from '../rules/library-numbers.ts'

export interface ContentFault {
  /** Path of the field, `drugs.0.dosage`; absent when the content as a whole is wrong. */
  field?: string
  message: string
}

/** Where a field stands, whichever row of a list it stands in, and what it holds. */
const placed = (path: readonly PropertyKey[], key: string, value: unknown) =>
  canonical([...path.map((step) => (typeof step === 'number' ? '' : String(step))), key, value])

/** The fields of a newer release that stand in a record. */
function unknownIn(collection: Collection, stands: JsonObject): ReadonlySet<string> {
  const found = new Set<string>()
  safeParseKnown(kinds[collection].content, stands, ({ path, key, value }) => {
    found.add(placed(path, key, value))
    return true
  })
  return found
}

/**
 * The first thing wrong with a content, as the server would say it: its schema's word, then that of the library's numbers
 * (`spec 1 §5`, `spec 2 §5`); null when it would be accepted. What `stands` holds of fields that this release does not know
 * stays as it is through every edit (sync contract W2): whoever knows them judges them.
 */
export function contentFault(
  collection: Collection,
  content: JsonObject,
  stands: JsonObject = {},
): ContentFault | null {
  let there: ReadonlySet<string> | undefined
  const parsed = safeParseKnown(kinds[collection].content, content, ({ path, key, value }) => {
    there ??= unknownIn(collection, /* @rule unknown-fields */ stands)
    return there.size > 0 && there.has(placed(path, key, value))
  })
  if (parsed.success) return firstTooFine(collection, content)
  const issue = parsed.error.issues[0]
  return {
    message: issue?.message ?? 'This is not valid.',
    ...(issue && { field: issue.path.join('.') }),
  }
}
