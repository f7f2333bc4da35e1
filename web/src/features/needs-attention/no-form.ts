import { isWaiting } from 'sync-protocol/records/waiting'
import { isDecidedBefore, type RefusedEntry } from '../../data/attention/attention.ts'
import { attentionText as text } from './attention-text.ts'
import { actionsOf, tooMany, type Person } from './entry-choices.ts'
import { editsIn, mainOps } from './entry-words.ts'

/** The button that sends it again; what it would do with a decision that came too late. */
export const retryWords = ({ code, mutation }: RefusedEntry): string =>
  code === 'too_late' && editsIn(mutation).length > 0 ? text.changeAnyway : text.retry

/** Why nothing opens what was entered, in a sentence; null where something does. `missing` says why there is no record. */
export function whyNoForm(
  entry: RefusedEntry,
  person: Person,
  missing: 'deleted' | 'never' | null = null,
  isRefusedAgain = false,
): string | null {
  if (isWaiting(entry)) return null
  const { mutation, author_id, author_name } = entry
  const actions = actionsOf(entry, person, { isRefusedAgain })
  const resends = actions.includes('retry')
  if (missing !== null && author_id === person._id && (resends || missing === 'never'))
    return text.noForm[missing](retryWords(entry))
  if (tooMany(entry) !== undefined && author_id !== person._id) return text.noForm.others(author_name)
  if (entry.raw !== undefined || actions.includes('complete')) return null
  if (actions.includes('reopen') && missing === null) return null
  if (author_id !== person._id) return text.noForm.others(author_name)
  const ops = mainOps(mutation)
  if (ops.length === 0) return null
  if (isDecidedBefore(entry)) return text.noForm.decision
  if (!resends) return text.noForm.again
  if (ops.every(({ op }) => op === 'delete' || op === 'void')) return text.noForm.deletion
  if (ops.every(({ op }) => op === 'settle')) return text.noForm.decision
  return ops.length > 1 ? text.noForm.several : text.noForm.none
}
