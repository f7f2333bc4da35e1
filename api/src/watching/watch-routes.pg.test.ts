import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { describe, expect, test } from 'vitest'
import { writeBackupState } from '../database/backup/kept-backups.ts'
import { addressOf, listen } from '../live/testing-stream.ts'
import { epochOf } from '../sync/testing-clinic.ts'
import { newOrganization, newUser, testApp } from '../testing.ts'

const TOKEN = 'a-token-of-prometheus'
const server = await testApp({ registration: 'open', metrics: { token: TOKEN }, logLevel: 'info' })
const { app, call, database, clock, dataFolder, log } = server
const { pool } = database
const clinic = await newOrganization(call)
const epoch = await epochOf(pool)

const scrape = (from = call) => from('GET', '/metrics', { token: `Bearer ${TOKEN}` })
/** Of one series, by its name and labels. */
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}
const read = async (series: string) => valueOf((await scrape()).text, series)

describe('GET /livez', () => {
  test('is 200 for as long as the process answers, without its database too', async () => {
    const own = await testApp()
    await own.database.close()
    const reply = await own.call('GET', '/livez')
    expect([reply.status, reply.text]).toEqual([200, 'ok\n'])
    expect((await own.call('GET', '/readyz')).text).toBe('database\n')
  })
})

describe('GET /readyz', () => {
  const ready = async () => {
    const { status, text, headers } = await call('GET', '/readyz')
    expect(headers['content-type']).toContain('text/plain')
    return [status, text]
  }

  test('is 200 while calls can be answered', async () => {
    expect(await ready()).toEqual([200, 'ok\n'])
  })

  test('is 503 while a migration of this release is not in the database, or another of its name is', async () => {
    const lacks = async (change: string) => {
      const client = await pool.connect()
      await client.query('CREATE TEMP TABLE kept AS SELECT * FROM migration_checksums')
      await client.query(change)
      const told = await ready()
      await client.query('TRUNCATE migration_checksums')
      await client.query('INSERT INTO migration_checksums SELECT * FROM kept')
      await client.query('DROP TABLE kept')
      client.release()
      return told
    }
    const newest = '(SELECT max(name) FROM migration_checksums)'
    expect(await lacks(`DELETE FROM migration_checksums WHERE name = ${newest}`)).toEqual([
      503,
      'migrations\n',
    ])
    expect(await lacks(`UPDATE migration_checksums SET sha256 = 'x' WHERE name = ${newest}`)).toEqual([
      503,
      'migrations\n',
    ])
    // A newer release came first: this one goes on until it is replaced.
    expect(await lacks(`INSERT INTO migration_checksums VALUES ('9999-later', 'x')`)).toEqual([200, 'ok\n'])
    expect(await ready()).toEqual([200, 'ok\n'])
  })

  test('is 503 from the moment at which the server is told to end', async () => {
    clock.closing = true
    const told = await ready()
    clock.closing = false
    expect(told).toEqual([503, 'closing\n'])
    expect((await call('GET', '/livez')).status).toBe(200)
  })
})

