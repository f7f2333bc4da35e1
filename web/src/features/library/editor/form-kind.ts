import type { JsonObject } from 'sync-protocol/records/json'
import { contentFault } from 'sync-protocol/merge/content-fault'
import type { ContentFault } from 'sync-protocol/merge/content-fault'
import type { Species } from '../../../paths.ts'
import type { LibraryKind } from '../list/library-kind.ts'
import type { Seen } from './opening.ts'

/** How the fields of a form and the content of a record become each other. `V` holds only JSON: it is kept while it is not saved. */
export interface FormKind<V extends object> {
  kind: LibraryKind
  /** The fields as typed text; of an empty form without `content`. */
  valuesOf(content: JsonObject | undefined, species: Species): V
  /** Called with what `check` has passed. `seen` is the record as it was when the form was opened. */
  contentOf(values: V, species: Species, seen: Seen | undefined): JsonObject
  /** The first thing wrong, in the order of the form; what it lets pass, the record's own schema is asked. */
  check?(values: V, species: Species): ContentFault | null
  /** Whether the form shows a message at this path itself; absent: at the paths that are fields of `V`. */
  ownsField?(path: string): boolean
  /** What the record is called as typed. */
  nameOf(values: V): string
}

/** The content to save, or the first thing wrong with the form. */
export function readForm<V extends object>(
  form: FormKind<V>,
  values: V,
  species: Species,
  seen: Seen | undefined,
): { content: JsonObject } | { fault: ContentFault } {
  const wrong = form.check?.(values, species)
  if (wrong) return { fault: wrong }
  const content = form.contentOf(values, species, seen)
  const fault = contentFault(form.kind.collection, content)
  return fault === null ? { content } : { fault }
}
