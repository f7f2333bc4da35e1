import { expect, test } from 'vitest'
import { recordEnvelope } from '../records/envelope.ts'
import { ketamine, AT, testId } from '../testing/examples.ts'
import { readRecords } from './read-records.ts'

const record = {
  collection: 'drugs',
  _id: testId(1, 1),
  schema: 1,
  version: 1,
  seq: 7,
  deleted: false,
  meta: { author_id: testId(1, 2), author_name: 'Ana', date_created: AT },
  content: ketamine(),
}

test('a record of the schema is read, and a tombstone', () => {
  const ended = { ...record, deleted: true, content: null }
  expect(recordEnvelope.safeParse(record).success).toBe(true)
  expect(readRecords([record, ended])).toEqual([record, ended])
})

test('[W2] one of a collection, with a flag and a field, that this release does not know is read as it is', () => {
  const strange = { ...record, collection: 'bottles', flags: ['seal_broken'], content: { later: [1] } }
  expect(recordEnvelope.safeParse(strange).success).toBe(true)
  expect(readRecords([strange])).toEqual([strange])
})

test.each([
  ['no list', { 0: record }],
  ['nothing', [null]],
  ['a text', ['drug']],
  ['no name of a collection', [{ ...record, collection: 4 }]],
  ['no id', [{ ...record, _id: undefined }]],
  ['half a version', [{ ...record, version: 1.5 }]],
  ['a seq below zero', [{ ...record, seq: -1 }]],
  ['no word whether it lives', [{ ...record, deleted: 'no' }]],
  ['nobody who made it', [{ ...record, meta: { ...record.meta, author_id: null } }]],
  ['no meta', [{ ...record, meta: undefined }]],
  ['a text for content', [record, { ...record, content: 'x' }]],
])('%s is refused', (_what, value) => {
  expect(() => readRecords(value)).toThrow(TypeError)
})
