import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Secrets } from '../../accounts/secrets.ts'
import { CannotStart } from '../../cannot-start.ts'
import { singleConnection } from '../connect.ts'
import { appliedMigrations } from '../migrate.ts'
import { queriesOn } from '../queries.ts'
import { inTransaction } from '../transaction.ts'
import { type BackupFooter, commentLine, listOf, quoted, target } from './backup-format.ts'
import { sequencesOf, tablesOf } from './catalogue.ts'
import { sealedWith } from './seal.ts'

export interface BackupContents {
  /** They go along, so that one file is all that a new computer needs. */
  secrets?: Secrets | undefined
  /** Seals the file. */
  passphrase?: string | undefined
  /** Not while another process makes one. */
  isAlone?: boolean
}

/**
 * Writes all records as they are at one moment; those who work meanwhile neither wait nor notice.
 * @returns the number of rows of each table
 */
export async function writeBackup(
  url: string,
  out: Writable,
  now: Date,
  { secrets, passphrase, isAlone = false }: BackupContents = {},
): Promise<BackupFooter['rows']> {
  const pool = singleConnection(url)
  const rows: BackupFooter['rows'] = {}
  try {
    await inTransaction(
      pool,
      async (client) => {
        if (isAlone) await claim(client)
        const pieces = Readable.from(text(client, now, rows, secrets))
        return passphrase === undefined
          ? pipeline(pieces, createGzip(), out)
          : pipeline(pieces, createGzip(), sealedWith(passphrase), out)
      },
      {
        isolation: 'REPEATABLE READ',
        attempts: 1,
      },
    )
    return rows
  } finally {
    await pool.end()
  }
}

const BACKUP_LOCK = '5523481190267714301'

/** What ends a program whose backup another one is making. */
export const IS_BEING_MADE = 75

async function claim(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${BACKUP_LOCK}) AS mine`,
  )
  if (rows[0]?.mine !== true)
    throw new CannotStart('Another backup of this database is being made.', { cause: IS_BEING_MADE })
}

async function* text(
  client: pg.PoolClient,
  now: Date,
  counted: BackupFooter['rows'],
  secrets: Secrets | undefined,
): AsyncGenerator<string | Buffer> {
  await client.query(
    "SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL extra_float_digits = 3",
  )
  const tables = await tablesOf(client)
  yield commentLine({
    format: 1,
    created_at: now.toISOString(),
    migrations: await appliedMigrations(queriesOn(client)),
    tables,
    sequences: await sequencesOf(client),
    ...(secrets && { secrets }),
  })
  for (const table of tables) {
    yield `COPY ${target(table)} FROM stdin;\n`
    const rows = client.query(
      copyTo(`COPY (SELECT ${listOf(table.columns)} FROM public.${quoted(table.name)}) TO STDOUT`),
    )
    for await (const piece of rows) yield piece as Buffer
    yield '\\.\n'
    // The last row may come before the database has said how many there were: it has once it answers something else.
    await client.query('SELECT')
    counted[table.name] = rows.rowCount
  }
  yield commentLine({ rows: counted })
}
