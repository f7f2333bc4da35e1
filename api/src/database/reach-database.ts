import { realpath } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { makeDataFolder } from '../data-folder.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { askOwner } from './embedded/owner-lock.ts'

/** Runs a command on the configured database: the external one, a running server's, or the embedded one started for it. */
export async function withDatabaseUrl<T>(config: Config, command: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl !== undefined) return command(config.databaseUrl)
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
