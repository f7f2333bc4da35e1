import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const api = resolve(import.meta.dirname, '../../api')
const built = (file: string) => import(pathToFileURL(resolve(api, 'dist/database/embedded', file)).href)

interface Engine {
  bin: string
  libraries: string[]
}
interface Account {
  uid: number
  gid: number
}

const DEBIANS = '/usr/lib/postgresql'
const PROGRAMS = ['postgres', 'initdb', 'pg_dump', 'pg_restore']

/** An installed PostgreSQL that has its tools for dumps, else the one that the server brings. */
async function findEngine(user: Account | undefined, links: string): Promise<Engine> {
  const debians = existsSync(DEBIANS) ? readdirSync(DEBIANS).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...debians.map((version) => join(DEBIANS, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  const bin = folders.find((folder) => PROGRAMS.every((name) => existsSync(join(folder, name))))
  if (bin !== undefined) return { bin, libraries: [] }
  const { findEngine: find, shippedEngine } = (await built('engine.js')) as {
    shippedEngine(): unknown
    findEngine(user: Account | undefined, links: string, major: undefined, shipped: unknown): Engine
  }
  return find(user, links, undefined, shippedEngine())
}

interface Client {
  connect(): Promise<void>
  query(sql: string): Promise<{ rows: Record<string, unknown>[] }>
  end(): Promise<void>
  on(event: 'error', listener: () => void): void
}

/** A PostgreSQL of the clinic's own, with databases that are copied, dumped and lost. */
export interface OwnPostgres {
  url(database: string): string
  ask(sql: string, database?: string): Promise<Record<string, unknown>[]>
  /** Another one on a copy of its folder, which follows it from now on; this one is stopped and started for that. */
  standby(port: number): Promise<OwnPostgres>
  /** All of it ends at once, as with its computer. */
  crash(): Promise<void>
  /** Ends in order, and begins again at this address. */
  moveTo(port: number): Promise<void>
  stop(): Promise<void>
  /** A database as it is now; what is called makes another database of it. */
  dump(database: string): Promise<(as: string) => Promise<void>>
}

export async function startPostgres(port: number): Promise<OwnPostgres> {
  const { engineUser } = (await built('engine-user.js')) as {
    engineUser(folder: undefined): Account | undefined
  }
  const user = engineUser(undefined)
  const home = mkdtempSync(join(tmpdir(), 'e2e-postgres-'))
  if (user !== undefined) {
    chownSync(home, user.uid, user.gid)
    // Another account has to find its way there.
    const { mode } = statSync(tmpdir())
    if ((mode & 0o001) === 0) chmodSync(tmpdir(), mode | 0o011)
  }
  chmodSync(home, 0o700)
  const engine = await findEngine(user, home)
  const { libraries } = engine
  const env = { ...process.env, ...(libraries.length > 0 && { LD_LIBRARY_PATH: libraries.join(':') }) }
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(engine.bin, program), args, { ...user, env, cwd: home, stdio: 'pipe' })
  const folder = join(home, 'data')
  run('initdb', '-D', folder, '-U', 'clinic', '--auth=trust', '--encoding=UTF8', '--no-sync')
  const server = cluster({ engine, user, env, home, run }, folder, port)
  await server.begin()
  return server
}

interface ClusterPlace {
  engine: Engine
  user: Account | undefined
  env: NodeJS.ProcessEnv
  home: string
  run(program: string, ...args: string[]): unknown
}

function cluster(
  place: ClusterPlace,
  folder: string,
  firstPort: number,
): OwnPostgres & { begin(): Promise<void> } {
  const { engine, user, env, home, run } = place
  let port = firstPort
  let child: ChildProcess | undefined
  const url = (database: string) => `postgresql://clinic@127.0.0.1:${port}/${database}`
  const { Client: PgClient } = createRequire(resolve(api, 'package.json'))('pg') as {
    Client: new (options: { connectionString: string }) => Client
  }

  async function ask(sql: string, database = 'postgres') {
    const client = new PgClient({ connectionString: url(database) })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  async function begin(): Promise<void> {
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${home}`,
      'fsync=off',
    ]
    const started = spawn(
      join(engine.bin, 'postgres'),
      ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])],
      { ...user, env, cwd: home, stdio: 'ignore' },
    )
    child = started
    for (;;) {
      if (started.exitCode !== null) throw new Error(`PostgreSQL ended with ${started.exitCode}.`)
      if (await ask('SELECT 1').then(Boolean, () => false)) return
      await new Promise((next) => setTimeout(next, 50))
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  return {
    url,
    ask,
    begin,
    crash: () => end('SIGQUIT'),
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
      if (readdirSync(home).every((name) => !name.endsWith('data'))) rmSync(home, { recursive: true })
    },
    async moveTo(next) {
      await end('SIGINT')
      port = next
      await begin()
    },
    async standby(at) {
      await end('SIGINT')
      const copy = join(home, 'standby-data')
      execFileSync('cp', ['-a', folder, copy])
      execFileSync('touch', [join(copy, 'standby.signal')], { ...user })
      await begin()
      const standby = cluster(place, copy, at)
      const primary = `host=127.0.0.1 port=${port} user=clinic`
      execFileSync('sh', [
        '-c',
        `echo "primary_conninfo = '${primary}'" >> '${join(copy, 'postgresql.auto.conf')}'`,
      ])
      await standby.begin()
      return standby
    },
    async dump(database) {
      if (!existsSync(join(engine.bin, 'pg_dump'))) {
        // Without the tools: the same rows in another database, which knows nothing of what comes later either.
        const kept = `${database}_kept`
        // Nobody may be connected meanwhile.
        await ask(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`)
        await ask(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`)
        await ask(`CREATE DATABASE ${kept} TEMPLATE ${database}`)
        await ask(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`)
        return async (as) => void (await ask(`CREATE DATABASE ${as} TEMPLATE ${kept}`))
      }
      const file = join(home, `${database}.dump`)
      run('pg_dump', '-Fc', '-f', file, '-d', url(database))
      return async (as) => {
        await ask(`CREATE DATABASE ${as}`)
        run('pg_restore', '--exit-on-error', '-d', url(as), file)
      }
    },
  }
}
