import { testApp } from '../../testing.ts'

/** The server on a port of its own, by the real clock: the only thing that this folder imports from the app. */
export async function startServer(): Promise<string> {
  const { app, clock } = await testApp({ registration: 'open' })
  Object.defineProperty(clock, 'now', { get: () => new Date() })
  return app.listen({ host: '127.0.0.1', port: 0 })
}
