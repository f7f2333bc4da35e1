import type { JsonObject } from 'sync-protocol/records/json'
import { kinds } from 'sync-protocol/records/kinds'
import type { FormKind } from '../editor/form-kind.ts'
import { libraryKind } from '../list/library-kind.ts'
import { simpleText } from './simple-text.ts'

export const injections = libraryKind('injections')
export const procedures = libraryKind('procedures', {
  lines: ({ card }) => [card.texts?.['notes'] ?? simpleText.noNotes],
})

/** A name, and the optional texts beside it. A type and not an interface: what is typed is kept as JSON. */
export type NamedFields = { name: string; [text: string]: string }

const textIn = (content: JsonObject | undefined, field: string) => {
  const value = content?.[field]
  return typeof value === 'string' ? value : ''
}

/**
 * A blank text is none (`spec 2 §5`): a new record goes without, and one that had some gets an empty text (`spec 2 §3`). One
 * that never had any stays without, so that saving only a new name changes nothing else.
 */
function optionalText(field: string, typed: string, seen: JsonObject | undefined): JsonObject {
  if (typed.trim() !== '') return { [field]: typed }
  return seen?.[field] === undefined ? {} : { [field]: '' }
}

/** The form of a record of one species that is a name and optional texts; its schema checks them (`spec 2 §5`). */
export function namedForm(kind: typeof injections): FormKind<NamedFields> {
  const texts = Object.keys(kinds[kind.collection].fields).filter(
    (field) => !['species', 'name'].includes(field),
  )
  return {
    kind,
    valuesOf: (content) => ({
      name: textIn(content, 'name'),
      ...Object.fromEntries(texts.map((field) => [field, textIn(content, field)])),
    }),
    contentOf: (values, species, seen) => ({
      species,
      name: values.name.trim(),
      ...Object.assign({}, ...texts.map((field) => optionalText(field, values[field] ?? '', seen?.content))),
    }),
    nameOf: ({ name }) => name,
  }
}
export const injectionForm = namedForm(injections)
export const procedureForm = namedForm(procedures)
