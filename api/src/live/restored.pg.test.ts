import { randomUUID } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { afterAll, expect, test, vi } from 'vitest'
import { restoreBackup } from '../database/backup/restore-backup.ts'
import { writeBackup } from '../database/backup/write-backup.ts'
import { epochOf } from '../sync/testing-clinic.ts'
import { newOrganization, testApp } from '../testing.ts'
import { addressOf, headIn, listen, read } from './testing-stream.ts'

const { app, call, database, open } = await testApp({ registration: 'open' })
const neighbour = open()
afterAll(() => neighbour.close())

test('[L6] whoever listens while the database is restored hears of the new epoch, and of each commit in it', async () => {
  const clinic = await newOrganization(call)
  const save = async (epoch: string) => {
    const lane = { device: randomUUID(), lane: randomUUID() }
    const content = ketamine()
    const create = { op: 'create', collection: 'drugs', _id: randomUUID(), content } as const
    const body = pushOf(epoch, lane, [mutationOf(1, randomUUID(), 'drug.create', [create])])
    const reply = await call('POST', '/sync/push', { token: clinic.token, body })
    return (reply.body as { head: number }).head
  }
  const before = await epochOf(database.pool)
  const first = await save(before)
  const out = new PassThrough()
  const [file] = await Promise.all([buffer(out), writeBackup(database.url, out, new Date())])
  const streams = [
    await listen(await addressOf(app), clinic.token),
    await listen(await addressOf(neighbour), clinic.token),
  ]
  for (const stream of streams) expect(headIn(await stream.next())).toBe(first)
  const last = [await save(before), await save(before), await save(before)].at(-1)
  for (const stream of streams) while (headIn(await stream.next()) !== last);

  const { epoch = '' } = await restoreBackup(database.url, Readable.from([file]), { replace: true })
  for (const stream of streams) {
    const event = read(await stream.next())
    expect(event.epoch).toBe(epoch)
    expect(event.head).toBeLessThan(Number(last))
  }
  // Whoever sent when the restore cut the connections sends again.
  const head = await vi.waitUntil(() => save(epoch))
  expect(head).toBeLessThan(Number(last))
  for (const stream of streams) while (headIn(await stream.next()) !== head);
})

test('[L6] a database that went back under its name ends the streams, and one opened anew begins where the feed stands', async () => {
  const clinic = await newOrganization(call)
  const server = open()
  const address = await addressOf(server)
  const stream = await listen(address, clinic.token)
  const stood = headIn(await stream.next())
  const moved = async (by: number) => {
    const set = 'UPDATE organizations SET seq = seq + $2 WHERE org_id = $1'
    await database.pool.query(set, [clinic.user.org_id, by])
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ~ 'record_changes'`,
    )
  }
  await moved(3)
  expect(headIn(await stream.next())).toBe(stood + 3)
  await moved(-2)
  expect(await stream.next()).toBe('end')
  const again = await listen(address, clinic.token)
  expect(headIn(await again.next())).toBe(stood + 1)
  await moved(1)
  expect(headIn(await again.next())).toBe(stood + 2)
  await server.close()
})
