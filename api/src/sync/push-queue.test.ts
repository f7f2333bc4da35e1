import { expect, test } from 'vitest'
import { PushQueue } from './push-queue.ts'

/** A queue whose turns end when the test says so. */
function slowQueue() {
  const turns: { key: string; jobs: number[]; end: () => void }[] = []
  const queue = new PushQueue<number, number>(
    (key, jobs) =>
      new Promise((resolve) => {
        const end = () =>
          resolve(
            jobs.map((job) =>
              job < 0
                ? { status: 'rejected', reason: `no ${job}` }
                : { status: 'fulfilled', value: job * 10 },
            ),
          )
        turns.push({ key, jobs, end })
      }),
  )
  return { queue, turns }
}

test('what waits while a turn runs shares the next one, in order, and each gets its own answer', async () => {
  const { queue, turns } = slowQueue()
  const first = queue.take('a', 1)
  const rest = Promise.allSettled([queue.take('a', 2), queue.take('a', -3), queue.take('a', 4)])
  expect(turns.map(({ jobs }) => jobs)).toEqual([[1]])
  turns[0]?.end()
  expect(await first).toBe(10)
  expect(turns.map(({ jobs }) => jobs)).toEqual([[1], [2, -3, 4]])
  turns[1]?.end()
  expect(await rest).toEqual([
    { status: 'fulfilled', value: 20 },
    { status: 'rejected', reason: 'no -3' },
    { status: 'fulfilled', value: 40 },
  ])
})

test('organizations do not wait for each other, and a line that was empty starts anew', async () => {
  const { queue, turns } = slowQueue()
  const a = queue.take('a', 1)
  const b = queue.take('b', 2)
  expect(turns.map(({ key }) => key)).toEqual(['a', 'b'])
  turns[1]?.end()
  expect(await b).toBe(20)
  turns[0]?.end()
  expect(await a).toBe(10)
  const again = queue.take('a', 3)
  turns[2]?.end()
  expect(await again).toBe(30)
})

test('a turn that throws is the answer of all in it, and the line goes on', async () => {
  let broken = true
  const queue = new PushQueue<number, number>((_, jobs) =>
    broken
      ? Promise.reject(new Error('broken'))
      : Promise.resolve(jobs.map((value) => ({ status: 'fulfilled', value }))),
  )
  await expect(queue.take('a', 1)).rejects.toThrow('broken')
  broken = false
  expect(await queue.take('a', 2)).toBe(2)
})

test('a turn has a limit', async () => {
  const { queue, turns } = slowQueue()
  const all = Promise.all(Array.from({ length: 18 }, (_, index) => queue.take('a', index)))
  turns[0]?.end()
  await expect.poll(() => turns.length).toBe(2)
  turns[1]?.end()
  await expect.poll(() => turns.length).toBe(3)
  turns[2]?.end()
  expect(await all).toHaveLength(18)
  expect(turns.map(({ jobs }) => jobs.length)).toEqual([1, 16, 1])
})
