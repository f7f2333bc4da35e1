import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withValues } from 'sync-protocol/merge/field-paths'
import { mergeEdit } from 'sync-protocol/merge/three-way'
import { updateOp } from 'sync-protocol/merge/update-op'
import { EDITION } from 'sync-protocol/records/edition'
import { kinds } from 'sync-protocol/records/kinds'
import type { JsonObject } from 'sync-protocol/records/json'
import type { OpOf } from 'sync-protocol/records/mutation'
import { isAutosave, mergeDraftOps } from './merge-drafts.ts'

const _id = '0193aaaa-0000-7000-8000-00000000000d'
const texts = fc.constantFrom('', 'a', 'b')
const content = fc.record({
  kind: fc.constant('sheet'),
  name: texts,
  patient_id: texts,
  weight: texts,
  weight_units: fc.constantFrom('-', 'kg', 'lb'),
  outcome: fc.constantFrom('N/A', 'foster'),
}) as fc.Arbitrary<JsonObject>

const edit = (from: JsonObject, to: JsonObject, version = 3) =>
  updateOp('drafts', { _id, version, content: from }, to)

describe('autosaves that become one', () => {
  test('[T1] the merged save does what both did, and says what was seen first', () => {
    fc.assert(
      fc.property(content, content, content, (seen, first, second) => {
        const [one, two] = [edit(seen, first), edit(first, second, 4)]
        if (!one || !two) return
        const merged = mergeDraftOps(one, two) as OpOf<'update'>
        expect(withValues(seen, merged.set as JsonObject)).toEqual(second)
        expect(merged.base).toBe(3)
        const result = mergeEdit(kinds.drafts, seen, { ...merged, edition: EDITION }, false)
        expect(result.clashes).toEqual([])
        expect(result.content).toEqual(second)
      }),
    )
  })

  test('[M3] a group that another tablet changed still clashes after merging', () => {
    const seen: JsonObject = { kind: 'sheet', weight: '10', weight_units: 'kg', name: 'Rex' }
    const first = { ...seen, weight: '12' }
    const merged = mergeDraftOps(
      edit(seen, first) ?? never(),
      edit(first, { ...first, weight_units: 'lb', name: 'Max' }) ?? never(),
    ) as OpOf<'update'>
    const theirs = { ...seen, weight: '26.4' }
    const { clashes } = mergeEdit(kinds.drafts, theirs, { ...merged, edition: EDITION }, false)
    expect(clashes.map(({ group }) => group)).toEqual(['weight'])
  })

  test('[T1] an edit after a creation or a restoration is part of it', () => {
    const seen: JsonObject = { kind: 'sheet', name: 'R' }
    const update = edit(seen, { kind: 'sheet', name: 'Rex' }) ?? never()
    const create = { op: 'create', collection: 'drafts', _id, content: seen } as const
    expect(mergeDraftOps(create, update)).toEqual({ ...create, content: { kind: 'sheet', name: 'Rex' } })
    const restore = { op: 'restore', collection: 'drafts', _id, base: 2, content: seen } as const
    expect(mergeDraftOps(restore, update)).toEqual({ ...restore, content: { kind: 'sheet', name: 'Rex' } })
  })

  test('[T1] nothing else is merged', () => {
    const seen: JsonObject = { kind: 'sheet', name: 'R' }
    const update = edit(seen, { kind: 'sheet', name: 'Rex' }) ?? never()
    const end = { op: 'delete', collection: 'drafts', _id, base: 3 } as const
    expect(mergeDraftOps(update, end)).toBeNull()
    expect(mergeDraftOps(end, update)).toBeNull()
    expect(mergeDraftOps(update, { ...update, _id: '0193aaaa-0000-7000-8000-00000000000f' })).toBeNull()
    expect(isAutosave({ action: 'sheet.save', ops: [update] })).toBe(false)
    expect(isAutosave({ action: 'draft.save', ops: [update, end] })).toBe(false)
    expect(isAutosave({ action: 'draft.save', ops: [update] })).toBe(true)
  })
})

function never(): never {
  throw new Error('There is a difference.')
}
