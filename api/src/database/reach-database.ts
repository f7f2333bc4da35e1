import { realpath } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { makeDataFolder } from '../data-folder.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { askOwner } from './embedded/owner-lock.ts'
import { EMBEDDED_SERVER_ROLE } from './server-role.ts'

/** As whom the server works; undefined where it owns the tables itself. */
export function serverRoleOf({ databaseUrl, ownerUrl }: Config): string | undefined {
  if (databaseUrl === undefined) return EMBEDDED_SERVER_ROLE
  if (ownerUrl === undefined) return undefined
  // A name of a socket's folder stands behind the question mark, and none in its place.
  return decodeURIComponent(new URL(databaseUrl.replace('@/', '@localhost/')).username)
}

/** The external database as its owner, never through a pooler of transactions, and the setting that says so. */
export function ownerOf({ databaseUrl, ownerUrl, directUrl }: Config) {
  if (ownerUrl !== undefined) return { url: ownerUrl, name: 'DATABASE_OWNER_URL' } as const
  if (directUrl !== undefined) return { url: directUrl, name: 'DATABASE_DIRECT_URL' } as const
  return databaseUrl === undefined ? undefined : ({ url: databaseUrl, name: 'DATABASE_URL' } as const)
}

/**
 * Runs a command on the configured database, as its owner: the external one, a running server's, or the embedded one started
 * for it.
 */
export async function withDatabaseUrl<T>(config: Config, command: (url: string) => Promise<T>): Promise<T> {
  const owner = ownerOf(config)
  if (owner !== undefined) return command(owner.url)
  await makeDataFolder(config.dataFolder)
  const running = await askOwner(await realpath(config.dataFolder))
  if (running !== undefined) return command(running)
  const postgres = await startEmbeddedPostgres({
    dataFolder: config.dataFolder,
    onFailure: (error) => {
      throw error
    },
  })
  try {
    return await command(postgres.url)
  } finally {
    await postgres.stop()
  }
}
