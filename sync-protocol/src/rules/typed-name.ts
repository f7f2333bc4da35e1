import { isStorableText } from '../records/fields.ts'
import { NAME_MAX } from '../records/limits.ts'
import { messages } from '../records/messages.ts'

/** The generic message of a typed name, required and at most 50 characters without blanks around it (`spec 1 §5`), or null. */
export function nameMessage(typed: string, label: string): string | null {
  const name = typed.trim()
  if (name === '') return messages.required(label)
  if (name.length > NAME_MAX) return messages.tooLong(label)
  return isStorableText(name) ? null : messages.invalid(label)
}
