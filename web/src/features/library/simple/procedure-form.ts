import type { JsonObject } from 'sync-protocol/records/json'
import type { FormKind } from '../editor/form-kind.ts'
import type { LibraryKind } from '../list/library-kind.ts'
import { simpleText } from './simple-text.ts'

export const procedures: LibraryKind = {
  collection: 'procedures',
  subject: 'procedure',
  one: 'procedure',
  many: 'procedures',
  lines: ({ card }) => [card.notes ?? simpleText.noNotes],
}

export type ProcedureFields = { name: string; notes: string }

const textIn = (content: JsonObject | undefined, field: string) => {
  const value = content?.[field]
  return typeof value === 'string' ? value : ''
}

/**
 * Blank notes are no notes (`spec 2 §5`): a new procedure has none, and one that had some gets an empty text
 * (`spec 2 §3`). One that never had any stays without, so that saving only a new name changes nothing else.
 */
function notesOf(typed: string, seen: JsonObject | undefined): { notes?: string } {
  if (typed.trim() !== '') return { notes: typed }
  return seen?.['notes'] === undefined ? {} : { notes: '' }
}

/** A name and optional notes; the record's schema checks them (`spec 2 §5`). */
export const procedureForm: FormKind<ProcedureFields> = {
  kind: procedures,
  valuesOf: (content) => ({ name: textIn(content, 'name'), notes: textIn(content, 'notes') }),
  contentOf: ({ name, notes }, species, seen) => ({
    species,
    name: name.trim(),
    ...notesOf(notes, seen?.content),
  }),
  nameOf: ({ name }) => name,
}
