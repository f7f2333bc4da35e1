import { readFile, stat } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { caller, PASSWORD, testApp } from '../testing.ts'
import { DEMONSTRATION_USERS, passwordFile } from './demonstration.ts'

describe('[Q-86] the first start on an empty embedded database', async () => {
  const { call, dataFolder, said, database, open } = await testApp({ demonstration: 'library' })
  const password = (await readFile(passwordFile(dataFolder), 'utf8')).trim()
  const login = (email: string) => call('POST', '/user/login', { body: { email, password } })

  test('prints the password that it keeps for its owner only', async () => {
    expect(password).toMatch(/^([2-9a-z]{4}-){3}[2-9a-z]{4}$/)
    expect(said.join('\n')).toContain(password)
    expect(said.join('\n')).toContain(passwordFile(dataFolder))
    expect((await stat(passwordFile(dataFolder))).mode & 0o777).toBe(0o600)
  })

  test('has users of each kind, marked as a demonstration', async () => {
    const held: number[][] = []
    for (const { email } of DEMONSTRATION_USERS) {
      const { body } = await login(email)
      expect(body).toMatchObject({ success: true, user: { org_name: 'Demonstration Clinic', demo: true } })
      held.push((body['user'] as { org_perms: number[] }).org_perms)
    }
    expect(held).toEqual([[0], [1], [1, 2], [0, 1, 2, 3], [1, 3], [2]])
  })

  test('has its library in the feed, written by its lead', async () => {
    const { body } = await login('technician@demo.test')
    const pull = await call('GET', '/sync/pull?cursor=0&limit=1000', { token: String(body['token']) })
    const changes = pull.body['changes'] as {
      collection: string
      seq: number
      meta: { author_name: string }
    }[]
    expect([changes.length, pull.body['head'], pull.body['more']]).toEqual([116, 7, false])
    expect(new Set(changes.map(({ meta }) => meta.author_name))).toEqual(new Set(['Lee Lead']))
    const { rows } = await database.pool.query<{ message: string }>(
      `select message from "logged-actions" where message like 'Created %'`,
    )
    expect(rows).toHaveLength(7)
    expect(rows.map(({ message }) => message).join('\n')).toContain('Created 43 drugs')
    const heads = await database.pool.query('select next_key, seq, library_due from organizations')
    expect(heads.rows).toEqual([{ next_key: 1099, seq: 7, library_due: false }])
  })

  test('does not count: setup is open, and the clinic that registers stands beside it', async () => {
    expect((await call('GET', '/setup/state')).body).toEqual({
      success: true,
      setup_open: true,
      demo: true,
      demo_org: expect.any(String),
      clinic: false,
    })
    const body = {
      name: 'Ann Lee',
      email: 'ann@clinic.test',
      password: PASSWORD,
      confirm_password: PASSWORD,
      org_name: 'Elm Street Clinic',
    }
    expect((await call('POST', '/user/register', { body })).status).toBe(200)
    expect((await call('GET', '/setup/state')).body).toEqual({
      success: true,
      setup_open: false,
      demo: true,
      demo_org: expect.any(String),
      clinic: true,
    })
  })

  test('a second start makes nothing and keeps the password', async () => {
    const again = open()
    await again.ready()
    const reply = await caller(again)('POST', '/user/login', { body: { email: 'lead@demo.test', password } })
    expect(reply.body['success']).toBe(true)
    await again.close()
    const { rows } = await database.pool.query('select count(*)::int as n from organizations')
    expect(rows).toEqual([{ n: 2 }])
    expect(said.filter((line) => line.includes(password))).toHaveLength(1)
  })

  test('a library that was broken off is finished by the next start, without doubles', async () => {
    await database.pool.query('update organizations set library_due = true where demo')
    const again = open()
    await again.ready()
    await again.close()
    const { rows } = await database.pool.query(
      `select seq, library_due, (select count(*)::int from records r where r.org_id = o.org_id) as records
       from organizations o where demo`,
    )
    expect(rows).toEqual([{ seq: 7, library_due: false, records: 116 }])
  })
})

test('[Q-86] without DEMO an empty database stays empty', async () => {
  const { database, said } = await testApp()
  const { rows } = await database.pool.query('select count(*)::int as n from organizations')
  expect([rows, said]).toEqual([[{ n: 0 }], []])
})

describe('the demonstration with a week behind it', async () => {
  const { database, open } = await testApp({ demonstration: 'week' })
  const made = async () => {
    const { rows } = await database.pool.query<{ collection: string; n: number; authors: number }>(
      `select collection, count(*)::int as n, count(distinct body->'meta'->>'author_id')::int as authors
       from records group by collection order by collection`,
    )
    return Object.fromEntries(rows.map(({ collection, n, authors }) => [collection, [n, authors]]))
  }
  const first = await made()

  test('has sheets and their draws by three people, balance sheets, a list for each day, a code, and what is open', () => {
    expect(first).toMatchObject({
      sheets: [40, 3],
      day_rows: [49, 1],
      code_events: [7, 1],
      drafts: [2, 2],
      conflicts: [1, 1],
    })
    expect(first['draws']?.[0]).toBeGreaterThan(60)
    expect(first['balances']?.[0]).toBeGreaterThan(20)
  })

  test('is finished once by the next start where the one before was broken off', async () => {
    await database.pool.query('update organizations set library_due = true')
    const again = open()
    await again.ready()
    await again.close()
    expect(await made()).toEqual(first)
    const { rows } = await database.pool.query('select library_due from organizations')
    expect(rows).toEqual([{ library_due: false }])
  })
})
