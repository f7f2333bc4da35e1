import { ProtocolError } from 'sync-protocol/wire/errors'

interface Waiting<Job, Reply> {
  job: Job
  bytes: number
  /** By the process's own clock. */
  since: number
  done: (reply: Reply) => void
  failed: (reason: unknown) => void
}

interface Line<Job, Reply> {
  waiting: Waiting<Job, Reply>[]
  /** Bytes of those that wait or are at work. */
  held: number
  busy: boolean
}

/** How many jobs of a line share one turn at most. */
const TOGETHER = 16
/**
 * While the database stands still, tablets go on sending: what is held for them stays small beside a server's memory. A tablet that
 * is sent away keeps its changes and comes again.
 */
export const HELD_BYTES_MAX = 128 * 1_048_576
/** One organization leaves room for the others. */
export const LINE_BYTES_MAX = HELD_BYTES_MAX / 4

/**
 * One line for each organization: while its jobs are at work its others wait, and share the next turn. So many tablets of a
 * clinic that send at once need few commits. Order within a line is the order of arrival; the line that waited longest is next.
 */
export class PushQueue<Job, Reply> {
  private readonly lines = new Map<string, Line<Job, Reply>>()
  private readonly work: (key: string, jobs: readonly Job[]) => Promise<PromiseSettledResult<Reply>[]>
  private readonly works: number
  private readonly waited: (seconds: number) => void
  private working = 0
  private held = 0

  /**
   * `work` answers for each of its jobs, in their order; when it throws, that is the answer of all. At most `works` at once.
   * `waited` is told of each job how long it waited for its turn.
   */
  constructor(
    work: (key: string, jobs: readonly Job[]) => Promise<PromiseSettledResult<Reply>[]>,
    works: number,
    waited: (seconds: number) => void = () => undefined,
  ) {
    this.work = work
    this.works = works
    this.waited = waited
  }

  /** How many wait for their turn. */
  get waiting(): number {
    let count = 0
    for (const { waiting } of this.lines.values()) count += waiting.length
    return count
  }

  /**
   * `bytes`: what the job holds in memory until it is answered.
   * @throws ProtocolError `unavailable` while the jobs before it hold too much for it to wait beside them
   */
  take(key: string, job: Job, bytes = 0): Promise<Reply> {
    const line = this.lines.get(key) ?? { waiting: [], held: 0, busy: false }
    const isOver = (held: number, most: number) => held > 0 && held + bytes > most
    // @rule push-queue-bounded
    if (isOver(this.held, HELD_BYTES_MAX) || isOver(line.held, LINE_BYTES_MAX))
      return Promise.reject(
        new ProtocolError('unavailable', 'Too much waits to be stored. Please try again.'),
      )
    this.held += bytes
    line.held += bytes
    return new Promise((done, failed) => {
      line.waiting.push({ job, bytes, since: performance.now(), done, failed })
      this.lines.set(key, line)
      this.serve()
    })
  }

  private serve(): void {
    for (const [key, line] of this.lines) {
      if (this.working === this.works) return
      if (line.busy) continue
      line.busy = true
      this.working++
      void this.turn(key, line).finally(() => {
        this.working--
        this.serve()
      })
    }
  }

  private async turn(key: string, line: Line<Job, Reply>): Promise<void> {
    const taken = line.waiting.splice(0, TOGETHER)
    const now = performance.now()
    for (const { since } of taken) this.waited((now - since) / 1000)
    const replies = await this.work(
      key,
      taken.map(({ job }) => job),
    ).catch((reason: unknown) => taken.map((): PromiseRejectedResult => ({ status: 'rejected', reason })))
    for (const [index, { bytes, done, failed }] of taken.entries()) {
      this.held -= bytes
      line.held -= bytes
      const reply = replies[index]
      if (reply?.status === 'fulfilled') done(reply.value)
      else failed(reply?.reason ?? new Error('A push was left without an answer.'))
    }
    // To the end of all lines, or away.
    line.busy = false
    this.lines.delete(key)
    if (line.waiting.length > 0) this.lines.set(key, line)
  }
}
