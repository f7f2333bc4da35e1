import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SyncRecord } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import { draw } from '../testing/examples.ts'
import { ledgerFact } from '../testing/ledger-facts.ts'
import { differenceFrom, factEntryOf, unentered, type FactEntry } from './ledger-records.ts'

const fact = ledgerFact(1)
const made = { ...fact, n: 1, content: draw() } as FactEntry
const voided = { by: made.record.author, by_name: 'Ana', at: made.at, reason: 'Entered twice' }
const ended: FactEntry = { ...made, n: 2, op: 'void', content: { voided } }
const record: SyncRecord = {
  collection: 'draws',
  _id: made.record._id,
  schema: 1,
  version: 1,
  seq: 1,
  deleted: false,
  meta: {
    author_id: made.record.author,
    author_name: 'Ana',
    date_created: made.at,
    received_at: made.received_at,
  },
  content: draw(),
}

describe('an entry and its record', () => {
  test('agree, whatever the ledger does not hold', () => {
    expect(differenceFrom(made, record)).toBeNull()
    const more: SyncRecord = {
      ...record,
      version: 9,
      seq: 9,
      flags: ['time_unconfirmed'],
      meta: { ...record.meta, author_name: 'Ana Lee', sent_by: 'Ben', date_edited: made.at },
    }
    expect(differenceFrom(made, more)).toBeNull()
    const { received_at: _, ...early } = record.meta
    expect(differenceFrom(made, { ...record, meta: early })).toBeNull()
    const approved = { ...record.meta, approved_by: 'Ben', date_created: '2026-11-01T00:00:00.000Z' }
    expect(differenceFrom(made, { ...record, meta: approved })).toBeNull()
    expect(differenceFrom(ended, { ...record, voided })).toBeNull()
  })

  test('the name and the time of a fact are compared where its entry says them, also of one that was approved later', () => {
    const named = { ...made, record: { ...made.record, author_name: 'Ana' } }
    expect(differenceFrom(named, record)).toBeNull()
    const meta = { ...record.meta, approved_by: 'Ben' }
    expect(differenceFrom(named, { ...record, meta })).toBeNull()
    expect(differenceFrom(named, { ...record, meta: { ...meta, author_name: 'Eve' } })).toMatchObject({
      path: ['author_name'],
      ledger: 'Ana',
      record: 'Eve',
    })
    const date_created = '2026-11-01T00:00:00.000Z'
    expect(differenceFrom(named, { ...record, meta: { ...meta, date_created } })).toMatchObject({
      path: ['at'],
      ledger: made.at,
      record: date_created,
    })
    const late = { ...named, record: { ...named.record, made_at: date_created } }
    expect(differenceFrom(late, { ...record, meta: { ...meta, date_created } })).toBeNull()
    expect(differenceFrom(late, { ...record, meta })).toMatchObject({ path: ['at'], ledger: date_created })
  })

  test('any one field of the content that was changed, added or removed is named with both values', () => {
    const fields = Object.keys(draw())
    fc.assert(
      fc.property(fc.constantFrom(...fields, 'schedule'), fc.jsonValue(), (field, value) => {
        const content = { ...draw(), [field]: value } as JsonObject
        const found = differenceFrom(made, { ...record, content })
        const isSame = JSON.stringify(value) === JSON.stringify(draw()[field])
        if (isSame) return
        expect(found).toMatchObject({
          kind: 'differs',
          n: 1,
          path: expect.arrayContaining(['content', field]),
        })
        const { [field]: __, ...without } = draw()
        if (field === 'schedule') return
        expect(differenceFrom(made, { ...record, content: without })).toMatchObject({
          path: ['content', field],
          record: undefined,
        })
      }),
    )
  })

  test('a record of no shape at all is named, not stumbled over', () => {
    for (const wrong of [{ meta: undefined }, { content: null }, { content: [1] }, { meta: {} }])
      expect(differenceFrom(made, { ...record, ...wrong } as unknown as SyncRecord)).not.toBeNull()
  })

  test('a fact that an earlier version entered as voided only asks for its record and its voiding', () => {
    const both = { ...ended, record: { ...ended.record, version: 1 } }
    expect(differenceFrom(both, { ...record, voided })).toBeNull()
    expect(unentered({ ...record, voided }, { isCreated: false, isVoided: true })).toBeNull()
    expect(differenceFrom(both, undefined)).toMatchObject({ kind: 'no_record' })
    expect(differenceFrom(both, record)).toMatchObject({
      path: ['voided'],
      ledger: voided,
      record: undefined,
    })
  })

  test('what the ledger has no entry of is named', () => {
    expect(unentered(record, { isCreated: false, isVoided: false })).toMatchObject({ kind: 'no_entry' })
    expect(unentered({ ...record, voided }, { isCreated: true, isVoided: false })).toMatchObject({
      path: ['voided'],
      record: voided,
    })
    expect(unentered(record, { isCreated: true, isVoided: false })).toBeNull()
  })

  test('entries of restores, of other collections and of no shape are passed over', () => {
    for (const other of [null, 'x', { op: 'restore' }, { op: 'create', record: { collection: 'counts' } }])
      expect(factEntryOf(other)).toBeNull()
    expect(factEntryOf(made)).toBe(made)
  })
})
