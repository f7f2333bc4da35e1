import { chown, mkdir, mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineUser } from './engine-user.ts'
import type { ShippedEngine } from './engine-copy.ts'
import { tryOut } from './watchdog.ts'

/** Room for a socket's name within the 103 bytes that a socket path may have. */
const longestBase = 60

export function shortTemporaryFolder(): string {
  return Buffer.byteLength(tmpdir()) <= longestBase ? tmpdir() : '/tmp'
}

/**
 * A private folder for as long as one engine runs: its socket, and the library links that an installation
 * without install scripts lacks.
 */
export async function makeRunFolder(
  user: EngineUser | undefined,
  shipped: ShippedEngine | undefined,
): Promise<string> {
  const base = shortTemporaryFolder()
  const open = tryOut('/bin/sh', ['-c', 'cd -- "$0"', base], { user, libraries: [] }) !== undefined
  const folder = await mkdtemp(join(open ? base : '/tmp', 'va-pg-'))
  await furnishRunFolder(folder, user, shipped)
  return folder
}

/** The same folder again after it went with the engine that ended. */
export async function remakeRunFolder(
  folder: string,
  user: EngineUser | undefined,
  shipped: ShippedEngine | undefined,
): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  await furnishRunFolder(folder, user, shipped)
}

export function linkFolderIn(runFolder: string): string {
  return join(runFolder, 'lib')
}

async function furnishRunFolder(
  folder: string,
  user: EngineUser | undefined,
  shipped: ShippedEngine | undefined,
): Promise<void> {
  const links = linkFolderIn(folder)
  await mkdir(links)
  for (const { name, file } of shipped?.links ?? []) {
    await symlink(join(shipped!.folder, 'lib', file), join(links, name))
  }
  // The engine's user removes it all at the end.
  if (user) for (const own of [links, folder]) await chown(own, user.uid, user.gid)
}
