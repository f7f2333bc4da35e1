import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Server } from './server.ts'

const api = resolve(import.meta.dirname, '../../api')

export interface OwnerClient {
  query<T = Record<string, unknown>>(sql: string, values?: readonly unknown[]): Promise<T[]>
  end(): Promise<void>
}
interface PgClient {
  connect(): Promise<void>
  query(sql: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>
  end(): Promise<void>
  on(event: 'error', listener: () => void): void
}

/** A connection to a running server's database, as its owner, that may be lost with it at any time. */
export async function ownerClient(server: Server): Promise<OwnerClient> {
  const built = pathToFileURL(resolve(api, 'dist/database/embedded/owner-lock.js')).href
  const { askOwner } = (await import(built)) as { askOwner(folder: string): Promise<string | undefined> }
  const connectionString = await askOwner(realpathSync(server.dataFolder))
  const pg = createRequire(resolve(api, 'package.json'))('pg') as {
    Client: new (options: { connectionString: string | undefined }) => PgClient
  }
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  return {
    query: async <T>(sql: string, values?: readonly unknown[]) =>
      (await client.query(sql, values)).rows as T[],
    end: () => client.end(),
  }
}
