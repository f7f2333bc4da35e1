// A primary with a standby, and the pooler in front of them: both addresses of the server, the pooler's and the one past its
// lending (a database of the same pooler that keeps one connection for each client), follow the primary by one reload.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../install.mjs'
import { ended, freePort, killWhole, run } from './programs.mjs'

const pg = createRequire(join(root, 'api/package.json'))('pg')
const DATABASE = 'anesthesia'
const OWNER = 'clinic'
const STANDBY = 'standby'
const PATIENCE_MS = 60_000

/** What `look` finds, once it finds something; a failure in between is none. */
export async function until(what, look, ms = PATIENCE_MS, everyMs = 50) {
  const end = Date.now() + ms
  let last
  for (;;) {
    try {
      const found = await look()
      if (found) return found
    } catch (error) {
      last = error
    }
    if (Date.now() > end)
      throw new Error(`${what}: not within ${ms / 1000} s${last ? ` (${last.message})` : ''}`)
    await pause(everyMs)
  }
}

export async function startCluster({ folder, bin, pgbouncer, as, isSynchronous }) {
  const place = join(folder, 'postgres')
  mkdirSync(place)
  const own = (path) => as.uid !== undefined && chownSync(path, as.uid, as.gid)
  own(place)
  chmodSync(folder, 0o755)
  const tool = (name, ...args) =>
    execFileSync(join(bin, name), args, {
      ...as,
      cwd: place,
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })

  const nodeOf = async (name) => ({ name, data: join(place, name), port: await freePort(), child: undefined })
  let [primary, standby] = [await nodeOf('one'), await nodeOf('two')]

  /** What a copy of the other's folder must not bring along. */
  const settle = (node, standbyNames) =>
    writeFileSync(
      join(node.data, 'proof.conf'),
      [
        `port = ${node.port}`,
        "listen_addresses = '127.0.0.1'",
        `unix_socket_directories = '${place}'`,
        "shared_buffers = '64MB'",
        "wal_keep_size = '512MB'",
        // One that is stopped on purpose is still connected.
        "wal_sender_timeout = '60s'",
        // \`remote_apply\` would promise reads from the standby, which nobody does: on its disk is enough.
        'synchronous_commit = on',
        `synchronous_standby_names = '${standbyNames}'`,
      ].join('\n'),
    )
  const start = (node) => {
    own(join(node.data, 'proof.conf'))
    node.child = run(join(bin, 'postgres'), ['-D', node.data], join(folder, `postgres-${node.name}.log`), as)
  }
  const ask = async (node, text, values, database = DATABASE) => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: node.port,
      user: 'postgres',
      database,
      connectionTimeoutMillis: 2000,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query(text, values)).rows
    } finally {
      client.end().catch(() => undefined)
      client.connection.stream.destroy()
    }
  }
  const isUp = (node) => until(`PostgreSQL "${node.name}"`, () => ask(node, 'SELECT 1', [], 'postgres'))

  tool('initdb', '-D', primary.data, '-A', 'trust', '-U', 'postgres', '--data-checksums')
  writeFileSync(join(primary.data, 'postgresql.conf'), "\ninclude = 'proof.conf'\n", { flag: 'a' })
  settle(primary, '')
  start(primary)
  await isUp(primary)
  await ask(primary, `CREATE ROLE ${OWNER} LOGIN`, [], 'postgres')
  await ask(primary, `CREATE DATABASE ${DATABASE} OWNER ${OWNER}`, [], 'postgres')

  const bouncer = { port: await freePort(), file: join(place, 'pgbouncer.ini'), child: undefined }
  const point = () => {
    const to = `host=127.0.0.1 port=${primary.port} dbname=${DATABASE} user=${OWNER} pool_size=20`
    writeFileSync(
      bouncer.file,
      [
        '[databases]',
        `${DATABASE} = ${to}`,
        `${DATABASE}_direct = ${to} pool_mode=session`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${bouncer.port}`,
        'unix_socket_dir =',
        'auth_type = any',
        'pool_mode = transaction',
        'max_client_conn = 200',
        // Its 15 s of before would be most of an outage.
        'server_login_retry = 1',
      ].join('\n'),
    )
    own(bouncer.file)
    bouncer.child?.kill('SIGHUP')
  }
  point()
  bouncer.child = run(pgbouncer, [bouncer.file], join(folder, 'pgbouncer.log'), as)

  /** The other node as a new copy of the primary, which streams; the synchronous one is waited for by each commit from then on. */
  async function buildStandby() {
    rmSync(standby.data, { recursive: true, force: true })
    const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${STANDBY}`
    tool('pg_basebackup', '-d', from, '-D', standby.data, '-R', '-X', 'stream', '-c', 'fast')
    settle(standby, '')
    start(standby)
    await isUp(standby)
    const states = 'SELECT sync_state, state FROM pg_stat_replication WHERE application_name = $1'
    const streams = async () =>
      (await ask(primary, states, [STANDBY])).find(({ state }) => state === 'streaming')
    await until('The standby streams', streams)
    if (!isSynchronous) return
    settle(primary, STANDBY)
    await ask(primary, 'SELECT pg_reload_conf()')
    await until('The standby is synchronous', async () => (await streams())?.sync_state === 'sync')
    // All that was committed before is on the standby too once this is.
    await ask(primary, 'CREATE TABLE IF NOT EXISTS public.proof (at timestamptz)', [], 'postgres')
    await ask(primary, 'INSERT INTO public.proof VALUES (now())', [], 'postgres')
  }
  await buildStandby()

  return {
    url: `postgresql://${OWNER}@127.0.0.1:${bouncer.port}/${DATABASE}`,
    directUrl: `postgresql://${OWNER}@127.0.0.1:${bouncer.port}/${DATABASE}_direct`,
    /** Asks the present primary past everything. */
    ask: (text, values) => ask(primary, text, values),
    version: tool('postgres', '--version').trim(),
    /** Nothing reaches the standby any more, while the primary goes on: what is acknowledged now is lost with it. */
    async holdBack() {
      const senders = await ask(primary, 'SELECT pid FROM pg_stat_replication')
      for (const { pid } of senders) process.kill(pid, 'SIGSTOP')
    },
    /** All that is committed is on the standby's disk. */
    async caughtUp() {
      const lag = `SELECT pg_current_wal_flush_lsn() <= flush_lsn AS done FROM pg_stat_replication`
      await until('The standby has all', async () => (await ask(primary, lag))[0]?.done === true)
    },
    async killPrimary() {
      const { child } = primary
      killWhole(child.pid)
      await ended(child)
    },
    /** The standby becomes the primary; the pooler does not know it yet. */
    async promote() {
      ;[primary, standby] = [standby, primary]
      await ask(primary, 'SELECT pg_promote(true, 60)')
      await until('The standby is promoted', async () => {
        const [{ still }] = await ask(primary, 'SELECT pg_is_in_recovery() AS still')
        return !still
      })
    },
    point,
    buildStandby,
    timeline: async () =>
      (await ask(primary, 'SELECT timeline_id FROM pg_control_checkpoint()'))[0].timeline_id,
    stop() {
      for (const child of [bouncer.child, primary.child, standby.child]) if (child) killWhole(child.pid)
    },
  }
}
