import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const report = z.object({
  /** When it was begun. */
  at: z.iso.datetime(),
  file: z.string(),
  bytes: z.number().int(),
  rows: z.number().int(),
  /** It was restored into a database of its own, and every row arrived; else why that could not be tried. */
  proven: z.union([z.literal(true), z.string()]),
})
/** A backup that was made. */
export type MadeBackup = z.infer<typeof report>

const failure = z.object({ at: z.iso.datetime(), why: z.string() })
/** One that was tried, and failed: the earlier ones are there all the same. */
export type FailedBackup = z.infer<typeof failure>

const state = z.object({
  made: report.nullable(),
  failed: failure.nullable(),
  /** Whose backups the folder keeps. */
  installation: z.string().optional(),
})
/** The last backup that was made, and the last failure after it. */
export type BackupState = z.infer<typeof state>

export const NO_BACKUP: BackupState = { made: null, failed: null }

const STATE = 'last-backup.json'

/** What the folder says of its last backup; of a folder that is not there, or says nothing that can be read, nothing. */
export async function readBackupState(folder: string): Promise<BackupState> {
  const text = await readFile(join(folder, STATE), 'utf8').catch(() => 'null')
  return state.safeParse(jsonOf(text)).data ?? NO_BACKUP
}

export async function writeBackupState(folder: string, now: BackupState): Promise<void> {
  const draft = join(folder, `${STATE}.${process.pid}`)
  try {
    await writeFile(draft, `${JSON.stringify(now, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(draft, join(folder, STATE))
  } catch (error) {
    // On a full disk there would be one more each hour.
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Of the night, and before a migration: each sort is kept for itself. */
export type BackupSort = 'nightly' | 'before-update'

const ENDINGS = ['.backup', '.backup.age']

/** 'nightly-20261127T070003Z.backup', by UTC, so that the order of names is that of time; '.age' where it is sealed. */
export function backupName(sort: BackupSort, at: Date, isSealed: boolean): string {
  return `${sort}-${stampOf(at)}${ENDINGS[Number(isSealed)]}`
}

/** '20261127T070003Z' */
const stampOf = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** The backups of a sort that are in the folder, newest first. */
export async function keptBackups(folder: string, sort: BackupSort): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const ours = new RegExp(`^${sort}-\\d{8}T\\d{6}Z\\.backup(\\.age)?$`)
  return names
    .filter((name) => ours.test(name))
    .sort()
    .toReversed()
}

/**
 * Deletes all but the newest ones. Nothing else in the folder is ours. Those of a clock that was ahead of `now` are counted for
 * themselves: else each new backup would be the oldest of all, and go.
 */
export async function keepNewest(
  folder: string,
  sort: BackupSort,
  keep: number,
  now: Date,
): Promise<string[]> {
  const names = await keptBackups(folder, sort)
  const latest = `${sort}-${stampOf(now)}`
  const isAhead = (name: string) => name.slice(0, latest.length) > latest
  const old = [...names.filter(isAhead).slice(keep), ...names.filter((name) => !isAhead(name)).slice(keep)]
  for (const name of old) await rm(join(folder, name))
  return old
}

export const sizeOf = async (file: string): Promise<number> => (await stat(file)).size
