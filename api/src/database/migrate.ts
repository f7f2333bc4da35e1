import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Migrator, sql, type Kysely, type Migration } from 'kysely'
import { CannotStart } from '../cannot-start.ts'
import { programFolder } from '../program-folder.ts'
import { sayWhoHolds } from './lock-holder.ts'
import type { Tables } from './tables.ts'

export const migrationsFolder = join(programFolder, 'migrations')

/** kysely's own lock: whoever holds it is alone with the shape of the database, and with who may do what in it. */
export const migrationLock = '3853314791062309107'

/** Tables that describe the migrations themselves. */
export const bookkeeping = ['kysely_migration', 'kysely_migration_lock', 'migration_checksums']

export interface MigrationFile {
  name: string
  text: string
  sha256: string
}

export class MigrationRefused extends CannotStart {}

export interface MigrateOptions {
  folder?: string
  upTo?: string
  /** Told what holds it up, while another process migrates or restores this database. */
  onWait?: (words: string) => void
  /** Between two looks at that. */
  lookMs?: number
}

/**
 * Brings the database to the newest migration, or to the one named. Several processes may do so at once: each
 * file is applied once.
 * @returns the names of the files it applied
 * @throws MigrationRefused when a file was changed or removed after it was applied, or one before it was not applied
 */
export async function migrate(
  db: Kysely<Tables>,
  { folder = migrationsFolder, upTo, onWait, lookMs }: MigrateOptions = {},
): Promise<string[]> {
  const files = await migrationFiles(folder)
  const stopSaying = onWait ? sayWhoHolds(db, migrationLock, onWait, lookMs) : () => undefined
  try {
    return await migrateAlone(db, files, upTo, stopSaying)
  } finally {
    stopSaying()
  }
}

/** `onAlone` is called once it holds the lock. */
async function migrateAlone(
  db: Kysely<Tables>,
  files: MigrationFile[],
  upTo: string | undefined,
  onAlone: () => void,
): Promise<string[]> {
  await assertUnchanged(db, files)
  let failed: { name: string; error: unknown } | undefined
  const onFailure = (name: string, error: unknown): void => void (failed = { name, error })
  const getMigrations = async () => {
    // Kysely asks for them under its lock.
    onAlone()
    return asMigrations(files, onFailure)
  }
  const migrator = new Migrator({ db, provider: { getMigrations } })
  // After a failure inside a larger transaction kysely can only say that the transaction is broken.
  const outcome = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo)).catch(
    (error: unknown) => ({ error, results: [] }),
  )
  if (failed)
    throw new Error(`Migration ${failed.name} failed: ${String(failed.error)}`, { cause: failed.error })
  if (outcome.error !== undefined) throw outcome.error
  // Another process may have applied its own idea of a file meanwhile.
  await assertUnchanged(db, files)
  return (outcome.results ?? []).map((result) => result.migrationName)
}

export async function migrationFiles(folder = migrationsFolder): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      // Line endings are git's choice on each machine, not a change.
      const sha256 = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
      return { name: file.replace(/\.sql$/, ''), text, sha256 }
    }),
  )
}

/** What was applied, oldest first; empty in a database that no migration has touched. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<{ name: string; sha256: string }[]> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('public.migration_checksums') is not null as there`.execute(db)
  if (!rows[0]?.there) return []
  return db.selectFrom('migration_checksums').select(['name', 'sha256']).orderBy('name').execute()
}

/** What this release needs, and the database lacks. One that has more was brought on by a newer release, which an older may outlast. */
export async function lackingMigrations(
  db: Kysely<Tables>,
  files: readonly MigrationFile[],
): Promise<string[]> {
  const applied = new Map((await appliedMigrations(db)).map(({ name, sha256 }) => [name, sha256]))
  return files.filter(({ name, sha256 }) => applied.get(name) !== sha256).map(({ name }) => name)
}

function asMigrations(
  files: MigrationFile[],
  onFailure: (name: string, error: unknown) => void,
): Record<string, Migration> {
  const up = async (db: Kysely<Tables>, { name, text, sha256 }: MigrationFile): Promise<void> => {
    try {
      await sql.raw(text).execute(db)
      await sql`create table if not exists migration_checksums (
        name text primary key, sha256 text not null)`.execute(db)
      await db.insertInto('migration_checksums').values({ name, sha256 }).execute()
    } catch (error) {
      onFailure(name, error)
      throw error
    }
  }
  return Object.fromEntries(files.map((file) => [file.name, { up: (db: Kysely<Tables>) => up(db, file) }]))
}

/**
 * What was applied is what these files hold, and none before it is missing.
 * @throws MigrationRefused
 */
export async function assertUnchanged(db: Kysely<Tables>, files: readonly MigrationFile[]): Promise<void> {
  const all = await appliedMigrations(db)
  for (const applied of all) {
    const file = files.find(({ name }) => name === applied.name)
    if (!file) {
      throw new MigrationRefused(
        `The database has migration ${applied.name}, which this program does not know. It was written by a newer version; use that one.`,
      )
    }
    if (file.sha256 !== applied.sha256) {
      throw new MigrationRefused(
        `Migration ${applied.name} was changed after it had been applied to this database. ` +
          'Restore the file as it was and put the change into a new migration.',
      )
    }
  }
  // Two branches, each with a file of its own.
  const newest = all.at(-1)?.name ?? ''
  const skipped = files.find(({ name }) => name < newest && !all.some((applied) => applied.name === name))
  if (skipped)
    throw new MigrationRefused(
      `The database has migration ${newest} and lacks ${skipped.name}, which comes before it. ` +
        `Give ${skipped.name} the next free number if no other database has it, or restore a backup of before ${newest}.`,
    )
}
