import { expect, test } from 'vitest'
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
  expect(new Set([receipt, ...others]).size).toBe(7)
})
