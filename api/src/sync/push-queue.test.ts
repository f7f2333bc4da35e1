import { expect, test } from 'vitest'
import { PushQueue, type Outcomes, type Room } from './push-queue.ts'

const outcome = (job: number): PromiseSettledResult<number> =>
  job < 0 ? { status: 'rejected', reason: `no ${job}` } : { status: 'fulfilled', value: job * 10 }

/** A queue whose works end when the test says so. */
function slowQueue(room: Partial<Room<number>> = {}) {
  const works: { of: Record<string, number[]>; end: (later?: string) => void }[] = []
  const queue = new PushQueue<number, number>(
    (served) =>
      new Promise((resolve) => {
        works.push({
          of: Object.fromEntries(served.map(({ key, jobs }) => [key, jobs])),
          end: (later) =>
            resolve(
              served.map(({ key, jobs }): Outcomes<number> => (key === later ? 'later' : jobs.map(outcome))),
            ),
        })
      }),
    { works: 2, lines: 3, weight: 100, weigh: () => 1, ...room },
  )
  return { queue, works, seen: () => works.map(({ of }) => of) }
}

test('what waits while a turn runs shares the next one, in order, and each gets its own answer', async () => {
  const { queue, works, seen } = slowQueue()
  const first = queue.take('a', 1)
  const rest = Promise.allSettled([queue.take('a', 2), queue.take('a', -3), queue.take('a', 4)])
  expect(seen()).toEqual([{ a: [1] }])
  works[0]?.end()
  expect(await first).toBe(10)
  await expect.poll(seen).toEqual([{ a: [1] }, { a: [2, -3, 4] }])
  works[1]?.end()
  expect(await rest).toEqual([
    { status: 'fulfilled', value: 20 },
    { status: 'rejected', reason: 'no -3' },
    { status: 'fulfilled', value: 40 },
  ])
})

test('organizations do not wait for each other while there is room, and a line that was empty starts anew', async () => {
  const { queue, works, seen } = slowQueue()
  const a = queue.take('a', 1)
  const b = queue.take('b', 2)
  expect(seen()).toEqual([{ a: [1] }, { b: [2] }])
  works[1]?.end()
  expect(await b).toBe(20)
  works[0]?.end()
  expect(await a).toBe(10)
  const again = queue.take('a', 3)
  await expect.poll(() => works.length).toBe(3)
  works[2]?.end()
  expect(await again).toBe(30)
})

test('organizations that wait at the same time share a work, as many as may, each served once at a time', async () => {
  const { queue, works, seen } = slowQueue({ works: 1 })
  const jobs = ['a', 'b', 'c', 'd', 'e'].map((key, index) => queue.take(key, index))
  const second = queue.take('b', 7)
  works[0]?.end()
  await expect.poll(seen).toEqual([{ a: [0] }, { b: [1, 7], c: [2], d: [3] }])
  const third = queue.take('c', 8)
  works[1]?.end()
  await expect.poll(seen).toEqual([{ a: [0] }, { b: [1, 7], c: [2], d: [3] }, { e: [4], c: [8] }])
  works[2]?.end()
  expect(await Promise.all([...jobs, second, third])).toEqual([0, 10, 20, 30, 40, 70, 80])
})

test('what is too heavy to be shared is served by itself', async () => {
  const { queue, works, seen } = slowQueue({ works: 1, weight: 10, weigh: (job) => job })
  const jobs = [1, 6, 5, 50, 2, 3].map((weight, index) => queue.take(`${index}`, weight))
  const want = [{ 0: [1] }, { 1: [6] }, { 2: [5] }, { 3: [50] }, { 4: [2], 5: [3] }]
  for (let done = 0; done < want.length; done++) {
    await expect.poll(seen).toEqual(want.slice(0, done + 1))
    works[done]?.end()
  }
  expect(await Promise.all(jobs)).toEqual([10, 60, 50, 500, 20, 30])
})

test('a line that could not be served among others is served by itself, in its order, and holds up nobody', async () => {
  const { queue, works, seen } = slowQueue({ works: 1 })
  const jobs = ['a', 'b', 'c'].map((key, index) => queue.take(key, index))
  works[0]?.end()
  await expect.poll(seen).toEqual([{ a: [0] }, { b: [1], c: [2] }])
  const after = queue.take('b', 5)
  const others = ['d', 'e'].map((key) => queue.take(key, 6))
  works[1]?.end('b')
  expect(await jobs[2]).toBe(20)
  await expect.poll(seen).toHaveLength(3)
  works[2]?.end()
  await expect.poll(seen).toHaveLength(4)
  works[3]?.end()
  expect(seen().slice(2)).toEqual([{ d: [6], e: [6] }, { b: [1, 5] }])
  expect(await Promise.all([...jobs, after, ...others])).toEqual([0, 10, 20, 50, 60, 60])
})

test('a turn that throws is the answer of all in it, and the line goes on', async () => {
  let broken = true
  const queue = new PushQueue<number, number>(
    (served) =>
      broken
        ? Promise.reject(new Error('broken'))
        : Promise.resolve(served.map(({ jobs }) => jobs.map(outcome))),
    { works: 1, lines: 1, weight: 1, weigh: () => 1 },
  )
  await expect(queue.take('a', 1)).rejects.toThrow('broken')
  broken = false
  expect(await queue.take('a', 2)).toBe(20)
})

test('a turn has a limit', async () => {
  const { queue, works } = slowQueue()
  const all = Promise.all(Array.from({ length: 18 }, (_, index) => queue.take('a', index)))
  works[0]?.end()
  await expect.poll(() => works.length).toBe(2)
  works[1]?.end()
  await expect.poll(() => works.length).toBe(3)
  works[2]?.end()
  expect(await all).toHaveLength(18)
  expect(works.map(({ of }) => of['a']?.length)).toEqual([1, 16, 1])
})
