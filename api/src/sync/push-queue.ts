interface Waiting<Job, Reply> {
  job: Job
  done: (reply: Reply) => void
  failed: (reason: unknown) => void
}

interface Line<Job, Reply> {
  waiting: Waiting<Job, Reply>[]
  /** Its jobs are at work, or it could not be served among others: next time it is served by itself. */
  state: 'ready' | 'busy' | 'alone'
}

/** The next jobs of one line. */
export interface Served<Job> {
  key: string
  jobs: Job[]
}

/** What became of a line's jobs; `later`: nothing, they shall be served once more, by themselves. */
export type Outcomes<Reply> = PromiseSettledResult<Reply>[] | 'later'

export interface Room<Job> {
  /** How many works may be under way. */
  works: number
  /** How many lines may share one work. */
  lines: number
  /** How much they may weigh together; one line may weigh more. */
  weight: number
  weigh(job: Job): number
}

/** How many jobs of a line share one turn at most. */
const TOGETHER = 16

/**
 * One line for each organization: while its jobs are at work its others wait, and share the next turn. Lines that wait at the
 * same time share a work. So many tablets that send at once need few commits. Order within a line is the order of arrival.
 */
export class PushQueue<Job, Reply> {
  private readonly lines = new Map<string, Line<Job, Reply>>()
  private readonly work: (served: Served<Job>[]) => Promise<Outcomes<Reply>[]>
  private readonly room: Room<Job>
  private working = 0

  /** `work` answers for each of its lines, in their order; when it throws, that is the answer of all. */
  constructor(work: (served: Served<Job>[]) => Promise<Outcomes<Reply>[]>, room: Room<Job>) {
    this.work = work
    this.room = room
  }

  take(key: string, job: Job): Promise<Reply> {
    return new Promise((done, failed) => {
      const line = this.lines.get(key) ?? { waiting: [], state: 'ready' }
      line.waiting.push({ job, done, failed })
      this.lines.set(key, line)
      this.serve()
    })
  }

  private serve(): void {
    while (this.working < this.room.works) {
      const keys = this.next()
      if (keys.length === 0) return
      this.working++
      void this.turn(keys).finally(() => {
        this.working--
        this.serve()
      })
    }
  }

  /** The lines that have waited longest, as many as have room together. */
  private next(): string[] {
    const keys: string[] = []
    let weight = 0
    for (const [key, { waiting, state }] of this.lines) {
      if (state === 'busy') continue
      if (state === 'alone' && keys.length > 0) continue
      weight += waiting.slice(0, TOGETHER).reduce((sum, { job }) => sum + this.room.weigh(job), 0)
      if (keys.length > 0 && weight > this.room.weight) break
      keys.push(key)
      if (state === 'alone' || keys.length === this.room.lines) break
    }
    return keys
  }

  private async turn(keys: readonly string[]): Promise<void> {
    const turns = keys.map((key) => {
      const line = this.lines.get(key) as Line<Job, Reply>
      line.state = 'busy'
      return { key, line, taken: line.waiting.splice(0, TOGETHER) }
    })
    const served = turns.map(({ key, taken }) => ({ key, jobs: taken.map(({ job }) => job) }))
    const outcomes = await this.work(served).catch((reason: unknown) =>
      served.map(({ jobs }) => jobs.map((): PromiseRejectedResult => ({ status: 'rejected', reason }))),
    )
    for (const [index, { key, line, taken }] of turns.entries()) {
      const replies = outcomes[index] ?? []
      line.state = replies === 'later' ? 'alone' : 'ready'
      if (replies === 'later') line.waiting.unshift(...taken)
      else answer(taken, replies)
      // To the end of all lines, or away.
      this.lines.delete(key)
      if (line.waiting.length > 0) this.lines.set(key, line)
    }
  }
}

function answer<Job, Reply>(
  taken: readonly Waiting<Job, Reply>[],
  replies: readonly PromiseSettledResult<Reply>[],
): void {
  for (const [index, { done, failed }] of taken.entries()) {
    const reply = replies[index]
    if (reply?.status === 'fulfilled') done(reply.value)
    else failed(reply?.reason ?? new Error('A push was left without an answer.'))
  }
}
