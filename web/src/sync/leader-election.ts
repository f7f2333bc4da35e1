import type { Timers } from './schedule.ts'

/** Between two questions of one who waits. */
const ASK_MS = 5_000
/** Unanswered questions after which the one who leads is taken for frozen, hung or gone. */
const DEAF = 3

/** Asked by one who waits: by a page that somebody looks at, or by any other. */
type Question = 'wanted?' | 'present?'
const ANSWER = 'present'

/** How tabs and service worker of one origin hear each other; nobody hears what they said themselves. */
export interface Channel {
  say(words: string): void
  /** Returns what ends it. */
  hear(listener: (words: unknown) => void): () => void
}

export interface ElectionPorts {
  name: string
  /** The browser's own queue; without it the tab that was opened last leads. */
  locks: LockManager | undefined
  channel: Channel
  timers: Timers
  /** Somebody looks at this page. */
  looked(): boolean
  /** Whether one who asks goes before, while this one leads. */
  givesWay(question: Question): boolean
  /** Whether this one asks at all, while it waits: it would lead no better than whoever does. */
  asks?(): boolean
}

/** What runs while one leads. */
export interface Leadership {
  /** It moves on: one that hangs is ousted. */
  alive(): boolean
  stop(): Promise<void>
}
/** Begins to lead; `over` ends it, from within. */
export type Begin = (over: () => void) => Promise<Leadership>

export interface LeaderElection {
  /** Asks at once, since somebody looks at this page now. */
  ask(): void
  /** Over when `ending` was aborted and what ran has stopped. */
  done: Promise<void>
}

/** Waits its turn to lead, leads, and when ousted or asked to give way stands for election again, until `ending`. */
export function standForElection(ports: ElectionPorts, begin: Begin, ending: AbortSignal): LeaderElection {
  let asking: Asking | undefined
  const all = async () => {
    for (let first = true; !ending.aborted; first = false) {
      asking = askLeader(ports)
      try {
        await takeTurn(ports, begin, asking, ending, first)
      } catch (error) {
        console.error('This window cannot lead now.', error)
        await pause(ports.timers, ending)
      } finally {
        asking.stop()
      }
    }
  }
  return { ask: () => asking?.now(), done: all() }
}

/** One turn: until it is ousted, gives way, ends by itself, or `ending`. */
export async function takeTurn(
  ports: ElectionPorts,
  begin: Begin,
  asking: Asking,
  ending: AbortSignal,
  first: boolean,
): Promise<void> {
  const { locks, name } = ports
  const over = new AbortController()
  const waiting = new AbortController()
  const end = () => {
    waiting.abort()
    over.abort()
  }
  ending.addEventListener('abort', end)
  let mine: Promise<void> | undefined
  const turn = () => {
    asking.stop()
    mine = lead(ports, begin, over)
    mine.catch(() => over.abort())
    return mine
  }
  const hold = async (how: LockOptions) => {
    try {
      await locks?.request(name, how, turn)
    } catch (error) {
      if (!isAbort(error)) throw error
      // The lock was taken from one who held it: what still runs ends, and nobody waits for it.
      if (mine) over.abort()
    }
  }
  try {
    asking.onSilence(() => waiting.abort())
    if (locks) await hold({ signal: waiting.signal })
    else if (!first) await aborted(waiting.signal)
    if (mine || ending.aborted) return
    await (locks ? hold({ steal: true }) : turn())
  } finally {
    ending.removeEventListener('abort', end)
  }
}

async function lead(
  { channel, givesWay }: ElectionPorts,
  begin: Begin,
  over: AbortController,
): Promise<void> {
  if (over.signal.aborted) return
  const leadership = await begin(() => over.abort())
  const unhear = channel.hear((words) => {
    if (words !== 'wanted?' && words !== 'present?') return
    if (givesWay(words)) over.abort()
    else if (leadership.alive()) channel.say(ANSWER)
  })
  await aborted(over.signal)
  unhear()
  await leadership.stop()
}

export interface Asking {
  now(): void
  /** Called when the one who leads has not answered for long. */
  onSilence(listener: () => void): void
  stop(): void
}

/** Asks the one who leads again and again whether it is there. */
export function askLeader({ channel, timers, looked, asks = () => true }: ElectionPorts): Asking {
  let unanswered = 0
  let stopped = false
  let silence: () => void = () => undefined
  let timer: unknown
  const say = () => channel.say(looked() ? 'wanted?' : 'present?')
  const ask = () => {
    if (stopped) return
    if (unanswered >= DEAF) return silence()
    if (asks()) {
      unanswered++
      say()
    }
    timer = timers.set(ask, ASK_MS)
  }
  const unhear = channel.hear((words) => {
    if (words === ANSWER) unanswered = 0
  })
  ask()
  return {
    now: () => {
      if (!stopped && asks()) say()
    },
    onSilence: (listener) => {
      silence = listener
    },
    stop: () => {
      stopped = true
      timers.clear(timer)
      unhear()
    },
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

const pause = (timers: Timers, ending: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = timers.set(resolve, ASK_MS)
    ending.addEventListener('abort', () => {
      timers.clear(timer)
      resolve()
    })
  })
