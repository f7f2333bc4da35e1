import { updateOp } from 'sync-protocol/merge/update-op'
import { withValues } from 'sync-protocol/merge/field-paths'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { tellingOfFailure } from '../../../data/outbox/failure-log.ts'
import { saveForm } from '../../../data/drafts/kept-forms.ts'
import { currentOf } from '../../../data/view/records.ts'
import type { Intent } from '../../../data/outbox/save.ts'
import { save } from '../../../data/outbox/save.ts'
import { takeSectionKey } from '../../../data/restore/section-keys.ts'
import { keyless, sectionOps, type SectionEdits } from './section-edits.ts'

/** The name under which unsaved edits are kept on the tablet: there is one dialog for all sections. */
export const KEPT_SECTIONS = { collection: 'sections', _id: 'all' } as const

/** That, or a form that answers an entry of Needs attention. */
export type SectionsName = typeof KEPT_SECTIONS & { refused?: string }

/** This tablet has no number left for a new section: it must reach the server once. */
export class NoSectionKeyError extends Error {
  override name = 'NoSectionKeyError'
}

async function takeKeys(count: number): Promise<number[]> {
  const keys: number[] = []
  while (keys.length < count) {
    const key = await takeSectionKey()
    if (key === null) throw new NoSectionKeyError()
    keys.push(key)
  }
  return keys
}

const ACTIONS = { create: 'section.create', update: 'section.update', delete: 'section.delete' } as const

function intentOf(ops: Op[]): Intent {
  const kinds = new Set(ops.map(({ op }) => op))
  const [only] = kinds
  const action = kinds.size === 1 && (only === 'create' || only === 'delete') ? only : 'update'
  return { action: ACTIONS[action], ops }
}

/** Saves the edits as one change and gives what an UNDO needs; null when nothing differs. */
export async function saveSections(
  name: SectionsName,
  edits: SectionEdits,
  told: boolean,
): Promise<Op[] | null> {
  const ops = sectionOps(edits, await takeKeys(keyless(edits)))
  if (ops.length === 0) {
    // Two versions that met are settled by it all the same.
    await saveForm(name, null, told)
    return null
  }
  await tellingOfFailure('section.save_failed', '', () => saveForm(name, intentOf(ops), told))
  return ops
}

/** What takes back a saved operation, from the record as it stands now and as it was seen; nothing where others did it. */
export function reversed(
  op: Op,
  seen: JsonObject | undefined,
  current: { version: number; deleted: boolean } | undefined,
): Op[] {
  const { collection, _id } = op
  const base = current?.version ?? 0
  const lives = current !== undefined && !current.deleted
  if (op.op === 'create') return lives ? [{ op: 'delete', collection, _id, base }] : []
  if (seen === undefined) return []
  if (op.op === 'delete') return lives ? [] : [{ op: 'restore', collection, _id, base, content: seen }]
  if (op.op !== 'update' || !lives) return []
  const written = withValues(seen, op.set)
  return [updateOp(collection, { _id, version: base, content: written }, seen)].flatMap((one) => one ?? [])
}

/** Takes a save of sections back, as one change. */
export async function undoSections(ops: readonly Op[], { touched, removed }: SectionEdits): Promise<void> {
  const current = await currentOf(
    'sections',
    ops.map(({ _id }) => _id),
  )
  const back = ops.flatMap((op) =>
    reversed(op, (removed[op._id] ?? touched[op._id]?.seen)?.content, current.get(op._id)),
  )
  if (back.length > 0)
    await tellingOfFailure('section.save_failed', '', () => save({ action: 'section.update', ops: back }))
}
