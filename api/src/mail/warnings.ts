import { Undeliverable, type Deliver } from './message.ts'
import type { WarningsStore } from './warnings-store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WEEK = 7 * 24 * HOUR
/** In ms, after each failure in turn; then each hour. */
const WAITS: readonly number[] = [MINUTE, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE]
/** After a refusal: the address, or the password of the mail server, may be put right in the meantime. */
const REFUSED_WAITS = 6 * HOUR

interface WarningsParts {
  store: WarningsStore
  deliver: Deliver
  /** `again`: in how many ms it is tried again; null when it is given up. */
  failed(what: string, error: unknown, again: number | null): void
  now(): Date
}

/** Sends the warnings that are due: for a week each, also those of a process that is gone. One that is being sent at `stop` comes twice. */
export async function sendWarnings(
  { store, deliver, failed, now }: WarningsParts,
  stop: AbortSignal,
): Promise<void> {
  await store.forget(now())
  while (!stop.aborted) {
    const warning = await store.take(now())
    if (!warning) return
    const { id, writtenAt, tries, ...message } = warning
    try {
      await unlessStopped(deliver(message), stop)
      await store.sent(id, now())
    } catch (error) {
      const wait = error instanceof Undeliverable ? REFUSED_WAITS : (WAITS[tries - 1] ?? HOUR)
      const isLast = now().getTime() + wait - writtenAt.getTime() > WEEK
      failed(`The e-mail “${message.subject}”`, error, isLast ? null : wait)
      if (isLast) await store.giveUp(id)
      else await store.again(id, new Date(now().getTime() + wait))
    }
  }
}

/** A mail server that is silent holds up no server that closes. */
async function unlessStopped(work: Promise<void>, stop: AbortSignal): Promise<void> {
  let end = (): void => undefined
  const stopped = new Promise<never>((_, reject) => {
    end = () => reject(new Error('The server ends.'))
    if (stop.aborted) end()
    stop.addEventListener('abort', end)
  })
  try {
    await Promise.race([work, stopped])
  } finally {
    stop.removeEventListener('abort', end)
  }
}
