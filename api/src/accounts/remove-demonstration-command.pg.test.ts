import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { endProcesses, runProgram, startProcess } from '../database/testing-process.ts'
import { emptyDatabase } from '../database/testing.ts'
import { templateName } from '../database/testing-url.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remove demonstration '))
})
afterEach(async () => {
  await endProcesses()
  await rm(folder, { recursive: true })
})

async function run(env: Record<string, string>, args: string[] = []) {
  const program = runProgram('accounts/remove-demonstration-command.ts', args, env)
  return { code: await program.ended, printed: program.printed() }
}

const found = (name: string, demo: boolean) =>
  `INSERT INTO organizations (org_id, name, key, time_zone, created_at, demo)
   VALUES (gen_random_uuid(), '${name}', '${name}', 'UTC', now(), ${demo})`

it('[Q-86] npm run remove-demonstration reaches a running server’s database, and says what went', async () => {
  const { pool, queries, close } = connect(await startProcess(folder).url)
  await migrate(queries)
  await pool.query(found('Demonstration Clinic', true))
  await pool.query(found('Kept Clinic', false))
  expect(await run({ DATA_DIR: folder })).toEqual({
    code: 0,
    printed:
      'Demonstration Clinic was removed: 1 row, with its users, records, ledger and action log. Its tablets are logged out and delete its data. Starting the server does not make it again.\n',
  })
  const { rows } = await pool.query('SELECT name FROM organizations')
  expect(rows).toEqual([{ name: 'Kept Clinic' }])
  expect(await run({ DATA_DIR: folder })).toEqual({
    code: 1,
    printed: 'There is no demonstration in this database. Nothing was changed.\n',
  })
  await close()
}, 60_000)

it('says what is wrong, and takes nothing but its own words', async () => {
  const old = await emptyDatabase()
  expect((await run({ DATABASE_URL: old })).printed).toContain('Start the server once')
  const url = await emptyDatabase(templateName)
  expect(await run({ DATABASE_URL: url }, ['Kept Clinic'])).toEqual({
    code: 1,
    printed: 'Usage: npm run remove-demonstration\n',
  })
})
