import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isWord } from 'sync-protocol/merge/resubmission'
import { receiptMaker } from './receipt.ts'

test('[L6] a receipt is the server’s word on organization, user, mutation and hash together', () => {
  const receipt = receiptMaker('key', 'org')('user', 'id', 'hash')
  expect(receipt).toMatch(/^[0-9a-f]{64}$/)
  expect(receiptMaker('key', 'org')('user', 'id', 'hash')).toBe(receipt)
  const others = [
    receiptMaker('other', 'org')('user', 'id', 'hash'),
    receiptMaker('key', 'other')('user', 'id', 'hash'),
    receiptMaker('key', 'org')('other', 'id', 'hash'),
    receiptMaker('key', 'org')('user', 'other', 'hash'),
    receiptMaker('key', 'org')('user', 'id', 'other'),
    receiptMaker('key', 'org')('useri', 'd', 'hash'),
  ]
  expect(new Set([receipt, ...others].map((each) => each.slice(0, 32))).size).toBe(7)
})

test('[L6] half of it is the same in every epoch, the other half in one; one of an earlier release is known too', () => {
  const [first, next] = ['one', 'two'].map((epoch) => receiptMaker('key', 'org', epoch)('user', 'id', 'hash'))
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(next).not.toBe(first)
  expect(isWord(first ?? '', next ?? '')).toBe(true)
  const released = createHmac('sha256', 'key').update('["org","user","id","hash"]').digest('hex')
  expect(released).not.toBe(first)
  expect(isWord(released, first ?? '')).toBe(true)
})
