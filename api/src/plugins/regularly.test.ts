import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { regularly } from './regularly.ts'

afterEach(() => {
  vi.useRealTimers()
})

const MINUTE_MS = 60_000
const listening = async (app: ReturnType<typeof Fastify>) => {
  await app.listen({ host: '127.0.0.1', port: 0 })
}

test('it is done for the first time a while after the server listens, and again after each end, past failures', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const app = Fastify()
  const logged = vi.spyOn(app.log, 'error')
  let end = () => {}
  const work = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error('no database'))
    .mockImplementationOnce(() => new Promise((ended) => (end = ended)))
    .mockResolvedValue()
  regularly(app, { first: 5 * MINUTE_MS, every: MINUTE_MS, work, failed: 'It was not done.' })
  await app.ready()
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect(work).not.toHaveBeenCalled()
  await listening(app)
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1)
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(1)
  expect(logged.mock.calls).toEqual([[new Error('no database'), 'It was not done.']])
  // Never twice at once.
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS)
  expect(work).toHaveBeenCalledTimes(2)
  end()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(work).toHaveBeenCalledTimes(3)
  await app.close()
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect(work).toHaveBeenCalledTimes(3)
  expect(logged).toHaveBeenCalledTimes(1)
})

test('a server that closes stops what is being done, waits for it, and logs no failure of that', async () => {
  const app = Fastify()
  const logged = vi.spyOn(app.log, 'error')
  const events: string[] = []
  const begun = new Promise<void>((begin) => {
    regularly(app, {
      first: 0,
      every: 0,
      work: async (stop) => {
        begin()
        await new Promise((stopped) => stop.addEventListener('abort', stopped))
        events.push('stopped')
        throw new Error('broken off')
      },
      failed: 'It was not done.',
    })
  })
  await listening(app)
  await begun
  await app.close()
  events.push('closed')
  expect(events).toEqual(['stopped', 'closed'])
  expect(logged).not.toHaveBeenCalled()
})
