import { expect, test } from 'vitest'
import type { ChangeEvent } from 'sync-protocol/wire/events'
import { hearInTurn, WAITING_MAX } from './hear-in-turn.ts'

const change = (head: number): ChangeEvent => ({
  head,
  epoch: 'one',
  page: { from: head - 1, to: head, changes: [] } as unknown as NonNullable<ChangeEvent['page']>,
})

/** Each is heard when the test says so. */
function slowHearing() {
  const begun: ChangeEvent[] = []
  const failures: unknown[] = []
  let end: (() => void) | undefined
  let fails = false
  const turns = hearInTurn(
    (heard) =>
      new Promise((resolve, reject) => {
        begun.push(heard)
        end = () => (fails ? reject(new Error(`no ${heard.head}`)) : resolve())
      }),
    (error) => failures.push(error),
  )
  const endOne = async () => {
    await expect.poll(() => end, { interval: 1 }).toBeDefined()
    const ends = end
    end = undefined
    ends?.()
  }
  return { turns, begun, failures, endOne, fail: () => (fails = true) }
}

test('changes are heard one after the other, and one that fails does not stop the next', async () => {
  const { turns, begun, failures, endOne, fail } = slowHearing()
  for (const head of [1, 2]) turns.heard(change(head))
  await expect.poll(() => begun).toEqual([change(1)])
  fail()
  await endOne()
  await expect.poll(() => begun).toEqual([change(1), change(2)])
  await endOne()
  await turns.ended()
  expect(failures).toEqual([new Error('no 1'), new Error('no 2')])
})

test('of 5,000 that wait behind a slow one, the first are heard whole, and of the rest only that the newest came', async () => {
  const { turns, begun, endOne } = slowHearing()
  for (let head = 1; head <= 5000; head++) turns.heard(change(head))
  for (let ended = 0; ended <= WAITING_MAX; ended++) await endOne()
  await turns.ended()
  const whole = Array.from({ length: WAITING_MAX }, (_, at) => change(at + 1))
  expect(begun).toEqual([...whole, { head: 5000, epoch: 'one' }])
  // There is room again.
  turns.heard(change(5001))
  await expect.poll(() => begun.at(-1)).toEqual(change(5001))
})

test('what comes while the newest of the rest is heard waits behind it', async () => {
  const { turns, begun, endOne } = slowHearing()
  for (let head = 1; head <= WAITING_MAX + 1; head++) turns.heard(change(head))
  for (let ended = 0; ended < WAITING_MAX; ended++) await endOne()
  await expect.poll(() => begun.at(-1)?.head).toBe(WAITING_MAX + 1)
  turns.heard(change(WAITING_MAX + 2))
  await endOne()
  await expect.poll(() => begun.at(-1)).toEqual(change(WAITING_MAX + 2))
  await endOne()
  await turns.ended()
})
