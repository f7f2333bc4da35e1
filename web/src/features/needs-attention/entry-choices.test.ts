import { describe, expect, it } from 'vitest'
import type { ConflictContent } from 'sync-protocol/records/conflict'
import { EDITION } from 'sync-protocol/records/edition'
import type { Collection } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Mutation, Op, OpOf } from 'sync-protocol/records/mutation'
import { besideWhatBecame, dismissOps, withoutEarlierTries } from '../../data/attention/attention.ts'
import type { ConflictEntry, RefusedEntry } from '../../data/attention/attention.ts'
import { fromRevoked, isFromRevoked } from 'sync-protocol/records/from-revoked'
import { WAITS } from 'sync-protocol/records/waiting'
import { draw, ketamine, testId } from 'sync-protocol/testing/examples'
import { balance as balanceOf, sheet as sheetOf } from '../../sync/testing/samples.ts'
import {
  actionsOf,
  drawToComplete,
  fieldsToComplete,
  mayEdit,
  mayOpenSheet,
  tooMany,
} from './entry-choices.ts'
import { choicesOf } from '../../data/attention/settle-conflict.ts'
import { whyNoForm } from './no-form.ts'
import { toldBy } from './told-by.ts'

const create = (
  collection: 'sheets' | 'draws' | 'drugs' | 'sections',
  content: JsonObject = {},
): OpOf<'create'> => ({ op: 'create', collection, _id: 'r', content })
const mutation = (...ops: Op[]): Mutation => ({
  n: 1,
  id: 'm',
  at: '2026-11-20T10:00:00.000Z',
  clock_offset_ms: null,
  schema: 1,
  action: 'x',
  detail: null,
  ops,
})
const record = (_id: string) => ({ _id, version: 2 }) as NonNullable<RefusedEntry['record']>
const synced = (_id: string) => ({ record: record(_id), attention_id: _id })
const refused = (change: Partial<RefusedEntry>): RefusedEntry => ({
  sort: 'refused',
  beside: [],
  key: 'm',
  author_id: 'ann',
  author_name: 'Ann',
  at: '',
  status: 'rejected',
  code: 'invalid',
  message: '',
  mutation: mutation(create('drugs')),
  ...change,
})
const ann = { _id: 'ann', org_perms: [1] }
const bob = { _id: 'bob', org_perms: [1, 2] }
const settle = (_id: string): Op => ({
  op: 'settle',
  collection: 'attention',
  _id,
  base: 2,
  choice: 'dismiss',
})

