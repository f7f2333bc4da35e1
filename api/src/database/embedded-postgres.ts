import { openSync, closeSync } from 'node:fs'
import { readFile, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { answers } from './embedded/answers.ts'
import { engineUser, type EngineUser } from './embedded/engine-user.ts'
import { findEngine, NoEngine, shippedEngine, type Engine } from './embedded/engine.ts'
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
  /** The engine ended by itself and did not come back at once; it is started again and again, however long that takes. */
  onFailure: (error: Error) => void
}

/** Once it ran so long, it starts again without a wait. */
const STEADY_MS = 60_000

/** Milliseconds before the engine is started again, after so many starts that did not last: none, then from 0.25 to 30 s. */
const waitBefore = (starts: number) =>
  starts === 0 ? 0 : Math.min(30_000, 250 * 2 ** Math.min(starts - 1, 7))

/** A real PostgreSQL of our own, reachable over a private unix socket only, alive exactly as long as we are. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new NoEngine(
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
    const again = async (): Promise<Watched> => {
      await remakeRunFolder(place.runFolder, user, shipped)
      return launch(place, url, options.settings ?? [])
    }
    let running = await launch(place, url, options.settings ?? []).catch((error: unknown) =>
      afterKills(error, place, options.onFailure, again),
    )
    ownership.announce(url)

    const stopping = new AbortController()
    const stop = async (): Promise<void> => {
      stopping.abort()
      await running.stop()
      await kept
      await ownership.release()
    }
    const keepRunning = async (): Promise<void> => {
      let starts = 0
      let since = Date.now()
      for (;;) {
        const code = await running.ended
        if (Date.now() - since >= STEADY_MS) starts = 0
        let why = new CannotStart(`PostgreSQL ended by itself (code ${code}).`)
        for (let up = false; !up;) {
          const wait = waitBefore(starts++)
          try {
            // The shell clears up after the engine; one that was killed itself leaves both behind.
            await clearOrphan(records)
            await rm(place.runFolder, { recursive: true, force: true })
            if (wait > 0 && !stopping.signal.aborted) {
              options.onFailure(new CannotStart(`${why.message}\nIt is started again in ${wait / 1000} s.`))
              await pause(wait, undefined, stopping).catch(() => undefined)
            }
            if (stopping.signal.aborted) return
            running = await again()
            up = true
          } catch (error) {
            if (stopping.signal.aborted) throw error
            why = error as Error
          }
        }
        since = Date.now()
        if (stopping.signal.aborted) await running.stop()
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

/**
 * The engine did not fail by itself: somebody killed it, or the system for want of memory, or what one that was killed left behind
 * still lives.
 */
class Killed extends CannotStart {}

/** How often a server's start launches the engine once more after a kill: over some 16 s, until what was killed is gone. */
const AFTER_KILL = 7

/** The engine after all, where the first was killed while it recovered; what it does not start for by itself ends the start. */
async function afterKills(
  error: unknown,
  place: Place,
  onFailure: EmbeddedOptions['onFailure'],
  again: () => Promise<Watched>,
): Promise<Watched> {
  if (!(error instanceof Killed)) throw error
  onFailure(new CannotStart('PostgreSQL was killed while it started. It is started again.'))
  let why: unknown = error
  for (let starts = 0; starts < AFTER_KILL; starts++) {
    try {
      await clearOrphan(place.records)
      await rm(place.runFolder, { recursive: true, force: true })
      await pause(waitBefore(starts))
      return await again()
    } catch (next) {
      why = next
    }
  }
  throw why
}

/** What the engine says while processes of one that was killed still hold its memory. */
const LEFT_BEHIND = /pre-existing shared memory block/

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
        const said = `PostgreSQL did not start (code ${code}):\n${await tailOf(place.log)}`
        throw code > 128 || LEFT_BEHIND.test(said) ? new Killed(said) : new CannotStart(said)
      }
      await pause(10)
    }
    return launched
  } catch (error) {
    await launched.stop()
    throw error
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
