import { contentIn } from 'sync-protocol/records/kinds'
import { withValues } from 'sync-protocol/merge/field-paths'
import { updateOp } from 'sync-protocol/merge/update-op'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { formOfSection, sectionOfForm, type SectionForm } from 'sync-protocol/rules/section-form'
import type { SectionContent } from 'sync-protocol/records/section'

/** A section as the person saw it when they first touched it. */
export type SeenSection = { version: number; content: JsonObject }

/** What a person changed and has not saved, as JSON; untouched sections go on living as others change them. */
export type SectionEdits = {
  touched: { [id: string]: { seen: SeenSection; form: SectionForm } }
  removed: { [id: string]: SeenSection }
  /** With the key of a refused creation, whose drugs name it. */
  added: { _id: string; form: SectionForm; key?: number }[]
}

export interface SectionRow {
  _id: string
  /** Absent for a new one. */
  key?: number
  form: SectionForm
  state: 'kept' | 'removed' | 'added'
  /** Somebody else removed it since it was touched. */
  gone: boolean
}

type Stored = SeenSection & { _id: string }

export const noEdits = (): SectionEdits => ({ touched: {}, removed: {}, added: [] })

const contentOf = ({ content }: SeenSection) => contentIn('sections', content)
const keyOf = (section: SeenSection) => contentOf(section).key

/** The sections as the dialog lists them: those that live, by key, those that others removed meanwhile, and the new ones. */
export function sectionRows(
  living: readonly Stored[],
  { touched, removed, added }: SectionEdits,
): SectionRow[] {
  const ids = new Set(living.map(({ _id }) => _id))
  const seen = Object.entries(touched).flatMap(([_id, one]) =>
    ids.has(_id) || _id in removed ? [] : [{ _id, ...one.seen }],
  )
  const rows = [...living, ...seen].map((section): SectionRow => {
    const { _id } = section
    return {
      _id,
      key: keyOf(section),
      form: touched[_id]?.form ?? formOfSection(contentOf(section)),
      state: _id in removed ? 'removed' : 'kept',
      gone: !ids.has(_id),
    }
  })
  rows.sort((a, b) => (a.key ?? 0) - (b.key ?? 0))
  return [...rows, ...added.map(({ _id, form }) => ({ _id, form, state: 'added' as const, gone: false }))]
}

/** A title or a class changed; the first change of a section notes what the person saw. */
export function sectionEdited(
  edits: SectionEdits,
  living: readonly Stored[],
  _id: string,
  part: Partial<SectionForm>,
): SectionEdits {
  if (edits.added.some((one) => one._id === _id)) {
    const added = edits.added.map((one) =>
      one._id === _id ? { ...one, form: { ...one.form, ...part } } : one,
    )
    return { ...edits, added }
  }
  const before = edits.touched[_id] ?? firstTouch(living, _id)
  if (before === undefined) return edits
  const { seen } = before
  const form = { ...before.form, ...part }
  return { ...edits, touched: { ...edits.touched, [_id]: { seen, form } } }
}

function firstTouch(living: readonly Stored[], _id: string): SectionEdits['touched'][string] | undefined {
  const section = living.find((one) => one._id === _id)
  if (section === undefined) return undefined
  const { version, content } = section
  return { seen: { version, content }, form: formOfSection(contentOf(section)) }
}

/** Removed when the edits are saved; a new one is gone at once. */
export function sectionRemoved(edits: SectionEdits, living: readonly Stored[], _id: string): SectionEdits {
  const added = edits.added.filter((one) => one._id !== _id)
  if (added.length < edits.added.length) return { ...edits, added }
  const seen = (edits.touched[_id] ?? firstTouch(living, _id))?.seen
  return seen === undefined ? edits : { ...edits, removed: { ...edits.removed, [_id]: seen } }
}

export function sectionKept(edits: SectionEdits, _id: string): SectionEdits {
  const { [_id]: _, ...removed } = edits.removed
  return { ...edits, removed }
}

export const sectionAdded = (edits: SectionEdits, _id: string): SectionEdits => ({
  ...edits,
  added: [...edits.added, { _id, form: { title_s: '', title_p: '', drug_class: null } }],
})

/** The sections that are checked before saving: all but the removed ones. */
export const checkedRows = (rows: readonly SectionRow[]) => rows.filter(({ state }) => state !== 'removed')

/** How many of the new sections still need a key. */
export const keyless = ({ added }: SectionEdits): number =>
  added.filter(({ key }) => key === undefined).length

/** One change for all of it: new sections under `keys`, in their order, changed ones, removed ones. */
export function sectionOps({ touched, removed, added }: SectionEdits, keys: readonly number[]): Op[] {
  let taken = 0
  const creates = added.map(({ _id, form, key: own }): Op => {
    const key = own ?? keys[taken++]
    if (key === undefined) throw new RangeError('a new section has no key')
    return { op: 'create', collection: 'sections', _id, content: sectionOfForm(form, key) }
  })
  const updates = Object.entries(touched).flatMap(([_id, { seen, form }]) => {
    if (_id in removed) return []
    return updateOp('sections', { _id, ...seen }, sectionOfForm(form, keyOf(seen))) ?? []
  })
  const deletes = Object.entries(removed).map(([_id, { version, content }]): Op => ({
    op: 'delete',
    collection: 'sections',
    _id,
    base: version,
    was: content,
  }))
  return [...creates, ...updates, ...deletes]
}

/** True while nothing differs from what is stored. */
export const isUnchanged = (edits: SectionEdits): boolean =>
  edits.added.length === 0 && sectionOps(edits, []).length === 0

/**
 * The edits that a change of sections was made of, to be typed on. A section that is gone by now is entered anew: what is not
 * known of it stays empty.
 */
export function editsOf(ops: readonly Op[], living: readonly Stored[]): SectionEdits {
  return ops.reduce((edits, op): SectionEdits => {
    const section = living.find(({ _id }) => _id === op._id)
    if (op.op === 'create' || op.op === 'restore') return adding(edits, op._id, op.content)
    if (op.op === 'update' && section === undefined) return adding(edits, op._id, { ...op.was, ...op.set })
    if (section === undefined) return edits
    const { version, content } = section
    if (op.op === 'delete') return { ...edits, removed: { ...edits.removed, [op._id]: { version, content } } }
    if (op.op !== 'update') return edits
    const seen = { version: op.base, content: withValues(content, op.was) }
    const form = formOfSection(contentIn('sections', withValues(seen.content, op.set)))
    return { ...edits, touched: { ...edits.touched, [op._id]: { seen, form } } }
  }, noEdits())
}

function adding(edits: SectionEdits, _id: string, content: JsonObject): SectionEdits {
  const { key, ...known }: Partial<SectionContent> = contentIn('sections', content)
  const form = formOfSection({ title_s: '', title_p: '', key: 0, ...known })
  return { ...edits, added: [...edits.added, { _id, form, ...(key !== undefined && { key }) }] }
}
