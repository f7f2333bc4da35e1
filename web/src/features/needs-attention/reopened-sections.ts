import { updateOp } from 'sync-protocol/merge/update-op'
import { withMine } from 'sync-protocol/merge/three-way'
import { kinds } from 'sync-protocol/records/kinds'
import type { Op } from 'sync-protocol/records/mutation'
import { settlesAttention } from '../../data/attention/attention.ts'
import type { ConflictEntry, RefusedEntry } from '../../data/attention/attention.ts'
import { keepForm, keptForm } from '../../data/drafts/kept-forms.ts'
import type { KeptForm, NewForm } from '../../data/drafts/kept-forms.ts'
import { getRecord } from '../../data/view/records.ts'
import { NotReopenedError } from './not-reopened.ts'
import { attentionText as text } from './attention-text.ts'

const sectionOps = ({ mutation }: RefusedEntry): Op[] => mutation.ops.filter((op) => !settlesAttention(op))

/** Whether a refused change edits drug sections, and nothing else: one dialog shows all of them. */
export function editsSections(entry: RefusedEntry): boolean {
  const ops = sectionOps(entry)
  return ops.length > 0 && ops.every(({ collection }) => collection === 'sections')
}

/** The dialog of the sections with these changes in it, as it was left if it was open before. */
async function dialogWith(
  more: Pick<NewForm, 'contested'> & { refused: string },
  ops: () => Promise<Op[]>,
): Promise<KeptForm> {
  const name = { collection: 'sections', _id: 'all' } as const
  const left = await keptForm({ ...name, refused: more.refused })
  if (left !== undefined) return left
  const intended = { ops: await ops() }
  return keepForm({ ...name, ...more, mode: 'edit', species: 0, intended, name: text.noun('sections') })
}

export const reopenSections = (entry: RefusedEntry): Promise<KeptForm> =>
  dialogWith({ refused: entry.key }, async () => sectionOps(entry))

/** With what was set aside over what stands now. */
export const editSectionConflict = ({ key, conflict }: ConflictEntry): Promise<KeptForm> =>
  dialogWith({ refused: key, contested: true }, async () => {
    const record = await getRecord('sections', conflict.record._id)
    if (record === undefined || record.content === null) throw new NotReopenedError('the section was removed')
    const { _id, version, content } = record
    const op = updateOp(
      'sections',
      { _id, version, content },
      withMine(kinds.sections, content, conflict.groups),
    )
    return op === null ? [] : [op]
  })
