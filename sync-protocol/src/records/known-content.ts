import type { Collection } from './envelope.ts'
import type { JsonObject } from './json.ts'
import { contentIn, kinds, type ContentOf } from './kinds.ts'
import { asKnown } from './known.ts'

/** The content of a stored record as this release knows it (sync contract W2); null where there is none, or it cannot be read. */
export function knownContent<C extends Collection>(collection: C, content: unknown): ContentOf<C> | null {
  const read = asKnown(kinds[collection].content, content)
  return read === null ? null : contentIn(collection, read as JsonObject)
}
