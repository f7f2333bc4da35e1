import { PROTOCOL } from 'sync-protocol/wire/version'
import { beforeEach, expect, test, vi } from 'vitest'
import { listenLive } from './live.ts'

interface Opened {
  token: string
  signal: AbortSignal
  say(text: string): void
  close(): void
}

const bytes = new TextEncoder()
let token: string | null
let opened: Opened[]
let refuse: boolean
let heard: number[]
let lost: number
let afterEnd: number[]
let pages: unknown[]
let planned: { work: () => void; ms: number }[]

beforeEach(() => {
  token = 'ana'
  opened = []
  refuse = false
  heard = []
  lost = 0
  afterEnd = []
  pages = []
  planned = []
})

const live = () =>
  listenLive(
    {
      open: async (as, signal) => {
        if (refuse) throw new TypeError('Failed to fetch')
        let control: ReadableStreamDefaultController<Uint8Array> | undefined
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            control = controller
            signal.addEventListener('abort', () => controller.error(signal.reason))
          },
        })
        opened.push({
          token: as,
          signal,
          say: (text) => control?.enqueue(bytes.encode(text)),
          close: () => control?.close(),
        })
        return body
      },
      token: () => token,
      lost: () => lost++,
      random: () => 0.5,
      timers: {
        set(work, ms) {
          const timer = { work, ms }
          planned.push(timer)
          return timer
        },
        clear(timer) {
          planned = planned.filter((each) => each !== timer)
        },
      },
    },
    ({ head, page }, isAfterEnd) => {
      heard.push(head)
      if (isAfterEnd) afterEnd.push(head)
      if (page) pages.push(page)
    },
  )
const waits = () => planned.map(({ ms }) => ms)
const goOff = (ms: number) => {
  const timer = planned.find((each) => each.ms === ms)
  planned = planned.filter((each) => each !== timer)
  timer?.work()
}
const last = () => opened.at(-1) as Opened

test('each change is heard, also when its bytes come in pieces; comments are not changes', async () => {
  live().wake()
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  for (const piece of ['event: change\nda', 'ta: {"head":7}\n', '\n:\n\nevent: change\ndata: {"head":9}\n\n'])
    last().say(piece)
  await vi.waitFor(() => expect(heard).toEqual([7, 9]))
})

test('a stream without a byte for 45 seconds is opened anew; any byte keeps it', async () => {
  live().wake()
  await vi.waitFor(() => expect(waits()).toEqual([45_000]))
  const [first] = planned
  last().say(':\n\n')
  await vi.waitFor(() => expect(planned[0]).not.toBe(first))
  expect(opened).toHaveLength(1)
  goOff(45_000)
  await vi.waitFor(() => expect(waits()).toEqual([500]))
  expect(last().signal.aborted).toBe(true)
  goOff(500)
  await vi.waitFor(() => expect(opened).toHaveLength(2))
})

test('[L6] what a stream tells first after one that ended is told as such: the server may have gone back meanwhile', async () => {
  live().wake()
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  last().say('event: change\ndata: {"head":7}\n\n')
  last().say('event: change\ndata: {"head":9}\n\n')
  await vi.waitFor(() => expect(heard).toEqual([7, 9]))
  expect(afterEnd).toEqual([])
  last().close()
  await vi.waitFor(() => expect(waits()).toEqual([500]))
  goOff(500)
  await vi.waitFor(() => expect(opened).toHaveLength(2))
  last().say('event: change\ndata: {"head":8}\n\n')
  last().say('event: change\ndata: {"head":9}\n\n')
  await vi.waitFor(() => expect(heard).toEqual([7, 9, 8, 9]))
  expect(afterEnd).toEqual([8])
})

test('a change that comes with its event is handed on, and while a stream speaks it hears of all that is committed', async () => {
  const page = {
    protocol: PROTOCOL,
    from: 6,
    epoch: '0193aaaa-0000-7000-8000-00000000000e',
    changes: [],
    cursor: 7,
    ledger_head: { n: 0, hash: '' },
    server_time: '2026-11-20T09:58:03.120Z',
  }
  const stream = live()
  stream.wake()
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  expect(stream.hears()).toBe(false)
  last().say(`event: change\ndata: ${JSON.stringify({ head: 7, page })}\n\n`)
  await vi.waitFor(() => expect(pages).toEqual([page]))
  expect([heard, stream.hears()]).toEqual([[7], true])
  last().close()
  await vi.waitFor(() => expect(waits()).toEqual([500]))
  expect(stream.hears()).toBe(false)
})

test('without a network it backs off; a reason to hope opens it at once, and one that spoke starts anew', async () => {
  refuse = true
  const stream = live()
  stream.wake()
  for (const ms of [500, 1000, 2000]) {
    await vi.waitFor(() => expect(waits()).toEqual([ms]))
    goOff(ms)
  }
  await vi.waitFor(() => expect(waits()).toEqual([4000]))
  refuse = false
  stream.wake()
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  last().say('event: change\ndata: {"head":1}\n\n')
  await vi.waitFor(() => expect(heard).toEqual([1]))
  last().close()
  await vi.waitFor(() => expect(waits()).toEqual([500]))
})

test('while nobody looks it is closed and plans nothing', async () => {
  const stream = live()
  stream.wake()
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  stream.rest()
  expect(last().signal.aborted).toBe(true)
  await vi.waitFor(() => expect(waits()).toEqual([]))
  stream.wake()
  await vi.waitFor(() => expect(opened).toHaveLength(2))
})

test('it listens under the session of now: none without one, another after a switch', async () => {
  const stream = live()
  token = null
  stream.wake()
  expect(opened).toEqual([])
  token = 'ben'
  stream.wake()
  await vi.waitFor(() => expect(last().token).toBe('ben'))
  token = 'cleo'
  stream.wake()
  await vi.waitFor(() => expect(last().token).toBe('cleo'))
  expect(opened.map(({ signal }) => signal.aborted)).toEqual([true, false])
  token = null
  stream.wake()
  expect(last().signal.aborted).toBe(true)
  await vi.waitFor(() => expect(waits()).toEqual([]))
})

test('a stream that breaks and cannot be opened again is told of once: whether the server answers is asked then', async () => {
  live().wake()
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  last().say('event: change\ndata: {"head":1}\n\n')
  await vi.waitFor(() => expect(heard).toEqual([1]))
  refuse = true
  last().close()
  await vi.waitFor(() => expect(waits()).toEqual([500]))
  expect(lost).toBe(0)
  goOff(500)
  await vi.waitFor(() => expect(waits()).toEqual([1_000]))
  expect(lost).toBe(1)
  goOff(1_000)
  await vi.waitFor(() => expect(waits()).toEqual([2_000]))
  expect(lost).toBe(1)
})

test('a stream that may be on a dead connection is opened anew, and none where nobody looks', async () => {
  const stream = live()
  stream.renew()
  expect(opened).toEqual([])
  stream.wake()
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  stream.renew()
  await vi.waitFor(() => expect(opened).toHaveLength(2))
  expect(opened.map(({ signal }) => signal.aborted)).toEqual([true, false])
})
