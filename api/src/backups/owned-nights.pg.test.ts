import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/connect.ts'
import { testDatabase } from '../database/testing.ts'
import { typescript } from '../database/testing-process.ts'
import { openMail, type Mail } from '../mail/mail.ts'
import { letters, nextLetter } from '../mail/testing-letters.ts'
import { warningsStore } from '../mail/warnings-store.ts'
import { sendWarnings } from '../mail/warnings.ts'
import { foundClinic, hire } from '../sync/testing-clinic.ts'
import { backupProcess } from './backup-process.ts'
import { ownedNights } from './owned-nights.ts'

const DAY_MS = 24 * 3_600_000
let folder: string
let database: Database & { url: string }
let mail: Mail
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nights of a server '))
  database = await testDatabase()
  mail = openMail({
    config: { dataFolder: folder, mail: { smtpUrl: undefined, from: 'server@example.org' } },
    now: () => new Date(),
    say: () => undefined,
    failed: (_, error) => {
      throw error
    },
  })
})
afterAll(async () => {
  await mail.close()
  await rm(folder, { recursive: true })
})

test('three nights: one is made and proven, the next takes its place, the third fails and the owners hear of it', async () => {
  const { pool, url } = database
  const clinic = await foundClinic(pool)
  await hire(pool, clinic, [0])
  await hire(pool, clinic, [1, 2])
  const clock = { now: new Date() }
  const logged: string[] = []
  const env = { ENV_FILE: 'off', DATABASE_URL: url, DATA_DIR: folder, BACKUP_KEEP: '1' }
  const nights = ownedNights({
    pool,
    backups: { at: '02:00', folder: join(folder, 'backups') },
    make: (stop) => backupProcess(stop, { execArgv: typescript, env: { ...env, PATH: process.env['PATH'] } }),
    log: (line) => logged.push(line),
    now: () => clock.now,
  })
  const { signal } = new AbortController()
  const night = async () => {
    await nights.look(signal)
    await sendWarnings(
      { ...mail, store: warningsStore(pool), now: () => clock.now },
      new AbortController().signal,
    )
    clock.now = new Date(clock.now.getTime() + DAY_MS)
  }
  const kept = async () => (await readdir(join(folder, 'backups'))).filter((name) => name.endsWith('.backup'))

  await night()
  const first = await kept()
  expect(first).toHaveLength(1)
  expect(await nights.state()).toMatchObject({ made: { file: first[0], proven: true }, failed: null })

  await night()
  const second = await kept()
  expect(second).toHaveLength(1)
  expect(second).not.toEqual(first)
  expect([logged, letters(folder)]).toEqual([[], []])

  await writeFile(join(folder, 'secrets.json'), 'broken')
  await night()
  expect(await kept()).toEqual(second)
  const why = /does not hold this installation's secrets\. Restore it from a copy\./
  expect((await nights.state()).failed?.why).toMatch(why)
  expect(logged).toEqual([expect.stringMatching(why)])
  expect(await nextLetter(folder, 1)).toMatch(why)
  expect(letters(folder)).toHaveLength(1)
}, 180_000)