describe('a change that was not accepted', () => {
  it('[L6] that waits for its record is done by itself: it is copied or discarded, by nobody sent again or approved', () => {
    const parked = { status: 'parked' as const, code: 'depends_on' as const }
    for (const op of [create('draws'), create('drugs')]) {
      const waiting = refused({ ...parked, message: WAITS, mutation: mutation(op), record: record('a') })
      for (const person of [ann, bob]) {
        expect(actionsOf(waiting, person)).toEqual(['copy', 'discard'])
        expect(whyNoForm(waiting, person)).toBeNull()
      }
    }
    // Its record is here, and an earlier change of that may be lost for good.
    const early = refused({ ...parked, message: WAITS, mutation: mutation(settle('a')), record: record('a') })
    expect(actionsOf(early, ann, { isEarly: true })).toEqual(['retry', 'copy', 'discard'])
    expect(actionsOf(early, bob, { isEarly: true })).toEqual(['copy', 'discard'])
    const depends = refused({ ...parked, message: 'The record that this changes was not accepted.' })
    expect(actionsOf(depends, ann)).toContain('retry')
  })

  it('[P8] [D2] that a revoked tablet sent is approved by a holder of 2; what was open is its author’s to open again', () => {
    const parked = { status: 'parked' as const, code: 'needs_approval' as const, record: record('a') }
    const message = fromRevoked('Prep 7')
    const deleted: Op = { op: 'delete', collection: 'drugs', _id: 'r', base: 1 }
    for (const op of [create('draws'), create('drugs'), deleted]) {
      const entry = refused({ ...parked, message, mutation: mutation(op) })
      expect(isFromRevoked(entry)).toBe(true)
      expect(actionsOf(entry, ann)).toContain('retry')
      expect(actionsOf(entry, ann)).not.toContain('approve')
      if (op !== deleted) continue
      expect(actionsOf(entry, bob)).toEqual(['approve', 'copy', 'discard'])
    }
    const typed: Op = { op: 'create', collection: 'drafts', _id: 'r', content: {} }
    const open = refused({ ...parked, message, mutation: mutation(typed) })
    expect(actionsOf(open, bob)).toEqual(['copy', 'discard'])
    expect(isFromRevoked({ ...parked, message: 'You may not.' })).toBe(false)
  })

  it('is retried, copied or discarded by its author; a sheet and one record of a library are reopened too', () => {
    const several = refused({ mutation: mutation(create('drugs'), create('drugs')) })
    expect(actionsOf(several, ann)).toEqual(['retry', 'copy', 'discard'])
    const sheet = refused({ mutation: mutation(create('sheets')) })
    expect(actionsOf(sheet, ann)).toEqual(['reopen', 'retry', 'copy', 'discard'])
    expect(actionsOf(refused({}), ann)).toEqual(['reopen', 'retry', 'copy', 'discard'])
    // A second try carries the settling of the first.
    const again = refused({ mutation: mutation(create('drugs'), settle('a')) })
    expect(actionsOf(again, ann)).toEqual(['reopen', 'retry', 'copy', 'discard'])
    const section = refused({ mutation: mutation(create('sections'), create('sections'), settle('a')) })
    expect(actionsOf(section, ann)).toEqual(['reopen', 'retry', 'copy', 'discard'])
    const decision = refused({ code: 'forbidden', mutation: mutation(settle('a')) })
    expect(actionsOf(decision, ann)).toEqual(['retry', 'copy', 'discard'])
    // What was settled is not settled again.
    expect(actionsOf({ ...decision, code: 'too_late' }, ann)).toEqual(['copy', 'discard'])
    const typed: Op = { op: 'update', collection: 'drafts', _id: 'd', base: 1, set: { name: 'Rex' }, was: {} }
    expect(actionsOf(refused({ mutation: mutation(typed) }), ann)[0]).toBe('reopen')
  })

  it('[T3] is not offered to be sent again as it is where the server would refuse it once more', () => {
    const known = { isRefusedAgain: true }
    expect(actionsOf(refused({}), ann, known)).toEqual(['reopen', 'copy', 'discard'])
    const several = refused({ mutation: mutation(create('drugs'), create('drugs')) })
    expect(actionsOf(several, ann, known)).toEqual(['copy', 'discard'])
    expect(whyNoForm(several, ann, null, true)).not.toMatch(/send it again/i)
    const edit: Op = { op: 'update', collection: 'drugs', _id: 'r', base: 1, set: { name: 'K' }, was: {} }
    expect(whyNoForm(refused({ mutation: mutation(edit) }), ann, 'deleted', true)).not.toContain('RETRY')
    expect(whyNoForm(refused({ mutation: mutation(edit) }), ann, 'never', true)).toContain(
      'not accepted either',
    )
  })

  it('says in a sentence why nothing opens it, where nothing does', () => {
    const of = (op: Op, ...more: Op[]) => whyNoForm(refused({ mutation: mutation(op, ...more) }), ann)
    expect(of(create('drugs'))).toBeNull()
    expect(of({ op: 'delete', collection: 'drugs', _id: 'r', base: 1 })).toContain('a deletion')
    expect(of({ ...settle('a'), collection: 'conflicts' })).toContain('a decision')
    expect(of(create('drugs'), create('drugs'))).toContain('several records')
    expect(whyNoForm(refused({}), bob)).toBe('Only Ann can open or send this again.')
    expect(whyNoForm(refused({ raw: '{' }), ann)).toBeNull()
    // It names the button that is there.
    const edit: Op = { op: 'update', collection: 'drugs', _id: 'r', base: 1, set: { name: 'K' }, was: {} }
    const edited = refused({ mutation: mutation(edit) })
    expect(whyNoForm(edited, ann, 'deleted')).toContain('RETRY asks the server')
    expect(whyNoForm({ ...edited, code: 'too_late' }, ann, 'deleted')).toContain(
      'CHANGE IT TO THIS asks the server',
    )
  })

  it('is reopened when it is a single draw; the draw of a sheet comes back with its sheet', () => {
    const drawn = (sheet_id: string): Op => ({
      op: 'create',
      collection: 'draws',
      _id: 'd',
      content: { sheet_id },
    })
    expect(actionsOf(refused({ mutation: mutation(drawn('-')) }), ann)).toContain('reopen')
    expect(actionsOf(refused({ mutation: mutation(drawn('s')) }), ann)).not.toContain('reopen')
  })

  it('is never sent again in the name of somebody else', () => {
    expect(actionsOf(refused({ mutation: mutation(create('sheets')) }), bob)).toEqual(['copy', 'discard'])
  })

  it('is approved by a holder of 2 alone, and only where that is asked for', () => {
    const whole = create('drugs', ketamine())
    const parked = refused({ code: 'needs_approval', record: record('a'), mutation: mutation(whole) })
    expect(actionsOf(parked, bob)).toContain('approve')
    expect(actionsOf(parked, ann)).not.toContain('approve')
    expect(actionsOf(refused({ record: record('a') }), bob)).not.toContain('approve')
  })

  describe('[P8] that is parked and could not stand as it came', () => {
    const drawn = (_id: string, over: JsonObject = {}): Op => ({
      op: 'create',
      collection: 'draws',
      _id,
      content: draw(over),
    })
    const parked = (...ops: Op[]) =>
      refused({ status: 'parked', record: record('a'), mutation: mutation(...ops) })

    it('is not approved, but completed in the form of its one draw; the rest of it stays', () => {
      const entry = parked(drawn('one'), drawn('two', { drug_volume: 0 }))
      expect(actionsOf(entry, bob)).toEqual(['complete', 'copy', 'discard'])
      expect(drawToComplete(entry)?._id).toBe('two')
      expect(actionsOf({ ...entry, code: 'needs_approval' }, bob)).toEqual(['complete', 'copy', 'discard'])
      expect(actionsOf(entry, ann)).toEqual(['retry', 'copy', 'discard'])
      // Sent again it would be refused again.
      expect(actionsOf({ ...entry, author_id: 'bob' }, bob)[0]).toBe('complete')
      const ofSheet = parked(
        create('sheets', sheetOf('Rex')),
        drawn('d', { drug_volume: 0, sheet_id: testId(1, 1) }),
      )
      expect(actionsOf(ofSheet, bob)).toEqual(['complete', 'copy', 'discard'])
    })

    it('is completed by its fields where the form of its one draw does not ask for what is wrong', () => {
      const upper = 'ABCDEF12-0000-7000-8000-00000000000A'
      for (const over of [
        { sheet_id: upper },
        { day: 'today' },
        { mood: 'good' },
        { sheet_data: null },
      ] as JsonObject[]) {
        const entry = parked(drawn('one', over))
        expect(drawToComplete(entry)).toBeUndefined()
        expect(fieldsToComplete(entry)).not.toBeNull()
        expect(actionsOf(entry, bob)).toEqual(['complete', 'copy', 'discard'])
      }
      expect(drawToComplete(parked(drawn('one', { drug_name: '', drug_volume: 0 })))).toBeDefined()
    })

    it('is completed by its author too who holds 2, as a sheet that is none opens as no form', () => {
      const sheet = { ...parked(create('sheets', { ...sheetOf('Rex'), weight: 0 })), author_id: 'bob' }
      expect(actionsOf(sheet, bob)).toEqual(['reopen', 'complete', 'retry', 'copy', 'discard'])
      const single = { ...parked(drawn('one', { drug_volume: 0 })), author_id: 'bob' }
      expect(actionsOf(single, bob)).toEqual(['reopen', 'retry', 'copy', 'discard'])
    })

    it('is completed field by field where more than one draw is wrong, or the sheet', () => {
      const two = parked(drawn('one', { drug_volume: 0 }), drawn('two', { drug_volume: 0 }))
      const ofSheet = parked(
        create('sheets', { ...sheetOf('Rex'), weight: 0 }),
        drawn('d', { sheet_id: testId(1, 1) }),
      )
      for (const entry of [two, ofSheet]) {
        expect(actionsOf(entry, bob)).toEqual(['complete', 'copy', 'discard'])
        expect(drawToComplete(entry)).toBeUndefined()
        expect(actionsOf(entry, ann)).not.toContain('complete')
      }
      expect(fieldsToComplete(two)).toHaveLength(2)
    })

    it('is not approved by anybody where the server would refuse that', () => {
      const ofSheet = parked(
        create('sheets', { ...sheetOf('Rex'), weight: 0 }),
        drawn('d', { sheet_id: testId(1, 1) }),
      )
      expect(actionsOf(ofSheet, bob)).not.toContain('approve')
      expect(actionsOf(ofSheet, ann)).toEqual(['reopen', 'retry', 'copy', 'discard'])
      expect(actionsOf(parked(create('drugs', ketamine({ name: '' }))), bob)).not.toContain('approve')
    })

    it('with a field that does not exist is completed without it, unless a newer release made it', () => {
      const sheet = parked(create('sheets', { ...sheetOf('Rex'), mood: 'good' }))
      const single = parked(drawn('one', { mood: 'good' }))
      for (const entry of [sheet, single]) {
        expect(actionsOf(entry, bob)).toEqual(['complete', 'copy', 'discard'])
        const newer = { ...entry, mutation: { ...entry.mutation, schema: EDITION + 1 } }
        expect(actionsOf(newer, bob)).toEqual(['copy', 'discard'])
      }
    })

    it('is approved by a holder of 2 where it is a void alone, unless it waits for its record', () => {
      const op: Op = { op: 'void', collection: 'draws', _id: 'd', base: 1, reason: '' }
      const entry = { ...parked(op), raw: '{' }
      for (const author_id of ['bob', 'ann'])
        expect(actionsOf({ ...entry, author_id }, bob)).toEqual(['approve', 'copy', 'discard'])
      expect(actionsOf(entry, ann)).toEqual(['copy', 'discard'])
      const waits = { ...parked(op), code: 'depends_on' as const, message: WAITS }
      expect(actionsOf(waits, bob, { isEarly: true })).toEqual(['copy', 'discard'])
    })

    it('for what came beside its draws is approved by a holder of 2, who may be its author', () => {
      const entry = { ...parked(drawn('one'), drawn('two')), raw: '{' }
      for (const author_id of ['bob', 'ann'])
        expect(actionsOf({ ...entry, author_id }, bob)).toEqual(['approve', 'copy', 'discard'])
      expect(actionsOf(entry, ann)).toEqual(['copy', 'discard'])
    })
  })

  it('[P8] of more than one change can hold is sent again by its author, in parts, or approved by a holder of 2', () => {
    const ops = Array.from({ length: 501 }, (_, at) => ({
      ...create('draws', draw()),
      _id: testId(1, at),
    }))
    const entry = (raw: { ops: unknown[] }) =>
      refused({ status: 'parked', record: record('a'), mutation: mutation(), raw: JSON.stringify(raw) })
    const many = entry({ ops })
    expect(tooMany(many)).toEqual(ops)
    expect(actionsOf(many, ann)).toEqual(['retry', 'copy', 'discard'])
    const read = { ...many, mutation: mutation(...ops) }
    expect(actionsOf(read, ann)).toEqual(['retry', 'copy', 'discard'])
    expect(actionsOf(read, bob)).toEqual(['approve', 'copy', 'discard'])
    expect(toldBy(read, 501, true, 'Ann')).toMatch(
      /^This change has 501 records, .* waiting for your approval\.$/,
    )
    const half = { ...read, mutation: mutation(...ops.slice(1), create('draws', draw({ drug_volume: 0 }))) }
    expect(actionsOf(half, bob)).toEqual(['complete', 'copy', 'discard'])
    expect(whyNoForm(many, bob)).toBe('Only Ann can open or send this again.')
    expect(tooMany(entry({ ops: [...ops, { op: 'crate' }] }))).toBeUndefined()
    expect(tooMany(entry({ ops: ops.slice(1) }))).toBeUndefined()
    expect(tooMany({ ...many, raw: '{' })).toBeUndefined()
  })

  it('that cannot be read is kept for copying', () => {
    expect(actionsOf(refused({ raw: '{' }), ann)).toEqual(['copy', 'discard'])
  })

  it('that was too large on its way may be tried again: the limit may have been of something in between', () => {
    expect(actionsOf(refused({ code: 'too_large' }), ann)).toContain('retry')
  })

  it('stands once, however often it was tried, and goes with all its tries', () => {
    const first = refused({ key: 'one', ...synced('a') })
    const second = refused({
      key: 'two',
      ...synced('b'),
      mutation: mutation(create('drugs'), settle('a')),
    })
    expect(withoutEarlierTries([first, second])).toEqual([second])
    expect(dismissOps(second)).toEqual([settle('a'), settle('b')])
    expect(dismissOps(refused({}))).toEqual([])
  })

  it('goes on the server too while the feed has yet to bring what stands there', () => {
    const first = refused({ key: 'one', attention_id: 'a' })
    expect(dismissOps(first)).toEqual([{ ...settle('a'), base: 1 }])
    const second = refused({ key: 'two', mutation: mutation(create('drugs'), settle('a')) })
    expect(withoutEarlierTries([first, second])).toEqual([second])
  })
})

