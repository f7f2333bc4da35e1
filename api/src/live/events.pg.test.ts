import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import type { JsonObject } from 'sync-protocol/records/json'
import { ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { EVENT_BYTES_MAX, EVENT_RECORDS_MAX } from 'sync-protocol/wire/events'
import { readPull } from 'sync-protocol/wire/pull'
import { endEverySession } from '../accounts/session-store.ts'
import { inTransaction } from '../database/transaction.ts'
import { caller, givePermissions, newOrganization, newUser, testApp, type SignedIn } from '../testing.ts'
import { epochOf } from '../sync/testing-clinic.ts'
import { addressOf, headIn, listen, read } from './testing-stream.ts'

const { app, call, database, open } = await testApp({ registration: 'open' })
const epoch = await epochOf(database.pool)
/** Ends the connections over which the two hear each other. */
async function cutBetween(): Promise<void> {
  const { rowCount } = await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE pid <> pg_backend_pid() AND datname = current_database()
       AND query ~ '^LISTEN|pg_notify\\(\\$1, p\\)|^SELECT ''record_changes'''`,
  )
  expect(rowCount).toBe(2)
}

/** A second process on the same database, as far as the database can tell. */
const neighbour = open()
afterAll(() => neighbour.close())
const [here, there] = [await addressOf(app), await addressOf(neighbour)]

/** What a pull from there answers, as far as an event brings it. */
async function pulled(token: string, from: number) {
  const { body } = await call('GET', `/sync/pull?cursor=${from}`, { token })
  const { protocol, epoch: of, changes, cursor, ledger_head } = readPull(body)
  return {
    protocol,
    from,
    epoch: of,
    changes,
    cursor,
    ledger_head,
    server_time: expect.any(String) as string,
  }
}

function sender(token: string, through = call) {
  const lane = { device: randomUUID(), lane: randomUUID() }
  let n = 0
  return async (count = 1, content: (nth: number) => JsonObject = () => ketamine()) => {
    const mutations = Array.from({ length: count }, (_, nth) =>
      mutationOf((n += 1), randomUUID(), 'drug.create', [
        { op: 'create', collection: 'drugs', _id: randomUUID(), content: content(nth) },
      ]),
    )
    const reply = await through('POST', '/sync/push', { token, body: pushOf(epoch, lane, mutations) })
    return (reply.body as { head: number }).head
  }
}

test('a listener is told where the feed stands, and of each commit of its own organization only', async () => {
  const [clinic, other] = [await newOrganization(call), await newOrganization(call)]
  const stream = await listen(here, clinic.token)
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const first = /^event: change\ndata: \{"head":(\d+),"epoch":"[-\da-f]{36}"\}$/.exec(await stream.next())
  expect(first).not.toBeNull()
  await sender(other.token)()
  const send = sender(clinic.token)
  const head = await send(3)
  expect(head).toBe(Number(first?.[1]) + 3)
  expect(headIn(await stream.next())).toBe(head)
  const documented = await call('POST', '/injections/', {
    token: clinic.token,
    body: { species: 0, name: 'Cefazolin' },
  })
  expect(documented.status).toBe(200)
  expect(headIn(await stream.next())).toBe(head + 1)
})

test('what another process on the same database commits is told too', async () => {
  const clinic = await newOrganization(call)
  const stream = await listen(here, clinic.token)
  await stream.next()
  const head = await sender(clinic.token, caller(neighbour))()
  expect(headIn(await stream.next())).toBe(head)
})

test('after the database cut the connection between the processes, what they commit is told again', async () => {
  const clinic = await newOrganization(call)
  const stream = await listen(there, clinic.token)
  await stream.next()
  await cutBetween()
  // While nobody hears it: told once the connection stands again.
  const head = await sender(clinic.token)()
  expect(headIn(await stream.next())).toBe(head)
})

test('nobody without permission 1, without a token or with a push token may listen', async () => {
  const clinic = await newOrganization(call)
  const manager = await newUser(call, clinic, [0])
  expect((await listen(here, manager.token)).response.status).toBe(403)
  expect((await listen(here, 'nonsense')).response.status).toBe(401)
})

test('[L4] an event brings the small change itself: what a pull from where the listener stood would answer', async () => {
  const clinic = await newOrganization(call)
  const stream = await listen(here, clinic.token)
  let before = headIn(await stream.next())
  const send = sender(clinic.token)
  for (const content of [ketamine(), { ...ketamine(), name: 'Line\u2028and\u2029paragraph\r\n\n' }]) {
    const head = await send(1, () => content)
    const told = read(await stream.next())
    expect(told).toEqual({ head, epoch, page: await pulled(clinic.token, before) })
    expect(told.page?.changes).toMatchObject([{ seq: head, content: { name: content['name'] } }])
    before = head
  }
})

test('[L4] what this process commits is told as it stands in the feed, and is not read from there', async () => {
  const clinic = await newOrganization(call)
  const stream = await listen(here, clinic.token)
  const before = headIn(await stream.next())
  const lane = { device: randomUUID(), lane: randomUUID() }
  const [changed, deleted] = [randomUUID(), randomUUID()]
  const named = (_id: string, name: string) =>
    ({ op: 'create', collection: 'procedures', _id, content: { species: 0, name, notes: '' } }) as const
  const renamed = (base: number, was: string, name: string) =>
    ({
      op: 'update',
      collection: 'procedures',
      _id: changed,
      base,
      set: { name },
      was: { name: was },
    }) as const
  const pushed = [
    [named(changed, 'Spay'), named(randomUUID(), 'Neuter')],
    [named(deleted, 'Dental')],
    [renamed(1, 'Spay', 'Spay, young')],
    [{ op: 'delete', collection: 'procedures', _id: deleted, base: 1 } as const],
    [renamed(2, 'Spay, young', 'Spay, old')],
  ].map((ops, nth) => mutationOf(nth + 1, randomUUID(), 'procedure.edit', ops))
  const query = vi.spyOn(database.pool, 'query')
  const { body } = await call('POST', '/sync/push', {
    token: clinic.token,
    body: pushOf(epoch, lane, pushed),
  })
  expect(body['results']).toMatchObject(pushed.map(() => ({ status: 'applied' })))
  const told = read(await stream.next())
  const readings = query.mock.calls.filter(([asked]) => (asked as { name?: string }).name === 'pull')
  query.mockRestore()
  expect(readings).toEqual([])
  expect(told).toEqual({ head: before + 5, epoch, page: await pulled(clinic.token, before) })
  expect(told.page?.changes).toMatchObject([
    { content: { name: 'Neuter' } },
    { deleted: true },
    { content: { name: 'Spay, old' }, version: 3 },
  ])
})

test('[L1] [L4] events follow one another without a gap, however many commits each tells of', async () => {
  const clinic = await newOrganization(call)
  const streams = [await listen(here, clinic.token), await listen(there, clinic.token)]
  const firsts = await Promise.all(streams.map(async (stream) => headIn(await stream.next())))
  const senders = [sender(clinic.token), sender(clinic.token, caller(neighbour)), sender(clinic.token)]
  const sent = Promise.all(
    senders.map(async (send) => {
      for (let nth = 0; nth < 10; nth++) await send()
    }),
  )
  for (const [index, stream] of streams.entries()) {
    const first = firsts[index] ?? -1
    const seqs: number[] = []
    for (let at = first; at < first + 30;) {
      const { head, page } = read(await stream.next())
      expect(page).toMatchObject({ from: at, cursor: head })
      seqs.push(...(page?.changes ?? []).map(({ seq }) => seq))
      at = head
    }
    expect(seqs).toEqual(Array.from({ length: 30 }, (_, nth) => first + 1 + nth))
  }
  await sent
})

test('a change of many records or of many bytes is only told of, and the next small one comes whole', async () => {
  const clinic = await newOrganization(call)
  const stream = await listen(here, clinic.token)
  await stream.next()
  const send = sender(clinic.token)
  const many = await send(EVENT_RECORDS_MAX + 1)
  expect(read(await stream.next())).toEqual({ head: many, epoch })
  const notes = 'n'.repeat(EVENT_BYTES_MAX / 10)
  const lane = { device: randomUUID(), lane: randomUUID() }
  const large = Array.from({ length: 20 }, (_, nth) =>
    mutationOf(nth + 1, randomUUID(), 'procedure.create', [
      { op: 'create', collection: 'procedures', _id: randomUUID(), content: { name: 'Large', notes } },
    ]),
  )
  const { body } = await call('POST', '/sync/push', { token: clinic.token, body: pushOf(epoch, lane, large) })
  expect(read(await stream.next())).toEqual({ head: body['head'], epoch })
  const small = await send()
  expect(read(await stream.next())).toEqual({
    head: small,
    epoch,
    page: await pulled(clinic.token, small - 1),
  })
})

test('[P6] nothing is told to somebody whose permission, session or tablet was taken back while they listened', async () => {
  const clinic = await newOrganization(call)
  const listeners = []
  for (let nth = 0; nth < 4; nth++) listeners.push(await newUser(call, clinic, [1]))
  const [reader, leaver, carrier] = listeners as [SignedIn, SignedIn, SignedIn]
  const device = randomUUID()
  await database.pool.query('UPDATE sessions SET device = $2 WHERE user_id = $1', [carrier.user._id, device])
  const streams = await Promise.all(listeners.map(({ token }) => listen(here, token)))
  await Promise.all(streams.map((stream) => stream.next()))
  const send = sender(clinic.token)
  await givePermissions({ call, database }, clinic, reader, [0])
  await call('POST', '/user/logout', { token: leaver.token, body: {} })
  await database.pool.query(
    'INSERT INTO devices (org_id, device_id, first_seen, revoked_at) VALUES ($1, $2, now(), now())',
    [clinic.user.org_id, device],
  )
  const head = await send()
  const told = await Promise.all(streams.map((stream) => stream.next()))
  expect(told.slice(0, 3)).toEqual(['end', 'end', 'end'])
  expect(read(told[3] ?? '')).toMatchObject({ head, page: { cursor: head } })
  const again = await Promise.all(listeners.map(({ token }) => listen(here, token)))
  expect(again.map(({ response }) => response.status)).toEqual([403, 401, 403, 200])
})

test('[P6] whoever lost the right to listen is not listened to by any process, although nothing is committed to the feed', async () => {
  const clinic = await newOrganization(call)
  const calls: ((from: SignedIn) => Promise<unknown>)[] = [
    ({ user }) =>
      call('POST', '/organization/users/delete', { token: clinic.token, body: { _id: user._id } }),
    (from) => givePermissions({ call, database }, clinic, from, [0]),
    async ({ user }) => {
      const device = randomUUID()
      await database.pool.query('UPDATE sessions SET device = $2 WHERE user_id = $1', [user._id, device])
      await database.pool.query(
        'INSERT INTO devices (org_id, device_id, first_seen) VALUES ($1, $2, now())',
        [clinic.user.org_id, device],
      )
      return call('POST', '/organization/devices/revoke', { token: clinic.token, body: { _id: device } })
    },
    ({ user }) =>
      inTransaction(database.pool, (client) =>
        endEverySession(client, clinic.user.org_id, user._id, new Date()),
      ),
  ]
  const stays = await listen(there, clinic.token)
  await stays.next()
  for (const take of calls) {
    const from = await newUser(call, clinic, [1])
    const streams = [await listen(here, from.token), await listen(there, from.token)]
    for (const stream of streams) await stream.next()
    await take(from)
    for (const stream of streams) expect(await stream.next()).toBe('end')
  }
  const head = await sender(clinic.token)()
  expect(read(await stays.next())).toMatchObject({ head, page: { cursor: head } })
})

test('[P6] who was removed while the processes could not hear each other listens no longer once they do', async () => {
  const clinic = await newOrganization(call)
  const leaver = await newUser(call, clinic, [1])
  const streams = [await listen(here, leaver.token), await listen(there, leaver.token)]
  for (const stream of streams) await stream.next()
  await cutBetween()
  await call('POST', '/organization/users/delete', { token: clinic.token, body: { _id: leaver.user._id } })
  for (const stream of streams) expect(await stream.next()).toBe('end')
})

test('a server that closes ends its streams and does not wait for them', async () => {
  const third = open()
  const address = await addressOf(third)
  const clinic = await newOrganization(call)
  const stream = await listen(address, clinic.token)
  await stream.next()
  await third.close()
  expect(await stream.next()).toBe('end')
})
