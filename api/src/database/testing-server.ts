import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from './connect.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { EXCEPTIONS } from './statements/testing-exceptions.ts'
import { findings, judge, recordedIn } from './statements/testing-gate.ts'
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
  const statementsFolder = join(folder, 'statements')
  await mkdir(statementsFolder)
  project.provide('statementsFolder', statementsFolder)
  return async () => {
    await server.stop()
    await gate(project, statementsFolder)
    await rm(folder, { recursive: true })
  }
}

/** Fails the run for a statement that names no clinic, whatever its tests say. */
async function gate(project: TestProject, statementsFolder: string): Promise<void> {
  const judged = judge(recordedIn(statementsFolder), EXCEPTIONS)
  const found = findings(judged, await isWhole(project))
  if (found !== undefined) process.exitCode = 1
  console.log(found ?? `${judged.count} different statements, and each names its clinic or is an exception.`)
}

/** Every test of the project ran, and each passed: only then a statement that was not seen is one that is not there. */
async function isWhole(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles()
  const ran = project.vitest.state
    .getFiles()
    .filter(({ projectName, result }) => projectName === project.name && result?.state === 'pass')
  return ran.length === testFiles.length && project.vitest.config.testNamePattern === undefined
}
