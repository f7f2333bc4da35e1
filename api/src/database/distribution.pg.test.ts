import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { insertClinic } from '../accounts/account-store.ts'
import { sessionStore } from '../accounts/session-store.ts'
import { operatorText } from './backup/operator-text.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { writeBackup } from './backup/write-backup.ts'
import { connect } from './connect.ts'
import { distribute } from './distribute.ts'
import { pretendCitus } from './testing-citus.ts'
import { emptyDatabase } from './testing.ts'
import { templateName } from './testing-url.ts'
import { inTransaction } from './transaction.ts'

/** What stands for a distributed database moves no row, so that the server's answers are the same. */
async function database(distributed: boolean) {
  const url = await emptyDatabase(templateName)
  if (distributed) {
    await pretendCitus(url)
    await distribute(url)
  }
  const opened = connect(url)
  onTestFinished(opened.close)
  return { ...opened, url }
}

test('nothing is restored over distributed tables', async () => {
  const opened = await database(true)
  const url = await emptyDatabase(templateName)
  const backup = join(await mkdtemp(join(tmpdir(), 'distributed-')), 'all.backup')
  onTestFinished(() => rm(dirname(backup), { recursive: true }))
  await writeBackup(url, createWriteStream(backup), new Date())
  const restored = restoreBackup(opened.url, createReadStream(backup), { replace: true })
  await expect(restored).rejects.toThrow(operatorText.distributed)
})

test.each([
  [false, 'force_generic_plan'],
  [true, 'auto'],
])('how a push is planned; distributed: %s', async (distributed, mode) => {
  const { pipeline } = await database(distributed)
  const shown = await inTransaction(
    pipeline,
    async (client) => (await client.query<{ plan_cache_mode: string }>('SHOW plan_cache_mode')).rows,
    { byKey: true },
  )
  // A plan that knows no values cannot tell where a clinic's rows stand.
  expect(shown).toEqual([{ plan_cache_mode: mode }])
})

test.each([false, true])(
  'whose sessions they are, of several clinics at once; distributed: %s',
  async (distributed) => {
    const opened = await database(distributed)
    const store = sessionStore(opened)
    const now = new Date()
    const until = new Date(now.getTime() + 60_000)
    const sessions: { org_id: string; session_id: string; name: string }[] = []
    for (const name of ['Elm Street', 'Oak Street']) {
      const org_id = randomUUID()
      const people = ['Anna', 'Ben'].map((first) => ({
        org_id,
        user_id: randomUUID(),
        name: `${first} of ${name}`,
        email: `${first}@${name}.test`,
        password_hash: 'hash',
        perms: [0],
      }))
      const clinic = { org_id, name, key: name, time_zone: 'UTC', demo: false, library_due: false }
      await inTransaction(opened.pool, (client) => insertClinic(client, clinic, people, now))
      for (const { user_id, name: user_name } of people) {
        const session = {
          session_id: randomUUID(),
          password_hash: 'hash',
          address: '::1',
          device: null,
          lane: null,
        }
        const speaker = { org_id, org_name: name, user_id, user_name, perms: [0] }
        expect(await store.openSession(speaker, session, null, now, until)).toBe(true)
        sessions.push({ org_id, session_id: session.session_id, name: user_name })
      }
    }
    const asked = [
      ...sessions,
      // Somebody else's clinic, and a session that nobody opened.
      { org_id: sessions[0]!.org_id, session_id: sessions[3]!.session_id, name: undefined },
      { org_id: sessions[3]!.org_id, session_id: randomUUID(), name: undefined },
    ]
    const found = await Promise.all(
      asked.map(({ org_id, session_id }) => store.accountOfSession(org_id, session_id, now.toISOString())),
    )
    expect(found.map((account) => account?.name)).toEqual(asked.map(({ name }) => name))
  },
)
