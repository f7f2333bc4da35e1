interface Waiting<Job, Reply> {
  job: Job
  done: (reply: Reply) => void
  failed: (reason: unknown) => void
}

/** How many waiting jobs share one turn at most. */
const TOGETHER = 16

/**
 * One line for each organization: while a transaction of one runs, its other pushes wait, and share the next one. So many
 * tablets that send at once need few commits. Order within a line is the order of arrival.
 */
export class PushQueue<Job, Reply> {
  private readonly lines = new Map<string, Waiting<Job, Reply>[]>()
  private readonly work: (key: string, jobs: Job[]) => Promise<PromiseSettledResult<Reply>[]>

  /** `work` answers for each of its jobs, in their order; when it throws, that is the answer of all. */
  constructor(work: (key: string, jobs: Job[]) => Promise<PromiseSettledResult<Reply>[]>) {
    this.work = work
  }

  take(key: string, job: Job): Promise<Reply> {
    return new Promise((done, failed) => {
      const line = this.lines.get(key)
      if (line) {
        line.push({ job, done, failed })
        return
      }
      this.lines.set(key, [{ job, done, failed }])
      void this.serve(key)
    })
  }

  private async serve(key: string): Promise<void> {
    for (let line = this.lines.get(key); line && line.length > 0; line = this.lines.get(key)) {
      const turn = line.splice(0, TOGETHER)
      const jobs = turn.map(({ job }) => job)
      const replies = await this.work(key, jobs).catch((reason: unknown) =>
        jobs.map((): PromiseRejectedResult => ({ status: 'rejected', reason })),
      )
      for (const [index, { done, failed }] of turn.entries()) {
        const reply = replies[index]
        if (reply?.status === 'fulfilled') done(reply.value)
        else failed(reply?.reason ?? new Error('A push was left without an answer.'))
      }
    }
    this.lines.delete(key)
  }
}
