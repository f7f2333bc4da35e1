import fc from 'fast-check'
import { expect, test } from 'vitest'
import { balanceFact } from '../testing/fact-examples.ts'
import { sheetId } from '../testing/table-examples.ts'
import { previousBalance } from './previous-balance.ts'

const ketamine = { drug_name: ' KETAMINE ', drug_concentration: 100 }
const foundIn = (...facts: Parameters<typeof balanceFact>[]) =>
  previousBalance(
    facts.map(([k, over]) => balanceFact(k, over)),
    ketamine,
  )

test('Q-30: the closing of the sheet that no other goes on from, in hundredths of a ml', () => {
  const closing = { bottle_number: 'B2', container_size: 30, balance: 0.29 }
  expect(foundIn([1], [2, { previous_id: sheetId(1), closing }])).toMatchObject({
    previous_id: sheetId(2),
    bottle_number: 'B2',
    container_size: 3000,
    balance: 29,
    ends: [{ _id: sheetId(2) }],
  })
})

test('Q-30: nothing of another drug or strength, nothing combined, nothing voided', () => {
  expect(foundIn([1, { drug_name: 'Ketamine S' }], [2, { drug_concentration: 50 }])).toBeNull()
  expect(foundIn([1, { combined: true }], [2, { voided: true }])).toBeNull()
  expect(foundIn()).toBeNull()
})

test('Q-30: after the last sheet was voided, the one before it is the end again', () => {
  const voided = { previous_id: sheetId(1), voided: true }
  expect(foundIn([1], [2, voided])).toMatchObject({ previous_id: sheetId(1) })
  expect(foundIn([1], [2, { previous_id: sheetId(1), combined: true }])?.previous_id).toBe(sheetId(1))
})

test('Q-30: a sheet that was voided between two others leaves one end', () => {
  const found = foundIn(
    [1],
    [2, { previous_id: sheetId(1), voided: true }],
    [3, { previous_id: sheetId(2), voided: true }],
    [4, { previous_id: sheetId(3) }],
  )
  expect(found?.ends.map(({ _id }) => _id)).toEqual([sheetId(4)])
})

test('Q-30: where two tablets went on from one balance, the last one of the feed, and it says that there are two', () => {
  const found = foundIn(
    [3, { previous_id: sheetId(1), order: 9 }],
    [1],
    [2, { previous_id: sheetId(1), order: 10 }],
  )
  expect(found?.previous_id).toBe(sheetId(2))
  expect(found?.ends.map(({ _id }) => _id)).toEqual([sheetId(3), sheetId(2)])
})

test('the order in which sheets are held never matters, and a circle ends nowhere', () => {
  const chain = [1, 2, 3, 4].map((k) => balanceFact(k, k === 1 ? {} : { previous_id: sheetId(k - 1) }))
  fc.assert(
    fc.property(fc.shuffledSubarray(chain, { minLength: 4 }), (shuffled) => {
      expect(previousBalance(shuffled, ketamine)?.previous_id).toBe(sheetId(4))
    }),
  )
  expect(foundIn([1, { previous_id: sheetId(2) }], [2, { previous_id: sheetId(1) }])).toBeNull()
  expect(foundIn([1, { previous_id: sheetId(1) }])?.previous_id).toBe(sheetId(1))
})
