import { afterEach, expect, test, vi } from 'vitest'
import { callServer, hearUnauthenticated, OfflineError, openStream } from './server-call.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const page = '<html>Please accept our terms</html>'
const asked = () => callServer({ method: 'GET', path: '/setup/state', token: null })

test.each([200, 502, 503, 504])(
  'a page of something in between (%d) is no answer: the server was not reached',
  async (status) => {
    vi.stubGlobal(
      'fetch',
      async () => new Response(page, { status, headers: { 'content-type': 'text/html' } }),
    )
    await expect(asked()).rejects.toThrow(OfflineError)
    vi.stubGlobal('fetch', async () => Response.json({ said: 'by the server' }, { status }))
    expect(await asked()).toMatchObject({ status, body: { said: 'by the server' } })
  },
)

test('a stream that is refused with 401 signs out at once, and one that is refused otherwise does not', async () => {
  const ended: string[] = []
  hearUnauthenticated((token) => ended.push(token))
  const own = { success: false, code: 'unauthenticated', message: 'No.' }
  for (const status of [403, 503, 401]) {
    vi.stubGlobal('fetch', async () => Response.json(own, { status }))
    expect(await openStream('/sync/events', `token ${status}`, new AbortController().signal)).toBeNull()
  }
  expect(ended).toEqual(['token 401'])
})

test('the page of something in between that goes on without end is not waited for', async () => {
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream(), { status: 403 }))
  expect(await openStream('/sync/events', 'token', new AbortController().signal)).toBeNull()
})

test('what a proxy refuses for itself is an answer, of which only the status is known', async () => {
  for (const status of [413, 429, 500]) {
    vi.stubGlobal(
      'fetch',
      async () => new Response(page, { status, headers: { 'content-type': 'text/html' } }),
    )
    expect(await asked()).toEqual({ status, body: null, retryAfterMs: undefined })
  }
})

test('[T6] an answer that keeps coming over a slow link is waited for, and one that stops for 30 s is given up', async () => {
  vi.useFakeTimers()
  const parts = ['{"said":', '"in', ' parts', '"}']
  const answerIn =
    (pauseMs: (nth: number) => number) =>
    async (_: string, { signal }: RequestInit) => {
      let nth = 0
      const body = new ReadableStream<Uint8Array>({
        start: (own) => signal?.addEventListener('abort', () => own.error(signal.reason)),
        async pull(own) {
          await new Promise((resolve) => setTimeout(resolve, pauseMs(nth)))
          const part = parts[nth++]
          if (signal?.aborted) return
          if (part === undefined) own.close()
          else own.enqueue(new TextEncoder().encode(part))
        },
      })
      return new Response(body, { headers: { 'content-type': 'application/json' } })
    }
  try {
    vi.stubGlobal(
      'fetch',
      answerIn(() => 20_000),
    )
    const answer = asked()
    await vi.advanceTimersByTimeAsync(110_000)
    expect(await answer).toMatchObject({ status: 200, body: { said: 'in parts' } })
    vi.stubGlobal(
      'fetch',
      answerIn((nth) => (nth < 2 ? 20_000 : 60_000)),
    )
    const given = asked().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(80_000)
    expect(await given).toBeInstanceOf(OfflineError)
  } finally {
    vi.useRealTimers()
  }
})
