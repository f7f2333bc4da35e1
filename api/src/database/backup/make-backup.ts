import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Secrets } from '../../accounts/secrets.ts'
import { CannotStart } from '../../cannot-start.ts'
import type { Config } from '../../config.ts'
import { makeDataFolder } from '../../data-folder.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded-postgres.ts'
import { NoEngine } from '../embedded/engine.ts'
import type { BackupFooter } from './backup-format.ts'
import { backupName, keepNewest, sizeOf, type BackupSort, type MadeBackup } from './kept-backups.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup, type BackupContents } from './write-backup.ts'

export type BackupConfig = Pick<Config, 'dataFolder' | 'backups'>
type Rows = BackupFooter['rows']

interface Made {
  rows: Rows
  /** Of all tables together. */
  total: number
}

/**
 * Writes a backup into a file that is not there yet, whole or not at all.
 * @throws CannotStart when the file is there, or the disk is full
 */
export async function backupInto(
  file: string,
  url: string,
  { now, ...how }: { now: Date } & BackupContents,
): Promise<Made> {
  if (await stat(file).catch(() => undefined)) {
    throw new CannotStart(`${file} already exists. Choose another name. A backup never overwrites another.`)
  }
  const unfinished = `${file}.unfinished-${process.pid}`
  try {
    const out = createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true })
    const rows = await writeBackup(url, out, now, how)
    await rename(unfinished, file)
    await syncFolder(dirname(file))
    return { rows, total: Object.values(rows).reduce((sum, count) => sum + count, 0) }
  } catch (error) {
    throw noPlace(error, dirname(file)) ?? error
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** As Node and PostgreSQL say it. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])
const CLOSED = new Set(['EACCES', 'EPERM', 'EROFS'])

/** What a full disk, and a folder that may not be written to, are called in words; undefined for everything else. */
export function noPlace(error: unknown, folder: string): CannotStart | undefined {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const kept = 'None was made, and the earlier ones are kept.'
  if (FULL.has(code))
    return new CannotStart(
      `There is no room for the backup in ${folder}. ${kept} ` +
        'Make room there, or set BACKUP_DIR to a folder on a larger disk.',
      { cause: error },
    )
  // A database's socket that may not be used is refused by the same name.
  if (CLOSED.has(code) && syscall !== 'connect')
    return new CannotStart(
      `The server may not write its backup to ${folder}. ${kept} ` +
        'Give the folder to the user that the server runs as; a service of systemd also names it in ReadWritePaths=.',
      { cause: error },
    )
  return undefined
}

/** Makes one in the folder of backups, proves it, and deletes those that are too many then. */
export async function backupIntoFolder(
  url: string,
  config: BackupConfig,
  how: { sort: BackupSort; now: Date; secrets: Secrets | undefined; isProven: boolean },
): Promise<MadeBackup> {
  const { folder, passphrase, keep } = config.backups
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await forgetUnfinished(folder)
  } catch (error) {
    throw noPlace(error, folder) ?? error
  }
  const file = join(folder, backupName(how.sort, how.now, passphrase !== undefined))
  const { rows, total } = await backupInto(file, url, {
    now: how.now,
    secrets: how.secrets,
    passphrase,
    isAlone: true,
  })
  try {
    const proven = how.isProven ? await prove(file, rows, config) : 'It was not asked for.'
    // Only one that can be restored takes the place of an older one.
    await keepNewest(folder, how.sort, keep, how.now)
    return { at: how.now.toISOString(), file: basename(file), bytes: await sizeOf(file), rows: total, proven }
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

const PROOF = 'proof-'

/**
 * Restores the file into a database of its own beside the data, which is gone afterwards.
 * @returns true, or why this computer cannot try it
 * @throws when the file does not restore, or not every row arrived
 */
async function prove(
  file: string,
  written: Rows,
  { dataFolder, backups }: BackupConfig,
): Promise<true | string> {
  await makeDataFolder(dataFolder)
  await forgetProofs(dataFolder)
  let folder: string | undefined
  let scratch: EmbeddedPostgres | undefined
  let restored: Rows
  try {
    folder = await mkdtemp(join(dataFolder, PROOF))
    scratch = await startEmbeddedPostgres({
      dataFolder: folder,
      // It is thrown away, so it need not reach the disk.
      settings: ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off'],
      onFailure: (error) => console.error(error.message),
    })
    const { rows } = await restoreBackup(scratch.url, createReadStream(file), {
      passphrase: backups.passphrase,
    })
    restored = rows
  } catch (error) {
    const why = notTried(error, dataFolder, await freeIn(dataFolder))
    if (why !== undefined) return why
    throw noPlace(error, dataFolder) ?? error
  } finally {
    await scratch?.stop()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }
  const differs = Object.keys({ ...written, ...restored }).find((name) => written[name] !== restored[name])
  if (differs === undefined) return true
  throw new CannotStart(
    `${differs}: ${written[differs]} rows were saved, but ${restored[differs]} were restored.`,
  )
}

/** With less than this a PostgreSQL that fails had no room for its next file. */
const ROOM_NEEDED = 64_000_000

const freeIn = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Why a proof says nothing of the backup: this computer cannot try it. Undefined where the backup itself may be bad. */
export function notTried(error: unknown, folder: string, free: number): string | undefined {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (FULL.has(code) || /No space left on device|Disk quota exceeded/.test(message) || free < ROOM_NEEDED)
    return `There is no room in ${folder} to restore it as a test. Make room there: the next one is tried again.`
  if (error instanceof NoEngine) return 'This computer has no PostgreSQL of its own to restore into.'
  return undefined
}

const DAY_MS = 24 * 3_600_000

/** What a run left in the folder that was killed; a younger one may still be written. */
async function forgetUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/\.unfinished-\d+$/.test(name)) continue
    const file = join(folder, name)
    if (Date.now() - (await stat(file)).mtimeMs > DAY_MS) await rm(file, { force: true })
  }
}

/** What a run left that was killed. */
async function forgetProofs(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder))
    if (name.startsWith(PROOF)) await rm(join(dataFolder, name), { recursive: true, force: true })
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
