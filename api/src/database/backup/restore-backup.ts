import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Secrets } from '../../accounts/secrets.ts'
import { CannotStart } from '../../cannot-start.ts'
import { singleConnection } from '../connect.ts'
import { isDistributed } from '../distribution.ts'
import { bookkeeping, migrate, migrationFiles, migrationLock, migrationsFolder } from '../migrate.ts'
import { grantServer } from '../server-role.ts'
import { queriesOn } from '../queries.ts'
import { assertEveryLetter } from '../stored-texts.ts'
import { inTransaction } from '../transaction.ts'
import { admitDamagedLedger, guardLedger } from './damaged-ledger.ts'
import { BackupReader, quoted, target, type BackupFooter, type BackupHeader } from './backup-format.ts'
import { tablesOf } from './catalogue.ts'
import { enterRestore, replacedLedgers } from './ledger-restore.ts'
import { demonstrationAgain, demonstrationRemoved } from './demonstration-again.ts'
import { operatorText, type RestoredLedger } from './operator-text.ts'
import { unsealed } from './seal.ts'
import { revokedAgain, shutOutNoMore, shutOutNow, type ShutOut } from './shut-out-again.ts'

export interface RestoreOptions {
  /** Delete what the database holds, instead of refusing. */
  replace?: boolean
  migrations?: string
  now?: () => Date
  /** As whom the server works, where that is not the owner: it works on, on the new tables. */
  serverRole?: string | undefined
  /** Of a sealed backup. */
  passphrase?: string | undefined
}

export interface Restored {
  rows: BackupFooter['rows']
  createdAt: string
  /** The epoch that the tablets are told of from now on. */
  epoch: string | undefined
  ledgers: RestoredLedger[]
  /** Who was shut out in the database that was replaced, and is not in the backup. */
  readmitted: ShutOut[]
  /** The tablets that the replaced database let in, and the backup does not. */
  revoked: ShutOut[]
  /** The demonstration was removed since the backup, and is there again. */
  demonstrationAgain: boolean
  /** Those of the server that the backup is of; undefined in one that holds none. */
  secrets: Secrets | undefined
}

/** Restores all or nothing, in one transaction; then brings the records to today's migrations. */
export async function restoreBackup(
  url: string,
  file: Readable,
  {
    replace = false,
    migrations = migrationsFolder,
    now = () => new Date(),
    serverRole,
    passphrase,
  }: RestoreOptions = {},
): Promise<Restored> {
  const pool = singleConnection(url)
  try {
    const reader = new BackupReader(unzipped(file, passphrase))
    const header = await reader.header()
    await assertKnown(header, migrations)
    const restored = await inTransaction(
      pool,
      (client) => load(client, reader, header, { replace, migrations, now, serverRole }),
      {
        attempts: 1,
      },
    )
    // A server that runs meanwhile comes back with fresh connections, which know nothing of the old tables.
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND (usename = current_user OR usename = $1 AND pg_has_role(usesysid, 'USAGE'))`,
      [serverRole],
    )
    return restored
  } finally {
    await pool.end()
  }
}

async function load(
  client: pg.PoolClient,
  reader: BackupReader,
  header: BackupHeader,
  { replace, migrations, now, serverRole }: Omit<Required<RestoreOptions>, 'passphrase'>,
): Promise<Restored> {
  if (isDistributed(client)) throw new CannotStart(operatorText.distributed)
  await assertEveryLetter(client)
  // Nobody migrates this database before the restore is complete.
  await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`)
  await client.query("SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres'")
  const replaced = await replacedLedgers(client)
  const shutOut = await shutOutNow(client)
  const removed = await demonstrationRemoved(client)
  await empty(client, replace)
  const upTo = header.migrations.at(-1)?.name
  if (upTo !== undefined) await migrate(queriesOn(client), { folder: migrations, upTo })
  // What the migrations themselves put in stands in the backup too.
  for (const { name } of (await tablesOf(client)).toReversed()) {
    if (await hasRows(client, name)) await client.query(`DELETE FROM public.${quoted(name)}`)
  }
  const rows: BackupFooter['rows'] = {}
  await admitDamagedLedger(client)
  for (const table of header.tables) {
    const command = `COPY ${target(table)} FROM stdin`
    if ((await reader.line()) !== `${command};\n`) throw new CannotStart('The backup file is damaged.')
    const into = client.query(copyFrom(command))
    await pipeline(Readable.from(reader.rows()), into)
    rows[table.name] = into.rowCount
  }
  await assertComplete(rows, await reader.footer())
  // What a seal protects is whole only once its end was read.
  await reader.end()
  await guardLedger(client)
  for (const { name, value } of header.sequences) {
    await client.query('SELECT setval($1::regclass, $2)', [`public.${quoted(name)}`, value])
  }
  await migrate(queriesOn(client), { folder: migrations })
  if (serverRole !== undefined) await grantServer(client, serverRole)
  const epoch = randomUUID()
  const event = { epoch, backupAt: header.created_at, now: now().toISOString() }
  const ledgers = await enterRestore(client, replaced, event)
  const readmitted = await shutOutNoMore(client, shutOut)
  // Nothing is known of what was taken back where nothing stood before, nor for a clinic that was gone.
  const revoked = (await revokedAgain(client, shutOut)).filter(({ org_id }) => replaced?.has(org_id))
  return {
    rows,
    createdAt: header.created_at,
    epoch: await beginEpoch(client, epoch),
    ledgers,
    readmitted,
    revoked,
    demonstrationAgain: await demonstrationAgain(client, removed),
    secrets: header.secrets,
  }
}

