import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Server } from './server.ts'

const api = resolve(import.meta.dirname, '../../api')

interface Owner {
  askOwner(dataFolder: string): Promise<string | undefined>
}
interface Client {
  connect(): Promise<void>
  query(sql: string): Promise<{ rows: unknown[] }>
  end(): Promise<void>
}

/** Does what only the owner of a running server's database can do; the rows that the statement gives. */
export async function asDatabaseOwner(server: Server, sql: string): Promise<unknown[]> {
  const built = pathToFileURL(resolve(api, 'dist/database/embedded/owner-lock.js')).href
  const { askOwner } = (await import(built)) as Owner
  const connectionString = await askOwner(realpathSync(server.dataFolder))
  const pg = createRequire(resolve(api, 'package.json'))('pg') as {
    Client: new (options: { connectionString: string | undefined }) => Client
  }
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
