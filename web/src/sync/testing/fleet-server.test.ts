import { mutationOf, testId } from 'sync-protocol/testing/examples'
import type { Op } from 'sync-protocol/records/mutation'
import { expect, test } from 'vitest'
import { asTaken } from './fleet-server.ts'

const ANA = testId(2, 1)
const remove: Op = { op: 'delete', collection: 'procedures', _id: testId(1, 1), base: 0 }
const sent = {
  ...mutationOf(2, testId(5, 2), 'record.delete', [remove]),
  on_behalf_of: { user_id: ANA, user_name: 'Ana', lane: testId(3, 1) },
}

test('what somebody sends that others were to send for them is their own, as the server takes it', () => {
  expect(asTaken(sent, { id: ANA })).not.toHaveProperty('on_behalf_of')
  expect(asTaken(sent, { id: testId(2, 2) })).toBe(sent)
})
