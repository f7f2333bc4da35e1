import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { LogEntry, LogReply } from 'sync-protocol/wire/action-log'
import { logReply } from 'sync-protocol/wire/action-log'
import { newOrganization, newUser, testApp, type SignedIn } from '../testing.ts'
import { logAction, logActions } from './action-log-store.ts'
import { logReadingStore } from './log-reading-store.ts'
import { readCsv } from './testing-csv.ts'

const { call, database, clock } = await testApp({ registration: 'open' })
const clinic = await newOrganization(call, 'Chicago Clinic')
const other = await newOrganization(call, 'Other Clinic')
const tom = await newUser(call, clinic, [1])

const path = (query: Record<string, string | number> = {}, more = '') => {
  const asked = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])
  return `/organization/action-log${more}?${new URLSearchParams(asked).toString()}`
}
const read = async (
  query: Record<string, string | number> = {},
  by: SignedIn = clinic,
): Promise<LogReply> => {
  const reply = await call('GET', path(query), { token: by.token })
  expect(reply.text).toContain('"success":true')
  return logReply.parse(reply.body)
}
const messages = (reply: LogReply) => reply.entries.map(({ message }) => message)
const org = (of: SignedIn) => ({ org_id: of.user.org_id, name: of.user.org_name })
const entry = (at: string, message: string, who = tom, name = who.user.name) => ({
  entry_id: randomUUID(),
  at,
  user_id: who.user._id,
  user_name: name,
  message,
})
async function write(at: string, message: string, who = tom, of = clinic): Promise<void> {
  await logActions(database.pool, org(of), [entry(at, message, who)], clock.now.toISOString())
}

/** Follows the cursor to the end. */
async function readAll(query: Record<string, string | number>): Promise<LogEntry[]> {
  const found: LogEntry[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await read({ ...query, ...(cursor === undefined ? {} : { cursor }) })
    found.push(...page.entries)
    cursor = page.cursor
  }
  return found
}

describe('[LOG-01] the action log is read', () => {
  test.each(['', '/people', '/export'])('by holders of 0 alone: %s', async (more) => {
    for (const perms of [[1], [2, 3]]) {
      const staff = await newUser(call, clinic, perms)
      const reply = await call('GET', path({}, more), { token: staff.token })
      expect([reply.status, reply.body['code']]).toEqual([403, 'forbidden'])
    }
    expect((await call('GET', path({}, more))).status).toBe(401)
    const manager = await newUser(call, clinic, [0])
    expect((await call('GET', path({}, more), { token: manager.token })).status).toBe(200)
  })

  test('of the own organization alone, whatever is asked', async () => {
    await write('2026-11-20T10:00:00Z', 'Of another clinic', other, other)
    const asked = [
      {},
      { search: 'another' },
      { user: other.user._id },
      { from: '2026-11-20', to: '2026-11-20' },
    ]
    for (const query of asked) expect(messages(await read(query))).not.toContain('Of another clinic')
    expect(messages(await read({}, other))).toContain('Of another clinic')
    const people = await call('GET', path({}, '/people'), { token: clinic.token })
    expect(people.text).not.toContain(other.user._id)
    const file = await call('GET', path({}, '/export'), { token: clinic.token })
    expect(file.text).not.toContain('Of another clinic')
  })

  test('with datetime, user, organization and message, and when it was received', async () => {
    await write('2026-11-20T10:00:00.123456Z', 'Exported anesthesia sheet: Rex.pdf')
    const [found] = (await read({ search: 'rex.pdf' })).entries
    expect(found).toEqual({
      _id: expect.any(String),
      at: '2026-11-20T10:00:00.123456Z',
      received_at: clock.now.toISOString().replace('Z', '000Z'),
      user_id: tom.user._id,
      user_name: 'Some Body',
      org_name: 'Chicago Clinic',
      message: 'Exported anesthesia sheet: Rex.pdf',
    })
  })

  test('with everybody who is or was there as a person to choose', async () => {
    const gone = await newUser(call, clinic, [1])
    await call('POST', '/organization/users/delete', { token: clinic.token, body: { _id: gone.user._id } })
    const reply = await call('GET', path({}, '/people'), { token: clinic.token })
    const people = reply.body['people'] as { _id: string; removed: boolean }[]
    expect(people.find(({ _id }) => _id === tom.user._id)).toMatchObject({
      removed: false,
      name: 'Some Body',
    })
    expect(people.find(({ _id }) => _id === gone.user._id)).toMatchObject({ removed: true })
    const first = people.findIndex(({ removed }) => removed)
    expect(people.slice(first).every(({ removed }) => removed)).toBe(true)
  })
})

