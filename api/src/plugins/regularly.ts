import type { FastifyInstance } from 'fastify'

export interface RegularWork {
  /** How long after the server listens it is done first, in ms. */
  first: number
  /** How long after each end it is done again, in ms. */
  every: number
  /** A closing server tells it to stop, and waits for it, since the database goes away next. */
  work: (stop: AbortSignal) => Promise<unknown>
  /** Logged with what went wrong. It is done again all the same. */
  failed: string
}

/** Does something again and again for as long as the server listens. */
export function regularly(app: FastifyInstance, { first, every, work, failed }: RegularWork): void {
  const closing = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const attempt = () => {
    running = work(closing.signal)
      .catch((error: unknown) => {
        if (!closing.signal.aborted) app.log.error(error, failed)
      })
      .finally(() => {
        if (!closing.signal.aborted) timer = setTimeout(attempt, every).unref()
      })
  }
  app.addHook('onListen', async () => {
    timer = setTimeout(attempt, first).unref()
  })
  app.addHook('onClose', async () => {
    clearTimeout(timer)
    closing.abort()
    await running
  })
}
