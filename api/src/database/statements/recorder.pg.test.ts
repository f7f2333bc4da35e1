import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { placesOf } from '../../live/notify-store.ts'
import { lockOrganization } from '../../sync/organization-lock-store.ts'
import { organizationIds } from '../../sync/retention-store.ts'
import { endProcesses, runProgram } from '../testing-process.ts'
import { testDatabase } from '../testing.ts'
import { inTransaction } from '../transaction.ts'
import { recordedIn } from './testing-gate.ts'
import { RECORD_INTO } from './testing-recorder.ts'

const { pool, queries, url } = await testDatabase()
afterAll(endProcesses)

const folder = () => process.env[RECORD_INTO] ?? ''
const filesOf = (part: string) =>
  recordedIn(folder()).flatMap(({ text, file }) => (text.includes(part) ? [file] : []))

test('what the product asks is recorded with its file, by whichever way it asks', async () => {
  await organizationIds(pool)
  await placesOf(pool, [randomUUID()])
  await inTransaction(pool, (client) => lockOrganization(client, randomUUID())).catch(() => undefined)
  expect(filesOf('select "org_id" from "organizations"')).toContain('sync/retention-store.ts')
  expect(filesOf('= any($1::uuid[])')).toContain('live/notify-store.ts')
  expect(filesOf('FOR UPDATE OF o')).toContain('sync/organization-lock-store.ts')
  expect(filesOf('BEGIN ISOLATION LEVEL')).toContain('database/transaction.ts')
})

test('what a test asks itself is not', async () => {
  await pool.query("SELECT 'by a test''s pool'")
  await pool.query({ text: "SELECT 'by a test''s query'" })
  await inTransaction(pool, (client) => client.query("SELECT 'by a test''s transaction'"))
  await sql`SELECT 'by a test''s builder'`.execute(queries)
  expect(filesOf('by a test')).toEqual([])
})

test('what a program of its own process asks is recorded too', async () => {
  const before = new Set(readdirSync(folder()))
  const program = runProgram('admin/admin-command.ts', ['clinics'], { DATABASE_URL: url })
  expect([await program.ended, program.printed()]).toEqual([0, expect.anything()])
  const written = readdirSync(folder()).filter((name) => !before.has(name))
  const texts = written.map((name) => readFileSync(join(folder(), name), 'utf8')).join('')
  expect(texts).toContain('"file":"admin/clinics-store.ts"')
})