describe('a conflict', () => {
  const conflict = (
    kind: ConflictContent['kind'],
    collection: Collection = 'drugs',
    mine: JsonObject = ketamine(),
  ) =>
    ({
      sort: 'conflict',
      author_id: 'ann',
      record: { meta: { author_id: 'ann' } },
      conflict: { kind, record: { collection }, groups: [{ group: 'dose', mine }] },
    }) as unknown as ConflictEntry
  const of = (author_id: string) =>
    ({ collection: 'drugs', content: ketamine(), meta: { author_id } }) as const

  it('is decided by who may change the record; its sender may always give up their own version', () => {
    expect(choicesOf(conflict('update'), bob, of('cy'))).toEqual(['theirs', 'mine'])
    expect(choicesOf(conflict('update'), ann, of('ann'))).toEqual(['theirs', 'mine'])
    expect(choicesOf(conflict('update'), ann, of('cy'))).toEqual(['theirs'])
    expect(choicesOf(conflict('update'), { _id: 'dan', org_perms: [1] }, of('cy'))).toEqual([])
  })

  it('is edited in its form, a deleted record too where the whole of it is known', () => {
    const entry = (collection: string, kind: string, full?: object) =>
      ({
        sort: 'conflict',
        author_id: 'ann',
        record: of('ann'),
        conflict: { kind, record: { collection }, full, groups: [{ mine: { name: 'Rex' } }] },
      }) as unknown as ConflictEntry
    const target = of('ann')
    expect(mayEdit(entry('drugs', 'update'), ann, target)).toBe(true)
    expect(mayEdit(entry('drugs', 'update_of_deleted', {}), ann, undefined)).toBe(true)
    expect(mayEdit(entry('drugs', 'update_of_deleted'), ann, undefined)).toBe(false)
    expect(mayEdit(entry('drugs', 'delete_of_changed'), ann, target)).toBe(false)
    expect(mayEdit(entry('drugs', 'update'), { _id: 'dan', org_perms: [1] }, target)).toBe(false)
    expect(mayEdit(entry('sections', 'update'), ann, target)).toBe(true)
    expect(mayOpenSheet(entry('drafts', 'update'), ann)).toBe(true)
    expect(mayOpenSheet(entry('drafts', 'update'), bob)).toBe(false)
    expect(mayOpenSheet(entry('drugs', 'update'), ann)).toBe(false)
  })

  it('[M3] of which its sender sent some fields alone is not taken, as nobody else fills in the others', () => {
    expect(choicesOf(conflict('update', 'drugs', { concentration: 50 }), bob, of('cy'))).toEqual(['theirs'])
    expect(choicesOf(conflict('update_of_deleted'), bob, undefined)).toEqual(['theirs'])
    expect(choicesOf(conflict('delete_of_changed'), bob, of('cy'))).toEqual(['theirs', 'mine'])
  })

  it('over a drug section that was deleted is settled by who may change sections alone', () => {
    const deletion = { ...conflict('update_of_deleted', 'sections'), author_id: 'cy' }
    expect(choicesOf(deletion, bob, undefined)).toEqual([])
    expect(choicesOf(deletion, { _id: 'dan', org_perms: [3] }, undefined)).toEqual(['theirs'])
  })

  it('whose merge was invalid leaves only what stands', () => {
    expect(choicesOf(conflict('invalid_merge'), bob, of('cy'))).toEqual(['theirs'])
  })
})

