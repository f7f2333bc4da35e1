import { expect, it } from 'vitest'
import type { Op } from 'sync-protocol/records/mutation'
import type { RefusedEntry } from '../../data/attention/attention.ts'
import { toldBy } from './told-by.ts'

const refused = (op: Pick<Op, 'op' | 'collection'>, more: Partial<RefusedEntry> = {}): RefusedEntry => ({
  sort: 'refused',
  key: 'm',
  author_id: 'a',
  author_name: 'Ana',
  at: '2026-11-20T10:00:00.000Z',
  beside: [],
  status: 'parked',
  code: 'unknown_record',
  message: 'This record does not exist.',
  mutation: {
    n: 1,
    id: 'm',
    at: '2026-11-20T10:00:00.000Z',
    clock_offset_ms: 0,
    schema: 1,
    action: 'test',
    detail: null,
    ops: [{ _id: 'x', content: {}, ...op } as Op],
  },
  ...more,
})

it('says of a balance sheet whose earlier one the server lacks that it is the earlier one', () => {
  expect(toldBy(refused({ op: 'create', collection: 'balances' }), undefined, true, null)).toBe(
    'A balance sheet that this one continues or combines is not on the server.',
  )
  expect(toldBy(refused({ op: 'update', collection: 'drugs' }), undefined, true, null)).toBe(
    'The record it changes no longer exists.',
  )
})

it('tells who reads about another person’s change that it is that person who lacks the permission', () => {
  const message = "You don't have permission to change this record."
  const entry = refused(
    { op: 'update', collection: 'drugs' },
    { status: 'rejected', code: 'forbidden', message },
  )
  expect(toldBy(entry, undefined, false, null)).toBe(message)
  expect(toldBy(entry, undefined, false, 'Tom')).toBe('Tom doesn’t have permission for this change.')
})
