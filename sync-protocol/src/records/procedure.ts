import type * as z from 'zod/mini'
import { name, optional, species, text } from './fields.ts'
import { libraryKind } from './kind.ts'
import { NOTES_MAX } from './limits.ts'

/** A procedure with optional notes (`spec 2 §3`). */
export const procedure = libraryKind({
  nouns: ['procedure', 'procedures'],
  subjects: ['procedure'],
  title: 'name',
  type: 4,
  fields: {
    species: { schema: species, label: 'Species', reads: 'species', group: 'name' },
    name: {
      schema: name('Name', {
        empty: 'Please enter the procedure name.',
        tooLong: 'Your procedure name is too long.',
      }),
      label: 'Name',
      group: 'name',
    },
    notes: {
      schema: optional(text(NOTES_MAX, 'Notes')),
      label: 'Notes',
      reads: 'quoted',
      card: 'N/A',
      group: 'notes',
    },
  },
})
export const procedureContent = procedure.content
export type ProcedureContent = z.infer<typeof procedureContent>
