import pg from 'pg'
import { CannotStart } from '../cannot-start.ts'

/**
 * The collation of a database changes nothing but the order of names in a few lists: what is unique is compared by its bytes, and
 * pages and counts go by ids and numbers. Only an index that was built in an order which then changed finds nothing.
 */
export interface StoredTexts {
  /** As PostgreSQL calls it. */
  encoding: string
  /** The database's name, where the library that orders its texts was updated since its indexes were built. */
  reordered: string | undefined
}

/** As PostgreSQL numbers itself: with it databases say which version of the system's library ordered their texts. */
const OLDEST_POSTGRES = 150_000

/** @throws CannotStart where it is older than the product works with: it lacks what is asked of it next */
export async function postgresVersion(pool: Pick<pg.Pool, 'query'>): Promise<string> {
  const { rows } = await pool.query<{ version: number; words: string }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS words`,
  )
  const { version, words } = rows[0]!
  if (version < OLDEST_POSTGRES) throw new CannotStart(storedTextsSay.oldPostgres(words))
  return words
}

export async function storedTexts(pool: Pick<pg.Pool, 'query'>): Promise<StoredTexts> {
  const { rows } = await pool.query<{ name: string; encoding: string; reordered: boolean }>(
    `SELECT datname AS name, pg_encoding_to_char(encoding) AS encoding,
       coalesce(datcollversion <> pg_database_collation_actual_version(oid), false) AS reordered
     FROM pg_database WHERE datname = current_database()`,
  )
  const { name, encoding, reordered } = rows[0]!
  return { encoding, reordered: reordered ? name : undefined }
}

export const storedTextsSay = {
  oldPostgres: (version: string) => `PostgreSQL ${version} is too old. Update it to 15 or newer.`,
  encoding: (encoding: string) =>
    `The database stores text as ${encoding}, and a patient's name may hold letters that this lacks. Make an empty one with ` +
    "ENCODING 'UTF8' TEMPLATE template0, set its address, and restore a backup of this one into it if it holds anything.",
  reordered: (name: string) =>
    `The system's library that orders texts was updated, and indexes of the database may find nothing. Stop the servers, then ` +
    `as its owner: REINDEX DATABASE ${pg.escapeIdentifier(name)}; ALTER DATABASE ${pg.escapeIdentifier(name)} REFRESH COLLATION VERSION;`,
}

/**
 * @throws CannotStart where the database is of an older PostgreSQL, or cannot hold every letter
 * @returns what to tell the operator although it works
 */
export async function assertEveryLetter(pool: Pick<pg.Pool, 'query'>): Promise<string | undefined> {
  await postgresVersion(pool)
  const { encoding, reordered } = await storedTexts(pool)
  if (encoding !== 'UTF8') throw new CannotStart(storedTextsSay.encoding(encoding))
  return reordered === undefined ? undefined : storedTextsSay.reordered(reordered)
}
