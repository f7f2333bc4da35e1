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
  for (const status of [403, 503, 401]) {
    vi.stubGlobal('fetch', async () => new Response(null, { status }))
    expect(await openStream('/sync/events', `token ${status}`, new AbortController().signal)).toBeNull()
  }
  expect(ended).toEqual(['token 401'])
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
