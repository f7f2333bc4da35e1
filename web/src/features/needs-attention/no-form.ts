import type { RefusedEntry } from '../../data/attention.ts'
import { attentionText as text } from './attention-text.ts'
import { actionsOf, type Person } from './entry-choices.ts'
import { mainOps } from './entry-words.ts'

/** Why nothing opens what was entered, in a sentence; null where something does. */
export function whyNoForm(entry: RefusedEntry, person: Person): string | null {
  const { mutation, author_id, author_name } = entry
  if (entry.raw !== undefined || actionsOf(entry, person).includes('reopen')) return null
  if (author_id !== person._id) return text.noForm.others(author_name)
  const ops = mainOps(mutation)
  if (ops.length === 0) return null
  if (ops.every(({ op }) => op === 'delete' || op === 'void')) return text.noForm.deletion
  if (ops.every(({ op }) => op === 'settle')) return text.noForm.decision
  return ops.length > 1 ? text.noForm.several : text.noForm.none
}
