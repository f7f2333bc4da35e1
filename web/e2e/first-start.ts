import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { FIRST_VISIT, openTablet } from './browser.ts'
import { FIRST_START, PORTS, quietPort, startServer } from './server.ts'
import { workerControls } from './steps.ts'

/** What a visit stores of the tablet itself: two tablets must not be one. */
const OWN = ['IndexedDB', 'Local Storage', 'Session Storage']

/**
 * Starts a server once, and visits it: the servers of the tests begin with a copy of its data folder, and the tablets with a copy
 * of the browser's profile, each worker on its own port.
 */
export default async function keepFirstStart({ config }: TestProject): Promise<void> {
  const ports: number[] = []
  let started = ''
  const visitor = await openTablet()
  for (let worker = 0; worker < config.maxWorkers; worker++) {
    const server = await startServer({}, '127.0.0.1', undefined, await quietPort())
    ports.push(server.port)
    await visitor.page.goto(`${server.url}/login`)
    await workerControls(visitor.page)
    await server.stop()
    started = server.dataFolder
  }
  await visitor.close()
  process.env[FIRST_START] = started
  for (const name of OWN) rmSync(join(visitor.profile, 'Default', name), { recursive: true, force: true })
  process.env[FIRST_VISIT] = visitor.profile
  process.env[PORTS] = ports.join(',')
}
