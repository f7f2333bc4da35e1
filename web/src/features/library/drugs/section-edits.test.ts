import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { sectionContent } from 'sync-protocol/records/section'
import {
  editsOf,
  isUnchanged,
  keyless,
  noEdits,
  sectionAdded,
  sectionEdited,
  sectionOps,
  sectionKept,
  sectionRemoved,
  sectionRows,
  type SectionEdits,
} from './section-edits.ts'
import { reversed } from './sections-saving.ts'

const opioids = {
  _id: 'a',
  version: 3,
  content: { key: 1000, title_s: 'Opioid', title_p: 'Opioids', drug_class: 'opioid' },
}
const nsaids = { _id: 'b', version: 5, content: { key: 1001, title_s: 'NSAID', title_p: 'NSAIDs' } }
const living = [opioids, nsaids]

describe('[SECT-09] one change holds', () => {
  it('a new section under its key, the changed titles alone, and a removal', () => {
    let edits = sectionAdded(noEdits(), 'c')
    edits = sectionEdited(edits, living, 'c', { title_s: ' Steroid', title_p: 'Steroids ' })
    edits = sectionEdited(edits, living, 'a', { title_p: 'Opiates' })
    edits = sectionRemoved(edits, living, 'b')
    expect(sectionOps(edits, [1100])).toEqual([
      {
        op: 'create',
        collection: 'sections',
        _id: 'c',
        content: { key: 1100, title_s: 'Steroid', title_p: 'Steroids' },
      },
      {
        op: 'update',
        collection: 'sections',
        _id: 'a',
        base: 3,
        set: { title_p: 'Opiates' },
        was: { title_s: 'Opioid', title_p: 'Opioids' },
      },
      { op: 'delete', collection: 'sections', _id: 'b', base: 5, was: nsaids.content },
    ])
    expect(() => sectionOps(edits, [])).toThrow(RangeError)
  })

  it('a class that is taken away, and never the key', () => {
    const edits = sectionEdited(noEdits(), living, 'a', { drug_class: null })
    expect(sectionOps(edits, [])).toMatchObject([
      { set: { drug_class: null }, was: { drug_class: 'opioid' } },
    ])
  })

  it('nothing for what was typed and taken back', () => {
    let edits = sectionEdited(noEdits(), living, 'a', { title_p: 'Opiates' })
    expect(isUnchanged(edits)).toBe(false)
    edits = sectionEdited(edits, living, 'a', { title_p: ' Opioids ' })
    edits = sectionKept(sectionRemoved(edits, living, 'b'), 'b')
    edits = sectionRemoved(sectionAdded(edits, 'c'), living, 'c')
    expect(isUnchanged(edits)).toBe(true)
  })
})

describe('[M1] while another tablet changes sections', () => {
  const renamed = { ...opioids, version: 4, content: { ...opioids.content, title_p: 'Opiates' } }

  it('an untouched one shows the change, a touched one keeps what was typed and what was seen', () => {
    expect(sectionRows([renamed, nsaids], noEdits())[0]?.form.title_p).toBe('Opiates')
    let edits = sectionEdited(noEdits(), living, 'a', { title_p: 'Opioid drugs' })
    edits = sectionEdited(edits, [renamed, nsaids], 'a', { title_s: 'Opioid drug' })
    expect(sectionRows([renamed, nsaids], edits)[0]?.form).toMatchObject({
      title_s: 'Opioid drug',
      title_p: 'Opioid drugs',
    })
    expect(sectionOps(edits, [])).toMatchObject([{ base: 3, was: { title_s: 'Opioid', title_p: 'Opioids' } }])
  })

  it('a removed one goes, unless it was touched; new ones join in the order of their keys', () => {
    expect(sectionRows([nsaids], noEdits()).map(({ _id }) => _id)).toEqual(['b'])
    const touched = sectionEdited(noEdits(), living, 'a', { title_p: 'Opiates' })
    const added = sectionAdded(touched, 'mine')
    const theirs = { _id: 'd', version: 1, content: { key: 1200, title_s: 'X', title_p: 'Xs' } }
    expect(sectionRows([nsaids, theirs], added)).toMatchObject([
      { _id: 'a', gone: true, state: 'kept' },
      { _id: 'b', gone: false, state: 'kept' },
      { _id: 'd', gone: false, state: 'kept' },
      { _id: 'mine', gone: false, state: 'added' },
    ])
  })

  it('a removal of what somebody else removed is still one removal', () => {
    const edits = sectionRemoved(noEdits(), living, 'a')
    expect(sectionRows([nsaids], edits).map(({ _id }) => _id)).toEqual(['b'])
    expect(sectionOps(edits, [])).toEqual([
      { op: 'delete', collection: 'sections', _id: 'a', base: 3, was: opioids.content },
    ])
  })
})

