import type { Collection } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import { firstTooFine } from '../rules/library-numbers.ts'

export interface ContentFault {
  /** Path of the field, `drugs.0.dosage`; absent when the content as a whole is wrong. */
  field?: string
  message: string
}

/**
 * The first thing wrong with a content, as the server would say it: its schema's word, then that of the library's numbers
 * (`spec 1 §5`, `spec 2 §5`); null when it would be accepted.
 */
export function contentFault(collection: Collection, content: JsonObject): ContentFault | null {
  const parsed = kinds[collection].content.safeParse(content)
  if (parsed.success) return firstTooFine(collection, content)
  const issue = parsed.error.issues[0]
  return {
    message: issue?.message ?? 'This is not valid.',
    ...(issue && { field: issue.path.join('.') }),
  }
}
