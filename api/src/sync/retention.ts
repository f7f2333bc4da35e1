import type { FastifyInstance } from 'fastify'

const EVERY_MS = 6 * 3_600_000

/**
 * Forgets what has expired, now and then, for as long as the server runs. A closing server tells `forget` to stop and waits
 * for it, since the database goes away next.
 */
export function forgetRegularly(app: FastifyInstance, forget: (stop: AbortSignal) => Promise<void>): void {
  const closing = new AbortController()
  let running = Promise.resolve()
  const attempt = () => {
    running = running
      .then(() => forget(closing.signal))
      .catch((error: unknown) => app.log.error(error, 'Expired tombstones are still there.'))
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    attempt()
    timer = setInterval(attempt, EVERY_MS)
    timer.unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    closing.abort()
    await running
  })
}
