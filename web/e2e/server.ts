import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '../..')

/** What `npm start` gives Node.js. */
export const NODE_FLAGS = (
  JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--'))

export interface Server {
  url: string
  port: number
  /** Of the process that runs now. */
  pid: () => number
  dataFolder: string
  output: () => string
  stop(): Promise<void>
  kill(): Promise<void>
  /** Starts again on the same port and data. */
  restart(): Promise<void>
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  return address.port
}

/** Names a port for each of the workers, parted by commas: `first-start.ts` keeps the app of the build for them in a profile. */
export const PORTS = 'E2E_PORTS'

/** Outside the range that outgoing connections take theirs from. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen(port, '127.0.0.1')
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}

/** This worker's own port, whose app a new tablet has; another one while that is taken. */
async function nextPort(): Promise<number> {
  const ports = process.env[PORTS]?.split(',') ?? []
  const own = Number(ports[Number(process.env['VITEST_POOL_ID']) - 1] ?? 0)
  return own !== 0 && (await isFree(own)) ? own : freePort()
}

// A file of settings in the checkout is its developer's: no server or command of a test reads it.
process.env['ENV_FILE'] = 'off'

/** Names a data folder as the server's first start leaves it, which other servers may begin with. */
export const FIRST_START = 'E2E_FIRST_START'

/** A new data folder: of a server with no settings a copy of the first start's, which saves making a database each time. */
function newDataFolder(env: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-data-'))
  const first = process.env[FIRST_START]
  if (first !== undefined && Object.keys(env).length === 0) execFileSync('cp', ['-a', `${first}/.`, folder])
  return folder
}

/** A real server on a data folder of its own, from the build under `root`; ready when this resolves. */
export async function startServer(
  env: Record<string, string> = {},
  host = '127.0.0.1',
  root = repository,
  given?: number,
): Promise<Server> {
  const main = join(root, 'api/dist/main.js')
  const secure = env['TLS_CERT'] !== undefined || env['TLS'] === 'auto'
  const isUsual = host === '127.0.0.1' && root === repository && !secure
  const port = given ?? (await (isUsual ? nextPort() : freePort()))
  const dataFolder = env['DATA_DIR'] ?? newDataFolder(env)
  let child: ChildProcess
  let said = ''

  async function start(): Promise<void> {
    child = spawn(process.execPath, [...NODE_FLAGS, main], {
      // Tests make what they look for.
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataFolder,
        DEMO: 'library',
        // None in the middle of a test.
        BACKUP_AT: 'off',
        DEMO_RESET_AT: 'off',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await new Promise<void>((ready, failed) => {
      const listen = (chunk: Buffer) => {
        said += chunk.toString()
        if (said.includes('is ready at')) ready()
      }
      child.stdout?.on('data', listen)
      child.stderr?.on('data', listen)
      child.once('exit', (code) => failed(new Error(`The server ended with ${code}:\n${said}`)))
    })
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  await start()
  return {
    url: `${secure ? 'https' : 'http'}://${host}:${port}`,
    port,
    pid: () => child.pid ?? 0,
    dataFolder,
    output: () => said,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    restart: async () => {
      said = ''
      await start()
    },
  }
}

/** The demonstration clinic's one password. */
export const demonstrationPassword = (server: Server) =>
  readFileSync(join(server.dataFolder, 'demonstration-password.txt'), 'utf8').trim()
