import { EVENTS_SILENCE_MS, readChange, type ChangeEvent } from 'sync-protocol/wire/events'
import { backOff, type Timers } from './schedule.ts'

/** What a live stream needs of the world. */
export interface LivePorts {
  /** The body of the answer, or null when the server does not give one; rejects without a network. */
  open(token: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | null>
  /** The session under which it listens; null: there is nothing to hear. */
  token(): string | null
  /** It broke, and could not be opened again at once: whether the server answers is to be asked. */
  lost(): void
  random(): number
  timers: Timers
}

export interface Live {
  /** Listens, from now on, under the session of now; what failed before says nothing any more. */
  wake(): void
  /** The stream under way is on a connection that may be dead: it is opened anew. */
  renew(): void
  /** Ends the stream until it is woken: nobody looks. */
  rest(): void
  /** It is told of what is committed: the stream under way has said where the feed stood when it began. */
  hears(): boolean
}

interface Stream {
  token: string
  ended: AbortController
  hears?: true
}

/** Each event `change`; comments only show that the stream lives. */
async function* changes(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<ChangeEvent> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onBytes()
    const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^event: change\ndata: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) yield readChange(data)
    }
  }
}

/**
 * Hears from the server that there is something to read (sync contract, section 5). It only hastens: whatever it misses
 * comes with the next pull. A stream that breaks, ends or is silent for 45 seconds is opened again, with back-off. The first
 * event after that is told as such: what was told before it may not hold any more.
 */
export function listenLive(
  ports: LivePorts,
  onChange: (change: ChangeEvent, isAfterEnd: boolean) => void,
): Live {
  const { timers } = ports
  /** A stream ended, and the next one has not spoken yet. */
  let isAfterEnd = false
  let current: Stream | undefined
  let failures = 0
  let awake = false
  let timer: unknown

  const end = () => {
    timers.clear(timer)
    current?.ended.abort()
    current = undefined
  }
  const start = () => {
    const token = ports.token()
    if (!awake || current || token === null) return
    const mine: Stream = { token, ended: new AbortController() }
    current = mine
    void keep(mine)
  }
  const keep = async (mine: Stream) => {
    const opened = await listen(mine)
    if (current !== mine) return
    current = undefined
    failures++
    isAfterEnd ||= opened
    if (!opened && failures === 2) ports.lost()
    timer = timers.set(start, backOff(failures, ports.random()))
  }
  /** Over when the stream is; whether there was one. Never rejects. */
  const listen = async (mine: Stream): Promise<boolean> => {
    const { token, ended } = mine
    let opened = false
    let silence: unknown
    const heard = () => {
      timers.clear(silence)
      silence = timers.set(() => ended.abort(), EVENTS_SILENCE_MS)
    }
    heard()
    try {
      const body = await ports.open(token, ended.signal)
      if (!body) return false
      opened = true
      for await (const change of changes(body, heard)) {
        failures = 0
        if (ended.signal.aborted) continue
        mine.hears = true
        onChange(change, isAfterEnd)
        isAfterEnd = false
      }
    } catch (error) {
      // A network that is gone is told by the rounds; what else may be wrong is for the console.
      if (!ended.signal.aborted && !(error instanceof TypeError))
        console.warn('The live stream broke.', error)
    } finally {
      timers.clear(silence)
    }
    return opened
  }
  return {
    wake() {
      awake = true
      failures = 0
      if (current && current.token !== ports.token()) end()
      timers.clear(timer)
      start()
    },
    renew() {
      end()
      start()
    },
    rest() {
      awake = false
      end()
    },
    hears: () => current?.hears === true,
  }
}
