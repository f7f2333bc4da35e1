import pg from 'pg'
import { CannotStart } from '../cannot-start.ts'
import { PATIENCE_MS } from './connect.ts'

export interface Needs {
  /** The setting that holds the address. */
  name: 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_DIRECT_URL'
  /** How many connections may be open at once. */
  most: number
  /** With fewer it cannot work at all. */
  least: number
  /** How long the database may take for an answer. */
  patienceMs?: number
}

/**
 * The server names its statements and takes locks that last longer than a transaction, so each of its connections has to lead
 * to one process of PostgreSQL for good. Asked before anything takes a lock: behind a pooler that lends a process for one
 * transaction, a lock stays with the process, and nobody can give it back. Leaves no connection behind.
 * @throws CannotStart when the address leads to such a pooler, to too few connections, or nowhere
 * @returns what to tell the operator although it works
 */
export async function assertOwnConnections(
  url: string,
  { name, most, least, patienceMs = PATIENCE_MS }: Needs,
): Promise<string | undefined> {
  const clients = Array.from({ length: most }, () => newClient(url, patienceMs))
  try {
    const opened = await Promise.allSettled(clients.map(open))
    const mine = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const failure = opened.find((each) => each.status === 'rejected')?.reason as Error | undefined
    if (mine.length === 0) throw unreachable(name, failure)
    if (new Set(mine.map(({ pid }) => pid)).size < mine.length || (await haveMoved(mine))) throw lent(name)
    if (!failure) return undefined
    const few = tooFew(name, mine.length, most, failure)
    if (mine.length < least) throw new CannotStart(few, { cause: failure })
    return few
  } finally {
    for (const client of clients) leave(client)
  }
}

interface Opened {
  client: pg.Client
  /** The process of PostgreSQL that answered. */
  pid: number
}

function newClient(url: string, patienceMs: number): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  })
  // What breaks it while it is not asked is said when it is.
  client.on('error', () => undefined)
  return client
}

async function open(client: pg.Client): Promise<Opened> {
  await client.connect()
  // A pooler lets in before it has a connection to give.
  return { client, pid: await processOf(client) }
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]!.pid
}

/** Asked in turn: whoever lends the process that was used last, or the one that was used first, lends another's now. */
async function haveMoved(opened: readonly Opened[]): Promise<boolean> {
  for (const turn of [opened, opened.toReversed()])
    for (const { client, pid } of turn) if ((await processOf(client)) !== pid) return true
  return false
}

/**
 * Both lead to one database: one through a pooler of transactions, one past it.
 * @throws CannotStart where one leads nowhere, or elsewhere
 */
export async function assertSameDatabase(
  url: string,
  directUrl: string,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const [pooled, direct] = await Promise.all([
    databaseOf(url, 'DATABASE_URL', patienceMs),
    databaseOf(directUrl, 'DATABASE_DIRECT_URL', patienceMs),
  ])
  if (pooled !== direct)
    throw new CannotStart(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to two databases. Set both to the same one.',
    )
}

async function databaseOf(url: string, name: Needs['name'], patienceMs: number): Promise<string> {
  const client = newClient(url, patienceMs)
  try {
    await client.connect()
    const { rows } = await client.query<{ place: string }>(
      `SELECT (SELECT system_identifier FROM pg_control_system()) || '/' || oid AS place
       FROM pg_database WHERE datname = current_database()`,
    )
    return rows[0]!.place
  } catch (cause) {
    throw unreachable(name, cause as Error)
  } finally {
    leave(client)
  }
}

const unreachable = (name: Needs['name'], cause: Error | undefined) =>
  new CannotStart(`The database cannot be reached: ${cause?.message}. Check ${name}.`, { cause })

const lent = (name: Needs['name']) =>
  new CannotStart(
    `${name} leads to a pooler that gives each transaction another connection to PostgreSQL, and neither prepared statements ` +
      'nor the lock of a migration outlive that. Give this database pool_mode = session in the pooler (PgBouncer: ' +
      `pgbouncer.ini), or set ${name} to PostgreSQL itself.` +
      (name === 'DATABASE_URL'
        ? ' Or keep the pooler as it is: set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to PostgreSQL itself.'
        : ''),
  )

const tooFew = (name: Needs['name'], got: number, most: number, failure: Error) =>
  `${name} gives only ${got} of the ${most} connections that one server may open at once (${failure.message}). ` +
  'Raise what the pooler (PgBouncer: pool_size) or PostgreSQL (max_connections) allows, or end what holds the others.'

/** Without waiting for an answer: one that waits in a pooler's line gets none. */
function leave(client: pg.Client): void {
  client.end().catch(() => undefined)
  client.connection.stream.destroy()
}
