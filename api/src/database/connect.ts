import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { learnDistribution } from './distribution.ts'
import type { Tables } from './tables.ts'

/** Everything the server keeps goes through one of these. */
export interface Database {
  /** For reads, cursors and all ordinary writes. */
  pool: pg.Pool
  /** Sends statements without waiting for the one before; has no cursors. For the push path. */
  pipeline: pg.Pool
  /** Queries over `pool`, each on its own; what belongs together goes through `inTransaction`. */
  queries: Kysely<Tables>
  /**
   * A connection of its own, outside the pools, such as one that listens; it ends with all others. A statement on it fails
   * when its answer takes longer than `answerMs`.
   */
  connection: (answerMs: number) => Promise<pg.Client>
  close: () => Promise<void>
}

export interface Connections {
  pool?: number
  pipeline?: number
  /**
   * Past the pooler of transactions that the address leads to, for what needs a process of PostgreSQL for longer. The pools name
   * no statement then.
   */
  directUrl?: string | undefined
  /** Told when a connection breaks. The pools replace it by themselves; without a listener node would end. */
  onLost?: (error: Error) => void
}

/** How long a new connection may take. */
export const PATIENCE_MS = 10_000

const POOL = 10
const PIPELINE = 4

/** How one server shares what it may open at once: of 15, ten for calls, four for pushes, and one to hear its neighbours. */
export function poolsOf(connections: number): { pool: number; pipeline: number } {
  const pipeline = Math.max(1, Math.round(((connections - 1) * PIPELINE) / (POOL + PIPELINE)))
  return { pool: connections - 1 - pipeline, pipeline }
}

export function connect(
  url: string,
  { pool = POOL, pipeline = PIPELINE, directUrl, onLost }: Connections = {},
): Database {
  let closing = false
  // Closing does not wait for each connection's last word; what the server says then is no loss.
  const report = (error: Error): void => {
    if (!closing) onLost?.(error)
  }
  const shared = { connectionString: url, types, ...(directUrl !== undefined && { Client: UnnamedClient }) }
  const ordinary = openPool({ ...shared, max: pool }, report)
  const pipelined = openPool({ ...shared, max: pipeline, pipeline: true }, report)
  const alone = new Set<pg.Client>()
  const connection = async (answerMs: number) => {
    const client = new pg.Client({
      connectionString: directUrl ?? url,
      types,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: answerMs,
    })
    client.on('error', report)
    client.on('end', () => alone.delete(client))
    await client.connect()
    alone.add(client)
    return client
  }
  return {
    pool: ordinary,
    pipeline: pipelined,
    connection,
    queries: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: ordinary }) }),
    close: async () => {
      closing = true
      await Promise.all([ordinary.end(), pipelined.end(), ...[...alone].map((client) => client.end())])
    },
  }
}

/**
 * One connection, for a command that comes and goes. What breaks it while a statement runs rejects that statement; what breaks
 * it afterwards, such as the embedded database that stops before the last goodbye was read, breaks nothing.
 */
export function singleConnection(url: string): pg.Pool {
  return openPool({ connectionString: url, max: 1, types }, () => undefined)
}

/** The same database, as another role. */
export function withUser(url: string, user: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/)(?:[^/@]*@)?/, `$1${encodeURIComponent(user)}@`)
}

/** Asks the database for a sign of life; rejects when none comes within `withinMs` milliseconds. */
export async function answers({ pool }: Pick<Database, 'pool'>, withinMs = 5000): Promise<void> {
  await inTime(pool.query('SELECT 1'), withinMs)
}

/** What the database answers; rejects when that takes longer than `withinMs` milliseconds. */
export async function inTime<T>(asked: Promise<T>, withinMs = 5000): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The database was silent for ${withinMs} ms.`)), withinMs)
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

/** What a pooler lends for one transaction knows the names that others gave, and not those of before. */
class UnnamedClient extends pg.Client {
  override query = ((asked: unknown, ...rest: unknown[]) =>
    (super.query as (...all: unknown[]) => unknown).call(this, unnamed(asked), ...rest)) as pg.Client['query']
}

const unnamed = (asked: unknown): unknown =>
  typeof asked === 'object' && asked !== null && 'name' in asked && !('submit' in asked)
    ? { ...asked, name: undefined }
    : asked

type PoolOptions = pg.PoolConfig & { pipeline?: boolean; Client?: typeof pg.Client }

function openPool(options: PoolOptions, report: (error: Error) => void): pg.Pool {
  // Called with each new connection, before anybody gets that.
  const verify = (client: pg.ClientBase, done: (error?: Error) => void): void => {
    learnDistribution(client, pool).then(() => done(), done)
  }
  const pool: pg.Pool = new pg.Pool({
    connectionTimeoutMillis: PATIENCE_MS,
    ...options,
    verify,
  })
  pool.on('error', report)
  pool.on('connect', (client) => {
    // A client that is checked out while the database restarts tells nobody but its own listeners.
    client.on('error', report)
  })
  return pool
}

/** int8 as a number: counters and `seq` stay far below 2^53, and one that does not must not be rounded. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    return oid === pg.types.builtins.INT8 ? exactInteger : pg.types.getTypeParser(oid, format)
  },
}

function exactInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit into a number`)
  return value
}
