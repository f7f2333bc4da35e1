import { isStorableText } from '../records/fields.ts'
import { NAME_MAX } from '../records/limits.ts'
import { messages } from '../records/messages.ts'

export interface ProgramFormError {
  field: 'name'
  message: string
}

/** The first thing wrong with the name of a program; null when nothing is. Lengths in UTF-16 units. */
export function checkProgramName(typed: string): ProgramFormError | null {
  const name = typed.trim()
  const said = (message: string): ProgramFormError => ({ field: 'name', message })
  if (name === '') return said('Please enter the name of the program.')
  if (name.length > NAME_MAX) return said('The name of the program is too long.')
  return isStorableText(name) ? null : said(messages.invalid('The name of the program'))
}
