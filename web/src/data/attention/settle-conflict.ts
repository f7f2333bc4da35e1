import { contentFault } from 'sync-protocol/merge/content-fault'
import { withMine } from 'sync-protocol/merge/three-way'
import { kinds } from 'sync-protocol/records/kinds'
import { save } from '../outbox/save.ts'
import { maySettle, type ConflictEntry } from './attention.ts'

type Person = Parameters<typeof maySettle>[1]
type Target = Parameters<typeof maySettle>[2]

/** Whether the record would be one with what was set aside: not where its sender left out what nobody else may fill in. */
function canTake({ conflict }: ConflictEntry, target: Target): boolean {
  const { kind, record, groups, full } = conflict
  if (kind === 'delete_of_changed') return true
  if (kind === 'invalid_merge') return false
  const taken = target?.content ? withMine(kinds[record.collection], target.content, groups) : full
  return taken !== undefined && contentFault(record.collection, taken, target?.content ?? full) === null
}

/** Who may decide for either side; its sender may always give up their own. `target` is undefined where the record is gone. */
export function choicesOf(entry: ConflictEntry, person: Person, target: Target): ('theirs' | 'mine')[] {
  if (maySettle(entry, person, target)) return canTake(entry, target) ? ['theirs', 'mine'] : ['theirs']
  return entry.author_id === person._id ? ['theirs'] : []
}

export async function settleConflict(
  { record }: ConflictEntry,
  choice: 'theirs' | 'mine' | 'restore',
): Promise<void> {
  await save({
    action: 'conflict.settle',
    ops: [{ op: 'settle', collection: 'conflicts', _id: record._id, base: record.version, choice }],
  })
}