describe('filters of the action log', () => {
  const vera = { ...tom }
  beforeAll(async () => {
    Object.assign(vera, await newUser(call, clinic, [1, 2]))
    // In Chicago, six hours behind UTC, 11/10 begins at 06:00Z.
    await write('2025-11-10T05:59:59.999Z', 'Deleted drug Apple 100%_a\\b')
    await write('2025-11-10T06:00:00Z', 'Edited drug Apple (0.5 to 1 mg/kg)')
    await write('2025-11-11T05:59:59.999Z', 'Edited drug PEAR (0.5 to 1 mg/kg)', vera)
    await write('2025-11-11T06:00:00Z', 'Created fluid pear 1000_a', vera)
  })
  const DAYS = { from: '2025-11-01', to: '2025-11-30' }
  const [lateNinth, tenth, lateTenth, eleventh] = [
    'Deleted drug Apple 100%_a\\b',
    'Edited drug Apple (0.5 to 1 mg/kg)',
    'Edited drug PEAR (0.5 to 1 mg/kg)',
    'Created fluid pear 1000_a',
  ]

  test('newest first', async () => {
    expect(messages(await read(DAYS))).toEqual([eleventh, lateTenth, tenth, lateNinth])
  })

  test.each([
    ['pear', [eleventh, lateTenth]],
    ['PEAR edited', [lateTenth]],
    ['dru app', [tenth, lateNinth]],
    ['  (0.5   mg/kg) ', [lateTenth, tenth]],
    ['some body apple', [tenth, lateNinth]],
    ['pear apple', []],
    ['100%', [lateNinth]],
    ['100_', []],
    ['0%_a\\b', [lateNinth]],
    ['%', [lateNinth]],
    ["'; drop", []],
  ])('every word of %j, in any order and case, as plain text', async (search, found) => {
    expect(messages(await read({ ...DAYS, search }))).toEqual(found)
  })

  test('a person', async () => {
    expect(messages(await read({ ...DAYS, user: vera.user._id }))).toEqual([eleventh, lateTenth])
    expect(messages(await read({ ...DAYS, user: tom.user._id, search: 'pear' }))).toEqual([])
  })

  test("days of the organization's own calendar, both included", async () => {
    expect(messages(await read({ from: '2025-11-10', to: '2025-11-10' }))).toEqual([lateTenth, tenth])
    expect(messages(await read({ from: '2025-11-11', to: '2025-11-30' }))).toEqual([eleventh])
    expect(messages(await read({ to: '2025-11-09' }))).toEqual([lateNinth])
  })

  test.each([
    ['limit', { limit: 0 }],
    ['limit', { limit: 501 }],
    ['from', { from: '2025-02-30' }],
    ['to', { to: 'today' }],
    ['user', { user: 'x' }],
    ['cursor', { cursor: "2025-11-10T06:00:00.000000Z_' or true" }],
    ['cursor', { cursor: '2025-13-10T06:00:00.000000Z_0195a1f4-7e10-7c3a-8b21-5d6e7f809102' }],
    ['cursor', { cursor: `2025-11-10T06:00:00.000000Z_${'-'.repeat(36)}` }],
    ['search', { search: 'x'.repeat(201) }],
    ['received_since', { received_since: 'now' }],
  ])('a wrong %s is refused', async (field, query) => {
    const reply = await call('GET', path(query), { token: clinic.token })
    expect([reply.status, reply.body['code'], reply.body['field']]).toEqual([400, 'invalid_request', field])
  })
})

