import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { connect, type Database } from './connect.ts'
import { templateName, urlOf } from './testing-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that all Postgres tests of one run share. */
    postgresUrl: string
  }
}

/** A database of the calling test file's own: migrated, empty, closed after its last test. */
export async function testDatabase(): Promise<Database & { url: string }> {
  const url = await emptyDatabase(templateName)
  const database = connect(url)
  afterAll(() => database.close())
  return { ...database, url }
}

/**
 * The address of a new database, a copy of the template; without one, as no migration has seen it. `how` is what CREATE DATABASE
 * is told besides.
 */
export async function emptyDatabase(template = 'template0', how = ''): Promise<string> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} ${how}`)
  } finally {
    await client.end()
  }
  return urlOf(server, name)
}
