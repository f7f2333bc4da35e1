import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../src/app.ts'
import { connect } from '../src/database/connect.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/database/embedded-postgres.ts'
import { migrate } from '../src/database/migrate.ts'

export interface BenchServer {
  /** A call over the network stack, as a tablet makes it; throws unless it succeeds. */
  call(method: 'GET' | 'POST', path: string, body?: unknown, token?: string): Promise<unknown>
  close(): Promise<void>
}

/** The whole server on a database of its own that writes to the disk like a clinic's, or on the empty one of DATABASE_URL. */
export async function startServer(): Promise<BenchServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'api-bench-'))
  const engine = await startDatabase(dataFolder)
  const database = connect(engine.url)
  await migrate(database.queries)
  const app = buildApp({
    database,
    config: {
      dataFolder,
      backups: { folder: join(dataFolder, 'backups'), keep: 14, at: undefined, passphrase: undefined },
      registration: 'open',
      demonstration: false,
      resetDemonstration: undefined,
      tls: undefined,
      trustProxy: false,
      mail: { smtpUrl: undefined, from: 'clinic@clinic.test' },
      publicUrl: 'http://127.0.0.1',
      logLevel: 'warn',
      metrics: undefined,
    },
    secrets: { jwt: 'j'.repeat(43), receipt: 'r'.repeat(43) },
    now: () => new Date(),
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    async call(method, path, body, token) {
      const reply = await fetch(address + path, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: token }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
      return reply.json()
    },
    async close() {
      await app.close()
      await database.close()
      await engine.stop()
      await rm(dataFolder, { recursive: true })
    },
  }
}

async function startDatabase(dataFolder: string): Promise<EmbeddedPostgres> {
  const url = process.env['DATABASE_URL']
  if (url) return { url, stop: async () => undefined }
  return startEmbeddedPostgres({
    dataFolder,
    onFailure: (error) => {
      throw error
    },
  })
}

/** A new organization's first user, signed in. */
export async function newClinic({ call }: BenchServer): Promise<string> {
  const email = `${crypto.randomUUID()}@bench.test`
  const password = 'Correct horse 1'
  const person = {
    name: 'Bench',
    email,
    password,
    confirm_password: password,
    org_name: email,
    library: 'empty',
  }
  await call('POST', '/user/register', person)
  const { token } = (await call('POST', '/user/login', { email, password })) as { token: string }
  return token
}