async function empty(client: pg.PoolClient, replace: boolean): Promise<void> {
  const present = (await tablesOf(client)).map(({ name }) => name)
  const { rows } = await client.query<{ ours: boolean }>('SELECT to_regclass($1) IS NOT NULL AS ours', [
    `public.${bookkeeping[0]}`,
  ])
  const ours = rows[0]?.ours === true
  if (!ours && present.length > 0) {
    throw new CannotStart(
      `The database holds tables of something else (${present.slice(0, 3).join(', ')}). Give this program a database of its own.`,
    )
  }
  const filled: string[] = []
  // The installation's own row is there from its first start.
  for (const name of present) if (name !== 'installation' && (await hasRows(client, name))) filled.push(name)
  if (filled.length > 0 && !replace) {
    throw new CannotStart(
      `The database is not empty: it holds ${filled.join(', ')}. Nothing was changed. ` +
        'To delete all that and put the backup in its place: npm run restore -- --replace FILE',
    )
  }
  if (ours)
    await client.query(
      'DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC',
    )
}

async function hasRows(client: pg.PoolClient, name: string): Promise<boolean> {
  const { rows } = await client.query<{ any: boolean }>(
    `SELECT EXISTS (SELECT FROM public.${quoted(name)}) AS any`,
  )
  return rows[0]?.any === true
}

async function assertKnown(header: BackupHeader, folder: string): Promise<void> {
  const files = await migrationFiles(folder)
  for (const { name, sha256 } of header.migrations) {
    if (!files.some((file) => file.name === name && file.sha256 === sha256)) {
      throw new CannotStart(
        `The backup was made by another version: this one does not know its migration ${name} as it was. Use that version, or a newer one.`,
      )
    }
  }
}

async function assertComplete(rows: BackupFooter['rows'], footer: BackupFooter): Promise<void> {
  for (const [name, expected] of Object.entries(footer.rows)) {
    // An earlier release named none where the database's word came late: what arrived is not too little.
    if (rows[name] !== expected && (expected > 0 || rows[name] === undefined)) {
      throw new CannotStart(
        `${name}: the backup names ${expected} rows, but ${rows[name]} arrived. Nothing was changed.`,
      )
    }
  }
}

/** Tablets have seen an epoch that goes on where this one ends; the new name tells them so. */
async function beginEpoch(client: pg.PoolClient, epoch: string): Promise<string | undefined> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('public.installation') IS NOT NULL AS there",
  )
  if (!rows[0]?.there) return undefined
  await client.query('UPDATE public.installation SET epoch = $1', [epoch])
  return epoch
}

async function* unzipped(file: Readable, passphrase: string | undefined): AsyncGenerator<Buffer> {
  const zip = createGunzip()
  const opened = Readable.from(unsealed(file, passphrase))
  opened.on('error', (error) => zip.destroy(error))
  for await (const piece of opened.pipe(zip)) yield piece as Buffer
}
