import { chown, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { assertUserHasName, type EngineUser } from './engine-user.ts'
import type { Engine } from './engine.ts'
import { runWatched, tryOut } from './watchdog.ts'
import { CannotStart } from '../../cannot-start.ts'

const unfinished = 'initializing-'

/** PostgreSQL's folder inside the data folder; its name carries the major version that alone can read it. */
export async function existingRecords(
  dataFolder: string,
): Promise<{ folder: string; major: number } | undefined> {
  const found = (await readdir(dataFolder)).flatMap((name) => /^postgres-(\d+)$/.exec(name)?.[1] ?? [])
  const major = found.map(Number).sort((a, b) => b - a)[0]
  return major === undefined ? undefined : { folder: join(dataFolder, `postgres-${major}`), major }
}

/** Makes the folder under another name first, so that a kill in between leaves nothing that looks complete. */
export async function createRecords(
  dataFolder: string,
  engine: Engine,
  user: EngineUser | undefined,
): Promise<string> {
  if (!user) assertUserHasName()
  const temporary = await mkdtemp(join(dataFolder, unfinished))
  if (user) await chown(temporary, user.uid, user.gid)
  const args = [
    '-D',
    pathFor(temporary, user),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '-k',
    '--no-instructions',
  ]
  const initdb = runWatched(join(engine.bin, 'initdb'), [...args, ...localeOf(engine)], {
    user,
    libraries: engine.libraries,
    cwd: temporary,
  })
  if ((await initdb.ended) !== 0) {
    await rm(temporary, { recursive: true, force: true })
    throw new CannotStart(`PostgreSQL could not create its folder in ${dataFolder}:\n${initdb.output()}`)
  }
  const folder = join(dataFolder, `postgres-${engine.major}`)
  await rename(temporary, folder)
  await syncFolder(dataFolder)
  return folder
}

/** What a start that was killed while creating left behind. Only the data folder's owner may call this. */
export async function removeUnfinished(dataFolder: string): Promise<void> {
  for (const name of (await readdir(dataFolder)).filter((file) => file.startsWith(unfinished))) {
    await rm(join(dataFolder, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

/**
 * How the engine's user names a folder that is its working directory. The parents of a folder in /root are
 * closed to it, but the working directory itself is open.
 */
export function pathFor(folder: string, user: EngineUser | undefined): string {
  if (!user || process.platform !== 'linux') return folder
  return tryOut('/bin/sh', ['-c', 'cd -- "$0"', folder], { user, libraries: [] }) === undefined
    ? '/proc/self/cwd'
    : folder
}

export async function assertOwn(records: string, user: EngineUser | undefined): Promise<void> {
  const owner = (await stat(records)).uid
  if (owner !== (user?.uid ?? process.getuid?.())) {
    throw new CannotStart(
      `${records} belongs to another user (id ${owner}), and PostgreSQL works only for the owner of its folder. ` +
        'Start as that user, or set DATA_DIR to another folder.',
    )
  }
}

/** The same order and case rules on every machine; before version 17 the system's library has to give them. */
function localeOf(engine: Engine): string[] {
  if (engine.major < 17) return ['--locale=C.UTF-8']
  return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
