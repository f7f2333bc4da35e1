import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { writeBackup } from './backup/write-backup.ts'
import { connect, singleConnection } from './connect.ts'
import { emptyDatabase } from './testing.ts'

/** Ends all other connections of this database, as its shutdown does; resolves when they are gone. */
async function endOthers(url: string): Promise<void> {
  const admin = connect(url)
  const others = `FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
    AND pid <> pg_backend_pid()`
  await admin.pool.query(`SELECT pg_terminate_backend(pid) ${others}`)
  const left = async () => (await admin.pool.query(`SELECT 1 ${others}`)).rowCount
  await expect.poll(left).toBe(0)
  await admin.close()
}

test('a database that goes away after the work was done ends no program', async () => {
  const url = await emptyDatabase()
  const pool = singleConnection(url)
  const lost = new Promise((resolve) => pool.on('error', resolve))
  await pool.query('SELECT 1')
  expect(pool.listenerCount('error')).toBe(2)
  await endOthers(url)
  await lost
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('a database that goes away during a backup fails it, and nothing else', async () => {
  const url = await emptyDatabase()
  const broken = new Writable({
    write: (_piece, _encoding, taken) => {
      endOthers(url).then(() => taken(), taken)
    },
  })
  await expect(writeBackup(url, broken, new Date())).rejects.toThrow(/connection/i)
})
