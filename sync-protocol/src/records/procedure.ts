import * as z from 'zod/mini'
import { name, optional, species, text } from './fields.ts'
import { NOTES_MAX } from './limits.ts'

/** A procedure with optional notes (`spec 2 §3`). */
export const procedureContent = z.strictObject({
  species,
  name: name('Name', {
    empty: 'Please enter the procedure name.',
    tooLong: 'Your procedure name is too long.',
  }),
  notes: optional(text(NOTES_MAX, 'Notes')),
})
export type ProcedureContent = z.infer<typeof procedureContent>
