import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer, Call } from '../data/people/server-call.ts'
import { sendAnew } from './hanging.ts'

const push = { method: 'POST', path: '/sync/push', token: 'ana' } as const

let sent: Call[]
let probes: boolean[]
let dead: boolean[]
/** How long the n-th request takes, in ms; Infinity on a connection that is dead. */
let takes: (nth: number, call: Call) => number
/** Whether the server answers a probe. */
let reachable: (fresh: boolean) => boolean

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  probes = []
  dead = []
  takes = () => 50
  reachable = () => true
})
afterEach(() => {
  vi.useRealTimers()
})

const timers = {
  set: (work: () => void, ms: number) => setTimeout(work, ms),
  clear: (timer: unknown) => clearTimeout(timer as number),
}

/** As a browser's call behaves: it ends after 30 s, and when it is given up. */
const call = (asked: Call) =>
  new Promise<Answer>((resolve, reject) => {
    sent.push(asked)
    const ms = takes(sent.length, asked)
    const fail = () => reject(new Error('no answer'))
    asked.signal?.addEventListener('abort', fail)
    setTimeout(fail, 30_000)
    if (ms < Infinity) setTimeout(() => resolve({ status: 200, body: ms, retryAfterMs: undefined }), ms)
  })

const sender = () =>
  sendAnew({
    call,
    answers: async (fresh) => {
      probes.push(fresh)
      return reachable(fresh)
    },
    timers,
    onDead: (fresh) => dead.push(fresh),
  })

/** What became of a request, and after how long. */
async function outcome(answer: Promise<Answer>): Promise<[took: number, status: number | string]> {
  const begun = Date.now()
  const ended = answer.then(
    ({ status }) => [Date.now() - begun, status] as [number, number],
    (error: Error) => [Date.now() - begun, error.message] as [number, string],
  )
  const over = { yes: false }
  void ended.finally(() => (over.yes = true))
  while (!over.yes) await vi.advanceTimersByTimeAsync(50)
  return ended
}

test('an answer in time is the answer, and nobody is asked anything', async () => {
  takes = () => 3_900
  expect(await outcome(sender()(push))).toEqual([3_900, 200])
  expect([sent.length, probes, dead]).toEqual([1, [], []])
})

test('a request that hangs while the server answers is given up and sent anew at once, over a fresh connection', async () => {
  takes = (nth) => (nth === 1 ? Infinity : 50)
  expect(await outcome(sender()({ ...push, body: { n: 1 } }))).toEqual([4_050, 200])
  expect(sent[0]?.signal?.aborted).toBe(true)
  expect(sent[1]).toEqual({ ...push, body: { n: 1 }, fresh: true })
  expect(dead).toEqual([true])
})

test('while the server does not answer either it is asked again and again, and the request waits', async () => {
  const begun = Date.now()
  reachable = () => Date.now() - begun > 10_000
  takes = (nth) => (nth === 1 ? Infinity : 50)
  expect(await outcome(sender()(push))).toEqual([10_300, 200])
  expect(probes).toEqual([true, false, true, false, true, false])
  sent = []
  takes = () => Infinity
  reachable = () => false
  expect(await outcome(sender()(push))).toEqual([30_000, 'no answer'])
  expect(sent).toHaveLength(1)
})

test('where nothing fresh is let through, it is sent anew as it was sent before', async () => {
  reachable = (fresh) => !fresh
  takes = (nth) => (nth === 1 ? Infinity : 50)
  expect(await outcome(sender()(push))).toEqual([5_300, 200])
  expect(sent[1]?.fresh).toBeUndefined()
})

test('what shows which tablet asks by a cookie is sent with it again', async () => {
  takes = (nth) => (nth === 1 ? Infinity : 50)
  await outcome(sender()({ ...push, path: '/sync/devices/standing?org=1' }))
  expect(sent.map(({ fresh }) => fresh)).toEqual([undefined, undefined])
})

test('what the browser still keeps open is left alone for five minutes after a dead connection', async () => {
  takes = (nth) => (nth === 1 ? Infinity : 50)
  const anew = sender()
  await outcome(anew(push))
  takes = () => 50
  sent = []
  const pull = { method: 'GET', path: '/sync/pull?cursor=1', token: 'ana' } as const
  await outcome(anew(pull))
  await outcome(anew({ ...pull, path: '/sync/devices/tell' }))
  await vi.advanceTimersByTimeAsync(300_000)
  await outcome(anew(pull))
  expect(sent.map(({ fresh }) => fresh)).toEqual([true, undefined, undefined])
})

test('a link so slow that nothing comes through is doubted later each time', async () => {
  takes = () => Infinity
  const anew = sender()
  const doubted: number[] = []
  for (let nth = 0; nth < 4; nth++) {
    sent = []
    const [took] = await outcome(anew(push))
    doubted.push(sent.length === 2 ? took - 30_000 : took)
  }
  expect(doubted).toEqual([4_000, 8_000, 16_000, 30_000])
})

test('an answer that has begun is waited for', async () => {
  takes = (_, { onHead }) => {
    setTimeout(() => onHead?.(), 1_000)
    return 20_000
  }
  expect(await outcome(sender()(push))).toEqual([20_000, 200])
  expect([sent.length, probes]).toEqual([1, []])
})

test('a server that takes 20 s for each is asked twice at first, then less and less, and always answers in the end', async () => {
  takes = () => 20_000
  const anew = sender()
  const each: unknown[] = []
  for (let nth = 0; nth < 5; nth++) {
    sent = []
    each.push([...(await outcome(anew(push))), sent.length])
    // What it answers at once on the way says nothing of what takes long.
    takes = (_, { path }) => (path === '/sync/push' ? 20_000 : 50)
    await outcome(anew({ ...push, method: 'GET', path: `/sync/pull?cursor=${nth}` }))
  }
  expect(each).toEqual([
    [24_000, 200, 2],
    [28_000, 200, 2],
    [36_000, 200, 2],
    [20_000, 200, 1],
    [20_000, 200, 1],
  ])
  // Fast again: what hangs is doubted early again.
  takes = () => 50
  await outcome(anew(push))
  sent = []
  takes = (nth) => (nth === 1 ? Infinity : 50)
  expect(await outcome(anew(push))).toEqual([4_050, 200])
})
