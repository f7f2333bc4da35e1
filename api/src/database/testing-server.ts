import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from './connect.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { templateName, urlOf } from './testing-url.ts'

/** One real server for all Postgres tests of a run; it is thrown away, so it need not reach the disk. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'api-tests-'))
  const server = await startEmbeddedPostgres({
    dataFolder: folder,
    settings: ['fsync=off', 'full_page_writes=off', 'max_connections=200'],
    onFailure: (error) => {
      throw error
    },
  })
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${templateName}`)
  await admin.end()
  const template = connect(urlOf(server.url, templateName))
  try {
    await migrate(template.queries)
  } finally {
    await template.close()
  }
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  }
}
