import type { JsonObject } from 'sync-protocol/records/json'
import { nameIn } from 'sync-protocol/records/kinds'
import type { ProcedureContent } from 'sync-protocol/records/procedure'
import { fieldsOf, textIn } from 'sync-protocol/records/unchecked'
import { plainOf, plainProblem, typedPlain } from 'sync-protocol/rules/plain-fields'
import type { FormKind } from '../editor/form-kind.ts'
import { libraryKind } from '../list/library-kind.ts'

export const injections = libraryKind('injections')
export const procedures = libraryKind('procedures')

/** A name, a procedure's notes, and what is plain of it. A type and not an interface: what is typed is kept as JSON. */
export type NamedFields = { name: string; [text: string]: string }

/**
 * Blank notes are none (`spec 2 §5`): a new record goes without, and one that had some gets an empty text (`spec 2 §3`). One
 * that never had any stays without, so that saving only a new name changes nothing else.
 */
function notesOf(typed: string, seen: JsonObject | undefined): JsonObject {
  if (typed.trim() !== '') return { notes: typed }
  return fieldsOf<ProcedureContent>(seen).notes === undefined ? {} : { notes: '' }
}

/** The form of a record of one species that has little but a name; its schema checks it (`spec 2 §5`). */
export const namedForm = (kind: typeof injections): FormKind<NamedFields> => ({
  kind,
  valuesOf: (content) => ({
    name: nameIn(kind.collection, content),
    ...(kind === procedures && { notes: textIn(fieldsOf<ProcedureContent>(content).notes) }),
    ...typedPlain(kind.collection, content ?? {}),
  }),
  check: (values) => plainProblem(kind.collection, values),
  contentOf: ({ name, notes = '', ...typed }, species, seen) => ({
    species,
    name: name.trim(),
    ...notesOf(notes, seen?.content),
    ...plainOf(kind.collection, typed),
  }),
  nameOf: ({ name }) => name,
})
export const injectionForm = namedForm(injections)
export const procedureForm = namedForm(procedures)
