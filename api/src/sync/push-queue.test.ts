import { expect, test } from 'vitest'
import { HELD_BYTES_MAX, LINE_BYTES_MAX, PushQueue } from './push-queue.ts'

const outcome = (job: number): PromiseSettledResult<number> =>
  job < 0 ? { status: 'rejected', reason: `no ${job}` } : { status: 'fulfilled', value: job * 10 }

/** A queue whose works end when the test says so. */
function slowQueue(most = 2) {
  const works: { of: Record<string, readonly number[]>; end: () => void }[] = []
  const queue = new PushQueue<number, number>(
    (key, jobs) =>
      new Promise((resolve) => {
        works.push({ of: { [key]: jobs }, end: () => resolve(jobs.map(outcome)) })
      }),
    most,
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

test('of organizations that wait, the one that waited longest is next, each served once at a time', async () => {
  const { queue, works, seen } = slowQueue(1)
  const jobs = ['a', 'b', 'c'].map((key, index) => queue.take(key, index))
  const second = queue.take('b', 7)
  works[0]?.end()
  await expect.poll(seen).toEqual([{ a: [0] }, { b: [1, 7] }])
  const again = ['b', 'a'].map((key) => queue.take(key, 8))
  const want = [{ c: [2] }, { a: [8] }, { b: [8] }]
  for (let done = 1; done <= want.length; done++) {
    works[done]?.end()
    await expect.poll(() => seen().slice(2)).toEqual(want.slice(0, done))
  }
  works[4]?.end()
  expect(await Promise.all([...jobs, second, ...again])).toEqual([0, 10, 20, 70, 80, 80])
})

test('a turn that throws is the answer of all in it, and the line goes on', async () => {
  let broken = true
  const queue = new PushQueue<number, number>(
    (_, jobs) => (broken ? Promise.reject(new Error('broken')) : Promise.resolve(jobs.map(outcome))),
    1,
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

test('says how many wait, and how long each waited for its turn', async () => {
  const waited: number[] = []
  const ends: (() => void)[] = []
  const queue = new PushQueue<number, number>(
    (_, jobs) => new Promise((resolve) => ends.push(() => resolve(jobs.map(outcome)))),
    1,
    (seconds) => waited.push(seconds),
  )
  const all = [queue.take('a', 1), queue.take('a', 2), queue.take('b', 3)]
  expect([queue.waiting, waited.length]).toEqual([2, 1])
  const begun = performance.now()
  await expect.poll(() => performance.now() - begun).toBeGreaterThan(5)
  ends.shift()?.()
  await expect.poll(() => ends.length).toBe(1)
  ends.shift()?.()
  await expect.poll(() => ends.length).toBe(1)
  ends.shift()?.()
  expect(await Promise.all(all)).toEqual([10, 20, 30])
  expect(queue.waiting).toBe(0)
  expect(waited.map((seconds) => seconds > 0.005)).toEqual([false, true, true])
})

test('what waits is bounded by its size: one more is sent away, whoever asks, until what is held was answered', async () => {
  const { queue, works } = slowQueue(1)
  const whole = HELD_BYTES_MAX + 1
  // Never is one alone too large to wait.
  const first = queue.take('a', 1, whole)
  await expect(queue.take('b', 2, 1)).rejects.toMatchObject({ code: 'unavailable' })
  works[0]?.end()
  expect(await first).toBe(10)
  const second = queue.take('b', 4, 1)
  await expect.poll(() => works.length).toBe(2)
  works[1]?.end()
  expect(await second).toBe(40)
})

test('one organization leaves room for the others', async () => {
  const { queue, works } = slowQueue(2)
  const held = [queue.take('a', 1, LINE_BYTES_MAX), queue.take('b', 2, 1)]
  await expect(queue.take('a', 3, 1)).rejects.toMatchObject({ code: 'unavailable' })
  works[0]?.end()
  expect(await held[0]).toBe(10)
  held.push(queue.take('a', 4, LINE_BYTES_MAX))
  for (const at of [1, 2]) {
    await expect.poll(() => works.length).toBeGreaterThan(at)
    works[at]?.end()
  }
  expect(await Promise.all(held)).toEqual([10, 20, 40])
})
