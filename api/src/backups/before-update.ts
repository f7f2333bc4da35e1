import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { keptSecrets } from '../accounts/secrets.ts'
import { CannotStart } from '../cannot-start.ts'
import { backupIntoFolder, type BackupConfig } from '../database/backup/make-backup.ts'
import { assertOwnFolder } from '../database/backup/own-folder.ts'
import { singleConnection } from '../database/connect.ts'
import { appliedMigrations, assertUnchanged, migrationFiles } from '../database/migrate.ts'
import { queriesOn } from '../database/queries.ts'

/**
 * Makes a backup of a database whose shape this program is about to change, so that the release before can go on with it.
 * @returns its name; undefined where nothing changes, or no backups are wanted
 * @throws CannotStart when it cannot be made, or this program may not change the database: nothing was changed
 */
export async function backupBeforeUpdate(
  url: string,
  config: BackupConfig,
  now: Date,
): Promise<string | undefined> {
  if (config.backups.at === undefined || !(await isBehind(url))) return undefined
  await assertOwnFolder(config.backups.folder, url)
  try {
    const secrets = await keptSecrets(config.dataFolder)
    const { file } = await backupIntoFolder(url, config, {
      sort: 'before-update',
      now,
      secrets,
      isProven: false,
    })
    return file
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CannotStart(
      `The server makes a backup before it updates the database, and could not: ${why}\n` +
        'Nothing was changed. Put that right, or set BACKUP_AT=off to update without one.',
      { cause },
    )
  }
}

/**
 * After an update that failed, and changed nothing: the database is its own backup, and a start that is tried again and again makes
 * one at each try, which would push the real ones out. It stays where nobody can say that nothing was changed.
 */
export async function forgetBackup(url: string, { backups }: BackupConfig, file: string): Promise<void> {
  if (await isBehind(url).catch(() => false)) await rm(join(backups.folder, file), { force: true })
}

/**
 * Whether it was in use before, and this program has migrations that it lacks.
 * @throws MigrationRefused where this program may not change it
 */
async function isBehind(url: string): Promise<boolean> {
  const pool = singleConnection(url)
  try {
    const [db, files] = [queriesOn(pool), await migrationFiles()]
    // A start that is refused may be tried again and again: each backup of it would push a real one out.
    await assertUnchanged(db, files)
    const applied = await appliedMigrations(db)
    return applied.length > 0 && applied.length < files.length
  } finally {
    await pool.end()
  }
}
