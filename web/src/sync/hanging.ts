import type { Answer, Call } from '../data/people/server-call.ts'
import type { Timers } from './schedule.ts'

/** A request without an answer for so long may lie on a connection that is dead. */
const DOUBT_MS = 4_000
/** As long as a request lives: from there on it is not doubted. */
const MOST_DOUBT_MS = 30_000
/** Between two questions whether the server answers, while a request is doubted. */
const ASK_MS = 1_250
/** As long as a browser keeps a connection that nobody uses: those of before a dead one may be dead too. */
const KEPT_MS = 300_000

export interface HangingPorts {
  call(call: Call): Promise<Answer>
  /** Whether the server answers over another connection, a `fresh` one or any. */
  answers(fresh: boolean): Promise<boolean>
  timers: Timers
  /** The server answers, and a request hung: what else has a connection open may hang too. */
  onDead(fresh: boolean): void
}

/** Where the tablet's own cookie is needed, which a fresh connection does not carry. */
const needsCookie = (path: string) => path.startsWith('/sync/devices')

/**
 * Sends a request, and where the server answers others while that one hangs, gives it up and sends it once more: a connection
 * that a network lost stays silent for good, and nobody is told. Once only, since the server may only be slow; and the longer a
 * call of the same path took when it was sent anew, the later the next is doubted. What is sent has to be safe to be taken twice.
 */
export function sendAnew({ call, answers, timers, onDead }: HangingPorts): (call: Call) => Promise<Answer> {
  const doubts = new Map<string, number>()
  let isFreshLet = false
  let keeping: unknown

  const send = (asked: Call) =>
    call(isFreshLet && !needsCookie(asked.path) ? { ...asked, fresh: true } : asked)
  const foundDead = (fresh: boolean) => {
    isFreshLet = fresh
    timers.clear(keeping)
    keeping = timers.set(() => (isFreshLet = false), KEPT_MS)
    onDead(fresh)
  }

  /** The answer, or over what kind of connection the server answered instead. */
  const attempt = (asked: Call, doubtMs: number) =>
    new Promise<{ answer: Answer } | { fresh: boolean }>((resolve, reject) => {
      const ended = new AbortController()
      let isOver = false
      let timer: unknown
      const end = () => {
        isOver = true
        timers.clear(timer)
      }
      const ask = (fresh: boolean) => {
        // What asks for a cookie or a certificate in between lets no fresh one through.
        timer = timers.set(() => ask(!fresh), ASK_MS)
        const took = (yes: boolean) => {
          if (!yes || isOver) return
          end()
          ended.abort()
          resolve({ fresh })
        }
        answers(fresh).then(took, () => undefined)
      }
      if (doubtMs < MOST_DOUBT_MS) timer = timers.set(() => ask(true), doubtMs)
      send({ ...asked, signal: ended.signal, onHead: end })
        .finally(end)
        .then((answer) => resolve({ answer }), reject)
    })

  return async (asked) => {
    const path = asked.path.split('?')[0] ?? ''
    const doubtMs = doubts.get(path) ?? DOUBT_MS
    const isSlow = later(timers, DOUBT_MS)
    const first = await attempt(asked, doubtMs)
    if ('answer' in first) {
      if (!isSlow()) doubts.delete(path)
      return first.answer
    }
    foundDead(first.fresh)
    const isSlowAgain = later(timers, doubtMs)
    // A link so slow that nothing comes through in the whole time is doubted later too.
    let isSlowLink = true
    try {
      const answer = await send(asked)
      isSlowLink = isSlowAgain()
      return answer
    } finally {
      if (isSlowLink) doubts.set(path, doubtMs * 2)
      else doubts.delete(path)
    }
  }
}

/** Whether so much time has passed; asked once. */
function later(timers: Timers, ms: number): () => boolean {
  let passed = false
  const timer = timers.set(() => (passed = true), ms)
  return () => {
    timers.clear(timer)
    return passed
  }
}
