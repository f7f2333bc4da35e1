import { afterEach, expect, test, vi } from 'vitest'
import { callServer, OfflineError } from './server-call.ts'

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

test('what a proxy refuses for itself is an answer, of which only the status is known', async () => {
  for (const status of [413, 429, 500]) {
    vi.stubGlobal(
      'fetch',
      async () => new Response(page, { status, headers: { 'content-type': 'text/html' } }),
    )
    expect(await asked()).toEqual({ status, body: null, retryAfterMs: undefined })
  }
})
