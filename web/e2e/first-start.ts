import { FIRST_START, startServer } from './server.ts'

/** Starts a server once, so that those of the tests begin with a copy of its data folder. */
export default async function keepFirstStart(): Promise<void> {
  const server = await startServer()
  await server.stop()
  process.env[FIRST_START] = server.dataFolder
}
