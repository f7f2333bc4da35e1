import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetRegularly } from './retention.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('expired tombstones are forgotten from the start on and every few hours, past failures, until the server closes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const app = Fastify()
  const forget = vi.fn(() => Promise.reject(new Error('no database')))
  const logged = vi.spyOn(app.log, 'error')
  forgetRegularly(app, forget)
  await app.ready()
  expect(forget).not.toHaveBeenCalled()
  await app.listen({ host: '127.0.0.1', port: 0 })
  await vi.waitFor(() => expect(forget).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  vi.advanceTimersByTime(24 * 3_600_000)
  await vi.waitFor(() => expect(forget).toHaveBeenCalledTimes(5), { timeout: 20_000 })
  await app.close()
  vi.advanceTimersByTime(24 * 3_600_000)
  expect(forget).toHaveBeenCalledTimes(5)
  expect(logged).toHaveBeenCalledTimes(5)
})

test('a server that closes stops what is being forgotten, and waits for it', async () => {
  const app = Fastify()
  const events: string[] = []
  forgetRegularly(app, async (stop) => {
    await new Promise((stopped) => stop.addEventListener('abort', stopped))
    events.push('stopped')
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  await app.close()
  events.push('closed')
  expect(events).toEqual(['stopped', 'closed'])
})
