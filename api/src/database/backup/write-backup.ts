import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { singleConnection } from '../connect.ts'
import { appliedMigrations } from '../migrate.ts'
import { queriesOn } from '../queries.ts'
import { inTransaction } from '../transaction.ts'
import { type BackupFooter, commentLine, listOf, quoted, target } from './backup-format.ts'
import { sequencesOf, tablesOf } from './catalogue.ts'

/**
 * Writes all records as they are at one moment; those who work meanwhile neither wait nor notice.
 * @returns the number of rows of each table
 */
export async function writeBackup(url: string, out: Writable, now: Date): Promise<BackupFooter['rows']> {
  const pool = singleConnection(url)
  const rows: BackupFooter['rows'] = {}
  try {
    await inTransaction(
      pool,
      (client) => pipeline(Readable.from(text(client, now, rows)), createGzip(), out),
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

async function* text(
  client: pg.PoolClient,
  now: Date,
  counted: BackupFooter['rows'],
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
  })
  for (const table of tables) {
    yield `COPY ${target(table)} FROM stdin;\n`
    const rows = client.query(
      copyTo(`COPY (SELECT ${listOf(table.columns)} FROM public.${quoted(table.name)}) TO STDOUT`),
    )
    for await (const piece of rows) yield piece as Buffer
    yield '\\.\n'
    counted[table.name] = rows.rowCount
  }
  yield commentLine({ rows: counted })
}
