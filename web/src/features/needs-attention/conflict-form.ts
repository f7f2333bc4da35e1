import { withMine } from 'sync-protocol/merge/three-way'
import type { Clash } from 'sync-protocol/records/conflict'
import { kinds } from 'sync-protocol/records/kinds'
import type { ConflictEntry } from '../../data/attention/attention.ts'
import { keepForm, keptForm, type KeptForm } from '../../data/drafts/kept-forms.ts'
import { getRecord } from '../../data/view/records.ts'
import { NotReopenedError } from './not-reopened.ts'
import { editSectionConflict } from './reopened-sections.ts'
import { nameIn, speciesIn } from './reopened-form.ts'

/**
 * Keeps a form with what was set aside on top of what stands now, or of the record before it was deleted, to be changed before
 * it is saved. The conflict stays until
 * then; a form that was opened before is as it was left.
 */
export async function editConflict(entry: ConflictEntry): Promise<KeptForm> {
  const { key, conflict, record: waiting } = entry
  const { collection, _id } = conflict.record
  if (collection === 'sections') return editSectionConflict(entry)
  const left = await keptForm({ collection, _id, refused: key })
  if (left !== undefined) return left
  const record = await getRecord(collection, _id)
  const content = record?.content ?? conflict.full
  if (content === undefined)
    throw new NotReopenedError('the record was deleted, and nobody knows the rest of it')
  const { version, meta } = record ?? { ...waiting, version: conflict.version }
  const intended = withMine(kinds[collection], content, conflict.groups satisfies readonly Clash[])
  return keepForm({
    collection,
    _id,
    mode: 'edit',
    species: speciesIn(intended),
    seen: { version, author_id: meta.author_id, content },
    intended,
    name: nameIn(intended),
    refused: key,
    contested: true,
    ...(record?.content == null && { restores: true as const }),
  })
}
