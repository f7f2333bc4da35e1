import { openSync, closeSync } from 'node:fs'
import { readFile, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { engineUser, type EngineUser } from './embedded/engine-user.ts'
import { findEngine, shippedEngine, type Engine } from './embedded/engine.ts'
import { clearOrphan } from './embedded/orphan.ts'
import { takeOwnership } from './embedded/owner-lock.ts'
import {
  assertOwn,
  createRecords,
  existingRecords,
  pathFor,
  removeUnfinished,
} from './embedded/records-folder.ts'
import { linkFolderIn, makeRunFolder, remakeRunFolder } from './embedded/run-folder.ts'
import { runWatched, type Watched } from './embedded/watchdog.ts'
import { CannotStart } from '../cannot-start.ts'
import { makeDataFolder } from '../data-folder.ts'

export interface EmbeddedPostgres {
  url: string
  stop: () => Promise<void>
}

export interface EmbeddedOptions {
  dataFolder: string
  /** Further PostgreSQL settings (`name=value`). */
  settings?: string[]
  /** The engine ended by itself and would not start again. */
  onFailure: (error: Error) => void
}

const restartsPerMinute = 5

/** A real PostgreSQL of our own, reachable over a private unix socket only, alive exactly as long as we are. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new CannotStart(
      'On Windows there is no embedded database. Set DATABASE_URL to a PostgreSQL server of yours.',
    )
  }
  await makeDataFolder(options.dataFolder)
  const dataFolder = await realpath(options.dataFolder)
  const ownership = await takeOwnership(dataFolder)
  let runFolder: string | undefined
  try {
    await removeUnfinished(dataFolder)
    const existing = await existingRecords(dataFolder)
    const user = engineUser(existing?.folder)
    const shipped = shippedEngine()
    runFolder = await makeRunFolder(user, shipped)
    const engine = findEngine(user, linkFolderIn(runFolder), existing?.major, shipped)
    const records = existing?.folder ?? (await createRecords(dataFolder, engine, user))
    await assertOwn(records, user)
    const place: Place = { engine, user, records, runFolder, log: join(dataFolder, 'postgres.log') }
    const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(runFolder)}`
    await clearOrphan(records)
    let running = await launch(place, url, options.settings ?? [])
    ownership.announce(url)

    let stopping = false
    const stop = async (): Promise<void> => {
      stopping = true
      await running.stop()
      await kept
      await ownership.release()
    }
    const keepRunning = async (): Promise<void> => {
      const ends: number[] = []
      for (;;) {
        const code = await running.ended
        // The shell clears up after the engine; one that was killed itself leaves both behind.
        await clearOrphan(records)
        await rm(place.runFolder, { recursive: true, force: true })
        if (stopping) return
        ends.push(Date.now())
        if (ends.filter((at) => at > Date.now() - 60_000).length > restartsPerMinute) {
          throw new CannotStart(
            `PostgreSQL keeps ending by itself (code ${code}):\n${await tailOf(place.log)}`,
          )
        }
        await remakeRunFolder(place.runFolder, user, shipped)
        running = await launch(place, url, options.settings ?? [])
        if (stopping) await running.stop()
      }
    }
    const kept = keepRunning().catch(options.onFailure)
    return { url, stop }
  } catch (error) {
    if (runFolder) await rm(runFolder, { recursive: true, force: true })
    await ownership.release()
    throw error
  }
}

interface Place {
  engine: Engine
  user: EngineUser | undefined
  records: string
  runFolder: string
  log: string
}

/** Only where no engine works in the records: two would destroy them. */
async function launch(place: Place, url: string, settings: string[]): Promise<Watched> {
  const { engine, user, records, runFolder } = place
  const log = await newLog(place.log)
  const fixed = [
    'listen_addresses=',
    `unix_socket_directories="${runFolder}"`,
    'port=5432',
    'timezone=UTC',
    'log_timezone=UTC',
    // A failed statement may carry what a person typed; that belongs into the records, not into a log.
    'log_min_error_statement=panic',
  ]
  const args = [
    '-D',
    pathFor(records, user),
    ...[...fixed, ...settings].flatMap((setting) => ['-c', setting]),
  ]
  const launched = runWatched(
    join(engine.bin, 'postgres'),
    args,
    { user, libraries: engine.libraries, cwd: records, runFolder },
    log,
  )
  closeSync(log)
  let code: number | undefined
  void launched.ended.then((ended) => (code = ended))
  try {
    while (!(await answers(url))) {
      if (code !== undefined) {
        throw new CannotStart(`PostgreSQL did not start (code ${code}):\n${await tailOf(place.log)}`)
      }
      await pause(10)
    }
    return launched
  } catch (error) {
    await launched.stop()
    throw error
  }
}

/** False while the engine is on its way, which may take minutes after a power cut. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    const startingUp = '57P03'
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ECONNREFUSED', 'ECONNRESET', startingUp].includes(code)) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** One log for this start and one for the start before, so that the cause of a crash can still be read. */
async function newLog(path: string): Promise<number> {
  await rename(path, `${path}.1`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  return openSync(path, 'a', 0o600)
}

async function tailOf(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).trimEnd().split('\n').slice(-15).join('\n')
}
