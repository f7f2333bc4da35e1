import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** `lib/<name>` has to lead to `lib/<file>`. */
export interface LibraryLink {
  name: string
  file: string
}

/** The shipped engine's folder and the links its libraries need (npm packages cannot hold links). */
export interface ShippedEngine {
  folder: string
  version: string
  links: LibraryLink[]
}

const caches = '/var/cache/veterinary-anesthesia'

/**
 * For a start as root from a folder that other accounts cannot enter (/root): the engine again, where they
 * can. Undefined where no such place can be written.
 */
export function reachableCopy({ folder, version, links }: ShippedEngine): string | undefined {
  const copy = join(caches, `postgres-${version}`)
  try {
    mkdirSync(caches, { recursive: true, mode: 0o755 })
    if (!isOurs(caches)) return undefined
    if (!isOurs(copy)) {
      const unfinished = mkdtempSync(`${copy}-`)
      copyReadable(folder, unfinished)
      for (const { name, file } of links) placeLink(file, join(unfinished, 'lib', name))
      renameSync(unfinished, copy)
    }
    return copy
  } catch (error) {
    if (['EACCES', 'EROFS', 'ENOSPC', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined
    // Another start was faster.
    if (isOurs(copy)) return copy
    throw error
  }
}

function isOurs(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  return stat !== undefined && stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0
}

/** A strict umask at installation must not follow the files into the copy. */
function copyReadable(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  const stat = statSync(from)
  if (stat.isDirectory()) {
    mkdirSync(to, { recursive: true })
    chmodSync(to, 0o755)
    for (const name of readdirSync(from)) copyReadable(join(from, name), join(to, name))
  } else {
    copyFileSync(from, to)
    chmodSync(to, stat.mode & 0o100 ? 0o755 : 0o644)
  }
}

/** An installation that ran the package's own script has the links already. */
function placeLink(target: string, link: string): void {
  if (lstatSync(link, { throwIfNoEntry: false }) === undefined) symlinkSync(target, link)
}
