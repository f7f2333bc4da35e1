import type { Heard } from '../../data/attention/heard-answer.ts'
import { attentionText as text } from './attention-text.ts'
import type { Said } from './use-deciding.ts'

/** What the server made of an approval; `author` is null where the fact is the approver's own. */
export function approvalSaid(heard: Heard, author: string | null): string | Said {
  if (heard === 'stands') return text.approved(author)
  return heard === 'unsent' ? text.approvedHere : { harm: text.notApproved(heard.refused) }
}