describe('what was typed into something open', () => {
  const draft = (op: 'create' | 'delete'): Op =>
    op === 'create'
      ? { op, collection: 'drafts', _id: 'table', content: { kind: 'balance', table: {} } }
      : { op, collection: 'drafts', _id: 'table', base: 1 }
  const edit: Op = { op: 'update', collection: 'drafts', _id: 'table', base: 1, set: { table: {} }, was: {} }
  const balance: Op = { op: 'create', collection: 'balances', _id: 'b', content: balanceOf('K-1') }
  const [typed, again] = [
    refused({ key: 'typed', mutation: { ...mutation(draft('create')), n: 1 }, ...synced('a1') }),
    refused({ key: 'again', mutation: { ...mutation(edit), n: 2 }, ...synced('a2') }),
  ]
  const became = refused({
    key: 'became',
    mutation: { ...mutation(balance, draft('delete')), n: 3 },
    ...synced('a3'),
  })

  it('[T3] is one entry with what it became', () => {
    const [one, ...more] = besideWhatBecame([typed, again, became])
    expect(more).toEqual([])
    expect(one).toMatchObject({ key: 'became', beside: [{ key: 'typed' }, { key: 'again' }] })
  })

  it('[T3] is one entry with what was typed last, and another open thing is another', () => {
    const other = refused({ key: 'other', mutation: mutation({ ...draft('create'), _id: 'sheet' }) })
    expect(besideWhatBecame([typed, other, again])).toMatchObject([
      { key: 'other', beside: [] },
      { key: 'again', beside: [{ key: 'typed' }] },
    ])
  })

  it('[P8] a fact that waits is let stand by a holder of 2, whatever it waited for', () => {
    const parked = {
      ...became,
      status: 'parked' as const,
      code: 'unknown_record' as const,
      author_id: 'other',
    }
    expect(actionsOf(parked, { _id: 'me', org_perms: [1, 2] })).toContain('approve')
    expect(actionsOf(parked, { _id: 'me', org_perms: [1] })).not.toContain('approve')
    expect(actionsOf({ ...parked, author_id: 'me' }, { _id: 'me', org_perms: [1, 2] })).toContain('retry')
  })
})
