import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startEmbeddedPostgres } from '../src/database/embedded-postgres.ts'

export interface Processes {
  /** Of the PostgreSQL that both servers write to, as durable as a clinic's. */
  databaseUrl: string
  /** The built server. */
  api: string
  /** The floor: `bare-server.mjs`. */
  bare: string
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  return address.port
}

/** A process of its own, ready when this resolves. */
async function run(script: string, env: Record<string, string>, flags: readonly string[] = []) {
  const port = await freePort()
  const child = spawn(process.execPath, [...flags, script], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((ready, failed) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('is ready at') && ready())
    child.once('exit', (code) => failed(new Error(`${script} ended with ${code}.`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** The built server, its floor, and one database under both, each a process of its own as in a clinic. */
export async function startProcesses(): Promise<Processes> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'api-bench-'))
  const engine = await startEmbeddedPostgres({
    dataFolder,
    onFailure: (error) => {
      throw error
    },
  })
  const here = (path: string) => resolve(import.meta.dirname, path)
  const env = { DATABASE_URL: engine.url, DATA_DIR: dataFolder }
  const api = await run(
    here('../dist/main.js'),
    env,
    (process.env['BENCH_NODE'] ?? '').split(' ').filter(Boolean),
  )
  const bare = await run(here('bare-server.mjs'), env)
  return {
    databaseUrl: engine.url,
    api: api.url,
    bare: bare.url,
    async stop() {
      await Promise.all([api.stop(), bare.stop()])
      await engine.stop()
      await rm(dataFolder, { recursive: true })
    },
  }
}