describe('GET /metrics', () => {
  test('is not there unless it was asked for', async () => {
    const off = await testApp()
    const reply = await off.call('GET', '/metrics', {
      headers: { accept: 'text/plain;version=0.0.4,*/*;q=0.1' },
    })
    expect([reply.status, reply.body['code']]).toEqual([404, 'not_found'])
  })

  test('takes its token, and nothing else', async () => {
    const wrong = [undefined, TOKEN, `Bearer ${TOKEN}x`, 'Bearer ', `Basic ${TOKEN}`, clinic.token]
    for (const token of [...wrong, `Bearer ${clinic.token}`]) {
      const reply = await call('GET', '/metrics', { token })
      expect([token, reply.status, reply.headers['www-authenticate']]).toEqual([token, 401, 'Bearer'])
      expect(reply.text).not.toContain('http_request')
    }
    const reply = await scrape()
    expect([reply.status, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ])
    const open = await testApp({ metrics: { token: undefined } })
    expect((await open.call('GET', '/metrics')).status).toBe(200)
  })

  test('counts requests by the pattern of their route', async () => {
    const of = (route: string, status: string, method = 'GET') =>
      `http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`
    await call('GET', `/injections/${randomUUID()}`, { token: clinic.token })
    await call('GET', '/injections/dog?query=Rex', { token: clinic.token })
    await call('GET', '/nowhere/Rex')
    expect(await read(of('/injections/:species', '4xx'))).toBe(2)
    expect(await read(of('none', '4xx'))).toBe(1)
    expect(await read(of('/user/login', '2xx', 'POST'))).toBeGreaterThanOrEqual(1)
  })

  test('counts mutations by their outcome, and how long a push waited', async () => {
    const lane = { device: randomUUID(), lane: randomUUID() }
    const create = (n: number, content: object) =>
      mutationOf(n, randomUUID(), 'drug.create', [
        { op: 'create', collection: 'drugs', _id: randomUUID(), content: ketamine({ ...content }) },
      ])
    const sent = [create(1, {}), create(2, { concentration: 'Rex' }), create(3, {})]
    const push = () => call('POST', '/sync/push', { token: clinic.token, body: pushOf(epoch, lane, sent) })
    expect((await push()).status).toBe(200)
    expect((await push()).status).toBe(200)
    const { text } = await scrape()
    const outcome = (name: string) => valueOf(text, `sync_mutations_total{outcome="${name}"}`)
    expect(['applied', 'rejected', 'replayed', 'parked'].map(outcome)).toEqual([2, 1, 3, 0])
    expect(valueOf(text, 'sync_queue_wait_seconds_count')).toBe(2)
    expect(valueOf(text, 'sync_queue_waiting')).toBe(0)
  })

  test('counts who listens, and how long an event took', async () => {
    const address = await addressOf(app)
    const before = (await read('live_event_delay_seconds_count')) ?? 0
    const colleague = await newUser(call, clinic, [1])
    const listener = await listen(address, colleague.token)
    await listener.next()
    expect(await read('live_listeners')).toBe(1)
    const body = { species: 0, name: 'Cefazolin' }
    expect((await call('POST', '/injections/', { token: clinic.token, body })).status).toBe(200)
    await listener.next()
    await expect.poll(() => read('live_event_delay_seconds_count')).toBe(before + 1)
    expect(await read('live_event_delay_seconds_sum')).toBeLessThan(60)
    // It ends, after however long, and is no slow request.
    const lines = log.length
    const gone = { token: clinic.token, body: { _id: colleague.user._id } }
    expect((await call('POST', '/organization/users/delete', gone)).status).toBe(200)
    expect(await listener.next()).toBe('end')
    await expect.poll(() => log.slice(lines).join('')).toContain('/sync/events')
    expect(await read('live_listeners')).toBe(0)
    expect((await scrape()).text).not.toContain('/sync/events')
  })

  test('tells of the pools, the backups, the process and the release', async () => {
    expect(await read('backup_age_seconds')).toBeUndefined()
    expect(await read('backup_failed')).toBe(0)
    const folder = join(dataFolder, 'backups')
    mkdirSync(folder)
    const at = new Date(clock.now.getTime() - 90_000).toISOString()
    const failed = { at: clock.now.toISOString(), why: 'No room in /srv' }
    const made = { at, file: 'x', bytes: 7, rows: 1, proven: true as const }
    await writeBackupState(folder, { made, failed })
    const { text } = await scrape()
    expect(valueOf(text, 'backup_age_seconds')).toBe(90)
    expect(valueOf(text, 'backup_failed')).toBe(1)
    expect(valueOf(text, 'ledger_look_age_seconds')).toBeUndefined()
    expect(valueOf(text, 'database_connections_max{pool="pushes"}')).toBe(database.pipeline.options.max)
    expect(valueOf(text, 'database_connections{pool="calls",state="idle"}')).toBeGreaterThan(0)
    expect(valueOf(text, 'database_waiting{pool="calls"}')).toBe(0)
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(valueOf(text, 'nodejs_eventloop_lag_mean_seconds')).toBeGreaterThanOrEqual(0)
    expect(text).toMatch(/^anesthesia_build_info\{protocol="\d+"\} 1$/m)
  })

  test('names no clinic, person or record', async () => {
    const { text } = await scrape()
    for (const own of [clinic.user.org_id, clinic.user._id, clinic.user.org_name, clinic.user.email, 'Rex'])
      expect(text).not.toContain(own)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    // Nor does the log fill with those who ask every few seconds.
    expect(log.join('')).not.toMatch(/metrics|readyz|livez/)
  })
})
