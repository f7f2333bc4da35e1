import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { caller, newOrganization, newUser, testApp } from '../testing.ts'
import { epochOf } from '../sync/testing-clinic.ts'

const { app, call, database, open } = await testApp({ registration: 'open' })
const epoch = await epochOf(database.pool)
/** A second process on the same database, as far as the database can tell. */
const neighbour = open()
afterAll(() => neighbour.close())
const addressOf = async (server: typeof app) => {
  await server.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}
const [here, there] = [await addressOf(app), await addressOf(neighbour)]

const opened: AbortController[] = []
afterEach(() => {
  for (const each of opened.splice(0)) each.abort()
})

/** Listens, and gives what comes, one event or comment at a time. */
async function listen(address: string, token: string) {
  const ended = new AbortController()
  opened.push(ended)
  const response = await fetch(`${address}/sync/events`, {
    headers: { authorization: token },
    signal: ended.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<string> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        return block
      }
      const read = await reader?.read()
      if (!read || read.done) return 'end'
      text += read.value
    }
  }
  return { response, next, stop: () => ended.abort() }
}

const change = (head: number) => `event: change\ndata: {"head":${head}}`

function sender(token: string, through = call) {
  const lane = { device: randomUUID(), lane: randomUUID() }
  let n = 0
  return async (count = 1) => {
    const mutations = Array.from({ length: count }, () =>
      mutationOf((n += 1), randomUUID(), 'drug.create', [
        { op: 'create', collection: 'drugs', _id: randomUUID(), content: ketamine() },
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
  const first = /^event: change\ndata: \{"head":(\d+)\}$/.exec(await stream.next())
  expect(first).not.toBeNull()
  await sender(other.token)()
  const send = sender(clinic.token)
  const head = await send(3)
  expect(head).toBe(Number(first?.[1]) + 3)
  expect(await stream.next()).toBe(change(head))
  const documented = await call('POST', '/injections/', {
    token: clinic.token,
    body: { species: 0, name: 'Cefazolin' },
  })
  expect(documented.status).toBe(200)
  expect(await stream.next()).toBe(change(head + 1))
})

test('what another process on the same database commits is told too', async () => {
  const clinic = await newOrganization(call)
  const stream = await listen(here, clinic.token)
  await stream.next()
  const head = await sender(clinic.token, caller(neighbour))()
  expect(await stream.next()).toBe(change(head))
})

test('after the database cut the connection between the processes, what they commit is told again', async () => {
  const clinic = await newOrganization(call)
  const stream = await listen(there, clinic.token)
  await stream.next()
  const { rowCount } = await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE pid <> pg_backend_pid() AND datname = current_database() AND query ~ '^LISTEN|pg_notify'`,
  )
  expect(rowCount).toBe(2)
  // While nobody hears it: told once the connection stands again.
  const head = await sender(clinic.token)()
  expect(await stream.next()).toBe(change(head))
})

test('nobody without permission 1, without a token or with a push token may listen', async () => {
  const clinic = await newOrganization(call)
  const manager = await newUser(call, clinic, [0])
  expect((await listen(here, manager.token)).response.status).toBe(403)
  expect((await listen(here, 'nonsense')).response.status).toBe(401)
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
