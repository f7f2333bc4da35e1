import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Row } from '../database/queries.ts'
import type { Secrets } from './secrets.ts'

/** Tells two pairs of secrets apart, and nothing of what they are. */
const markOf = ({ jwt, receipt }: Secrets): string =>
  createHash('sha256').update(`${jwt}\n${receipt}`).digest('hex').slice(0, 16)

/**
 * Notes which secrets the database is served with. What to say where it was served with others before: a session of one server is
 * none for the other, and after a restore tablets could not prove what the other one took from them. Undefined where all is well.
 */
export async function otherSecrets(pool: pg.Pool, secrets: Secrets): Promise<string | undefined> {
  const mark = markOf(secrets)
  const { rows } = await pool.query<{ before: Row<'installation'>['secrets_mark'] }>(
    `WITH before AS (SELECT secrets_mark FROM installation FOR UPDATE)
     UPDATE installation SET secrets_mark = $1 FROM before RETURNING before.secrets_mark AS before`,
    [mark],
  )
  const before = rows[0]?.before ?? null
  if (before === null || before === mark) return undefined
  return (
    'This database was served with the secrets of another data folder before. Servers of one database need the same secrets.json: ' +
    'else a login at one is none at the other, and after a restore tablets cannot bring back what the other one took. If another ' +
    'server is running, stop one and copy the file; if the data folder was lost, people log in again and nothing else is needed.'
  )
}
