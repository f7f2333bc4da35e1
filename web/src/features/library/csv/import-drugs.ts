import { updateOp } from 'sync-protocol/merge/update-op'
import type { DrugContent } from 'sync-protocol/records/drug'
import { sameJson } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { newId } from '../../../data/database/ids.ts'
import { tellingOfFailure } from '../../../data/outbox/failure-log.ts'
import { intentsOf, saveTogether } from '../../../data/outbox/save-together.ts'
import { currentOf } from '../../../data/view/records.ts'
import type { ImportRow, StoredDrug } from './read-import.ts'

export interface Wanted {
  added: readonly DrugContent[]
  updated: readonly { stored: StoredDrug; content: DrugContent }[]
}

/** What the rows ask for. */
export function wantedOf(rows: readonly ImportRow[]): Wanted {
  const sound = rows.flatMap((row) => (row.content === null ? [] : [{ ...row, content: row.content }]))
  return {
    added: sound.flatMap(({ choice, content }) => (choice === 'add' ? [content] : [])),
    updated: sound.flatMap(({ choice, content, found }) =>
      choice === 'update' && found?.drug ? [{ stored: found.drug, content }] : [],
    ),
  }
}

const updateOf = ({ stored, content }: Wanted['updated'][number]) => updateOp('drugs', stored, { ...content })
const actionOf = ({ added, updated }: Wanted) =>
  updated.length === 0 ? 'drug.create' : added.length === 0 ? 'drug.update' : 'drug.save'

const opsOf = ({ added, updated }: Wanted): Op[] => [
  ...added.map((content): Op => ({
    op: 'create',
    collection: 'drugs',
    _id: newId(),
    content: { ...content },
  })),
  ...updated.flatMap((each) => updateOf(each) ?? []),
]

/** Whether all of it is one change, within the limits of a mutation (sync contract, section 2). */
export const isOneChange = (wanted: Wanted): boolean => intentsOf(actionOf(wanted), opsOf(wanted)).length <= 1

/**
 * Stores them all in one change; gives what takes it back, which leaves alone what somebody changed since, and gives how many
 * that were.
 * @throws NotSavedError where nothing is stored
 */
export async function importDrugs(wanted: Wanted): Promise<() => Promise<number>> {
  const ops = opsOf(wanted)
  const action = actionOf(wanted)
  const intents = intentsOf(action, ops)
  if (intents.length > 1) throw new RangeError('These drugs are more than one change.')
  await tellingOfFailure('drug.save_failed', '', () => saveTogether(intents))
  const made = new Map(ops.flatMap((op) => (op.op === 'create' ? [[op._id, op.content] as const] : [])))
  const updates = wanted.updated.filter((each) => updateOf(each) !== null)
  return async () => {
    const current = await currentOf('drugs', [...made.keys(), ...updates.map(({ stored }) => stored._id)])
    const created = [...made].flatMap(([_id, content]): Op[] => {
      const stands = current.get(_id)
      return stands?.deleted === false && sameJson(stands.content, content)
        ? [{ op: 'delete', collection: 'drugs', _id, base: stands.version, was: content }]
        : []
    })
    const updated = updates.flatMap(({ stored, content }): Op[] => {
      const stands = current.get(stored._id)
      if (!stands || stands.deleted || stands.content === null) return []
      if (updateOp('drugs', { ...stands, content: stands.content }, { ...content }) !== null) return []
      const back = updateOp('drugs', { ...stands, content: stands.content }, stored.content)
      return back === null ? [] : [back]
    })
    const undoing = updated.length === 0 ? 'drug.delete' : 'drug.undo'
    await tellingOfFailure(`${undoing}_failed`, '', () =>
      saveTogether(intentsOf(undoing, [...created, ...updated])),
    )
    const gone = [...made.keys()].filter((_id) => current.get(_id)?.deleted !== false).length
    return made.size + updates.length - gone - created.length - updated.length
  }
}