describe('UNDO of a save', () => {
  const title = fc.constantFrom('Opioid', 'NSAID', 'Steroid', 'Local')
  const step = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    what: fc.constantFrom('edit', 'remove', 'add', 'put back'),
    form: fc.record({
      title_s: title,
      title_p: title,
      drug_class: fc.constantFrom(null, 'opioid' as const, 'induction' as const),
    }),
  })

  /** What a store does with these operations, without merging. */
  function applied(
    records: Map<string, JsonObject>,
    ops: ReturnType<typeof sectionOps>,
  ): Map<string, JsonObject> {
    const next = new Map(records)
    for (const op of ops) {
      if (op.op === 'create' || op.op === 'restore') next.set(op._id, op.content)
      else if (op.op === 'delete') next.delete(op._id)
      else if (op.op === 'update') {
        const values = { ...next.get(op._id), ...(op.set as Record<string, Json>) }
        next.set(op._id, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)))
      }
    }
    return next
  }

  it('leaves every section as it was, whatever was saved', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let edits: SectionEdits = noEdits()
        for (const { id, what, form } of steps) {
          if (what === 'remove') edits = sectionRemoved(edits, living, id)
          else if (what === 'put back') edits = sectionKept(edits, id)
          else if (what === 'edit') edits = sectionEdited(edits, living, id, form)
          else if (id > 'b' && !edits.added.some((one) => one._id === id)) {
            edits = sectionEdited(sectionAdded(edits, id), living, id, form)
          }
        }
        const before = new Map<string, JsonObject>(living.map(({ _id, content }) => [_id, content]))
        const ops = sectionOps(edits, [1100, 1101])
        const after = applied(before, ops)
        for (const content of after.values()) expect(sectionContent.safeParse(content).success).toBe(true)
        const keys = [...after.values()].map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        const back = ops.flatMap((op) => {
          const lives = after.has(op._id)
          const current = lives || before.has(op._id) ? { version: 9, deleted: !lives } : undefined
          return reversed(op, before.get(op._id), current)
        })
        expect(applied(after, back)).toEqual(before)
        expect(isUnchanged(edits)).toBe(ops.length === 0)
      }),
    )
  })

  it('leaves alone what somebody else has put back or removed since', () => {
    const content = opioids.content
    const remove = { op: 'delete', collection: 'sections', _id: 'a', base: 3 } as const
    expect(reversed(remove, content, { version: 5, deleted: false })).toEqual([])
    const create = { op: 'create', collection: 'sections', _id: 'c', content } as const
    expect(reversed(create, undefined, { version: 2, deleted: true })).toEqual([])
  })

  it('[M3] compares with what was saved, so that a change made since is not written over', () => {
    const [op] = sectionOps(sectionEdited(noEdits(), living, 'a', { title_p: 'Opiates' }), [])
    if (op === undefined) throw new Error('nothing was saved')
    expect(reversed(op, opioids.content, { version: 8, deleted: false })).toMatchObject([
      { base: 8, set: { title_p: 'Opioids' }, was: { title_p: 'Opiates', title_s: 'Opioid' } },
    ])
  })
})

describe('[T3] a change of sections that was refused', () => {
  const ops: Op[] = [
    {
      op: 'create',
      collection: 'sections',
      _id: 'c',
      content: { key: 1100, title_s: 'Steroid', title_p: 'Steroids' },
    },
    {
      op: 'update',
      collection: 'sections',
      _id: 'a',
      base: 3,
      set: { title_p: 'Opiates' },
      was: { title_s: 'Opioid', title_p: 'Opioids' },
    },
    { op: 'delete', collection: 'sections', _id: 'b', base: 5, was: nsaids.content },
  ]

  it('opens as it was typed, and saves as the same change, under the number that it had', () => {
    const edits = editsOf(ops, living)
    expect(keyless(edits)).toBe(0)
    expect(sectionOps(edits, [])).toEqual(ops)
  })

  it('loses nothing where a section is gone by now', () => {
    const edits = editsOf(ops, [])
    expect(edits.added.map(({ form }) => form.title_p)).toEqual(['Steroids', 'Opiates'])
    expect(keyless(edits)).toBe(1)
  })
})