test.each([
  ['before the first year', { from: '0000-01-01' }, true],
  ['with the first day of all, which begins later here', { from: '0001-01-01' }, true],
  ['that ends before the first year', { to: '0000-12-30' }, false],
  ['since before the first year', { received_since: '0000-06-01T00:00:00Z' }, true],
  ['to the last day of all', { to: '9999-12-31' }, true],
])('a time %s is one that the database can read', async (_, query, finds) => {
  expect((await read(query)).entries.length > 0).toBe(finds)
})

describe('pages of the action log', () => {
  const days = { from: '2024-05-01', to: '2024-05-31' }
  beforeAll(async () => {
    // Several of one instant: only their ids tell them apart.
    for (let k = 0; k < 30; k++) await write(`2024-05-${10 + Math.floor(k / 6)}T12:00:00Z`, `Entry ${k}`)
  })

  test('hold every entry once, also when entries come in between', async () => {
    const before = await readAll({ ...days, limit: 500 })
    const seen: string[] = []
    let cursor: string | null | undefined
    for (let k = 0; cursor !== null; k++) {
      const page = await read({ ...days, limit: 7, ...(cursor === undefined ? {} : { cursor }) })
      expect(page.entries.length).toBeLessThanOrEqual(7)
      seen.push(...page.entries.map(({ _id }) => _id))
      cursor = page.cursor
      // One newer than all, and one that a tablet sends late.
      await write('2024-05-31T12:00:00Z', `Newer ${k}`)
      await write('2024-05-14T23:00:00Z', `Late ${k}`)
    }
    expect(seen.filter((_id) => before.some((each) => each._id === _id))).toEqual(
      before.map(({ _id }) => _id),
    )
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('end where the entries end', async () => {
    const all = await readAll({ ...days, limit: 500 })
    const exact = await read({ ...days, limit: all.length })
    expect(exact.entries).toHaveLength(all.length)
    const after = await read({ ...days, limit: all.length, cursor: exact.cursor ?? '' })
    expect([after.entries, after.cursor, after.searched_to]).toEqual([[], null, null])
  })

  test('of a search look at a bounded number of entries, say how far, and go on from there', async () => {
    const store = logReadingStore(database, 10)
    const orgId = clinic.user.org_id
    const looked: (string | null)[] = []
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await store.page(orgId, { ...days, search: 'entry 3' }, 'America/Chicago', {
        cursor,
        limit: 5,
      })
      found.push(...page.entries.map(({ message }) => message))
      looked.push(page.searched_to)
      cursor = page.cursor ?? undefined
    } while (cursor !== undefined)
    expect(found).toEqual(['Entry 23', 'Entry 13', 'Entry 3'])
    expect(looked.length).toBeGreaterThan(3)
    expect(looked.at(-1)).toBeNull()
    const back = looked.flatMap((to) => to ?? [])
    expect(back).toEqual(back.toSorted((a, b) => b.localeCompare(a)))
  })

  test('give what came in since, however long ago it happened', async () => {
    clock.now = new Date(clock.now.getTime() + 60_000)
    const since = clock.now.toISOString()
    await write('2019-01-01T00:00:00Z', 'Sent years late')
    expect(messages(await read({ received_since: since }))).toEqual(['Sent years late'])
    expect((await read({ received_since: since })).server_time).toBe(since)
  })
})

describe('the exported action log', () => {
  const exported = async (query: Record<string, string>) => {
    const reply = await call('GET', path(query, '/export'), { token: clinic.token })
    expect(reply.status).toBe(200)
    expect(reply.text.startsWith('\uFEFF')).toBe(true)
    return { ...reply, rows: readCsv(reply.text.slice(1)) }
  }

  test('is a CSV of the same entries as the list, with local time, named after its days', async () => {
    await write('2023-07-04T04:59:59Z', 'Of the third, "quoted", two\nlines')
    await write('2023-07-04T05:00:00Z', '=HYPERLINK("http://evil.test")')
    await logActions(
      database.pool,
      org(clinic),
      [entry('2023-07-05T00:00:00Z', 'By somebody with a name', tom, '=cmd|calc')],
      clock.now.toISOString(),
    )
    const days = { from: '2023-07-03', to: '2023-07-04' }
    const { headers, rows } = await exported(days)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe(
      'attachment; filename="Action log 07.03.2023 - 07.04.2023.csv"',
    )
    expect(headers['cache-control']).toBe('no-store')
    const received = clock.now.toISOString().replace('Z', '000Z')
    expect(rows).toEqual([
      [
        'Date and time (America/Chicago)',
        'Date and time (UTC)',
        'Received (UTC)',
        'Person',
        'Organization',
        'Message',
      ],
      [
        '07/04/2023 19:00:00',
        '2023-07-05T00:00:00.000000Z',
        received,
        "'=cmd|calc",
        'Chicago Clinic',
        'By somebody with a name',
      ],
      [
        '07/04/2023 00:00:00',
        '2023-07-04T05:00:00.000000Z',
        received,
        'Some Body',
        'Chicago Clinic',
        '\'=HYPERLINK("http://evil.test")',
      ],
      [
        '07/03/2023 23:59:59',
        '2023-07-04T04:59:59.000000Z',
        received,
        'Some Body',
        'Chicago Clinic',
        'Of the third, "quoted", two lines',
      ],
    ])
    const listed = await readAll(days)
    expect(rows.slice(1).map((row) => row[1])).toEqual(listed.map(({ at }) => at))
  })

  test('takes person and words, and is itself written down', async () => {
    const query = { search: 'evil', user: tom.user._id, from: '2023-07-01', to: '2023-07-31' }
    expect((await exported(query)).rows).toHaveLength(2)
    expect((await exported({ ...query, user: clinic.user._id })).rows).toHaveLength(1)
    const own = await read({ search: 'exported the action log', user: clinic.user._id })
    expect(messages(own)).toContain(
      "Exported the action log (of Some Body, from 07/01/2023, to 07/31/2023, with the words 'evil')",
    )
  })

  test('holds thousands of entries, each once, and none that came in after it began', async () => {
    const big = await newOrganization(call, 'Big Clinic')
    const many = Array.from({ length: 4500 }, (_, k) =>
      entry(new Date(Date.UTC(2022, 0, 1) + k * 1000).toISOString(), `Entry ${k}`, big),
    )
    await logActions(database.pool, org(big), many, '2022-02-01T00:00:00Z')
    clock.now = new Date(clock.now.getTime() + 1000)
    const late = clock.now
    await logAction(
      database.pool,
      { ...org(big), org_name: 'Big Clinic', user_id: big.user._id, user_name: 'X' },
      'After it began',
      new Date(late.getTime() + 1),
    )
    const reply = await call('GET', path({ to: '2030-01-01' }, '/export'), { token: big.token })
    const rows = readCsv(reply.text.slice(1)).slice(1)
    const entries = rows.map((row) => row[5] ?? '').filter((message) => message.startsWith('Entry '))
    expect(entries).toEqual(Array.from({ length: 4500 }, (_, k) => `Entry ${4499 - k}`))
    expect(reply.text).not.toContain('After it began')
  })

  test('of an organization that has just begun is named after today', async () => {
    const fresh = await newOrganization(call, 'Fresh Clinic')
    const reply = await call('GET', path({ search: 'nothing at all' }, '/export'), { token: fresh.token })
    const { rows } = await database.pool.query<{ day: string }>(
      `select to_char(min(at) at time zone 'America/Chicago', 'MM.DD.YYYY') as day from "logged-actions" where org_id = $1`,
      [fresh.user.org_id],
    )
    expect(reply.headers['content-disposition']).toContain(`Action log ${rows[0]?.day} - `)
    // The file says who took it: that entry has the words of the search too.
    expect(readCsv(reply.text.slice(1)).map((row) => row[5])).toEqual([
      'Message',
      expect.stringContaining("Exported the action log (with the words 'nothing at all')"),
    ])
  })
})

test('[LOG-02] the log is a collection named logged-actions that the database itself lets nobody change', async () => {
  for (const statement of [
    'UPDATE "logged-actions" SET message = \'\'',
    'DELETE FROM "logged-actions"',
    'TRUNCATE "logged-actions"',
  ]) {
    await expect(database.pool.query(statement)).rejects.toThrow('logged-actions is append-only')
  }
})
