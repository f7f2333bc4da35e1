import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { connect } from '../database/connect.ts'
import { caller, newOrganization, newUser, PASSWORD, randomAddress, SECRETS, testApp } from '../testing.ts'
import { accountStore } from './account-store.ts'
import { setupLine } from './setup-code.ts'

/** A server, and another process of it: an app and connections of its own on the same database. */
async function twoProcesses(given: Parameters<typeof testApp>[0] = {}) {
  const first = await testApp(given)
  const another = () => {
    const database = connect(first.database.url)
    const app = first.open({}, database)
    const close = async () => {
      await app.close()
      await database.close()
    }
    afterAll(close)
    return { app, call: caller(app), close }
  }
  const second = another()
  await second.app.ready()
  return { ...first, another, second, both: [first.call, second.call] as const }
}

const { call, both, another, second, clock, database } = await twoProcesses({ registration: 'open' })
const clinic = await newOrganization(call)
const WRONG = { success: false, code: 2 }
const login = (by: typeof call, email: string, password: string, address: string) =>
  by('POST', '/user/login', { body: { email, password }, address })

describe('with two processes on one database', () => {
  test('[Q-143] guesses at a password are counted together, and a process that starts anew knows them', async () => {
    const { user } = await newUser(call, clinic, [1])
    const address = randomAddress()
    for (let i = 0; i < 5; i++)
      expect((await login(both[i % 2]!, user.email, 'guess 123', address)).body).toMatchObject(WRONG)
    for (const by of both) expect((await login(by, user.email, PASSWORD, address)).status).toBe(429)
    const { call: anew } = another()
    expect((await login(anew, user.email, PASSWORD, address)).status).toBe(429)
    clock.now = new Date(clock.now.getTime() + 1000)
    expect((await login(anew, user.email, PASSWORD, address)).body['success']).toBe(true)
    // What one forgave, all forgave.
    for (let i = 0; i < 5; i++)
      expect((await login(both[i % 2]!, user.email, 'guess 123', address)).body).toMatchObject(WRONG)
  })

  test('[Q-143] guesses at once through both are no more than one after another', async () => {
    const { user } = await newUser(call, clinic, [1])
    const address = randomAddress()
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, i) => login(both[i % 2]!, user.email, 'guess 123', address)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
  })

  test('guesses at the own password count with those at the login', async () => {
    const { user, token } = await newUser(call, clinic, [1])
    const address = randomAddress()
    const change = (by: typeof call) =>
      by('POST', '/user/password', {
        token,
        address,
        body: { old_password: 'guess 123', password: 'Brand new 9!', confirm_password: 'Brand new 9!' },
      })
    for (let i = 0; i < 4; i++) expect((await change(both[i % 2]!)).status).toBe(422)
    expect((await login(both[1], user.email, 'guess 123', address)).body).toMatchObject(WRONG)
    for (const by of both) expect((await change(by)).status).toBe(429)
  })

  test('[Q-92] requests for a link are counted together', async () => {
    const request = (by: typeof call) =>
      by('POST', '/services/password-reset-request/somebody@clinic.test', { address: randomAddress() })
    const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => request(both[i % 2]!)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
  })

  test('[Q-86] wrong setup codes are counted together, one after another and at once', async () => {
    const server = await twoProcesses()
    const line = await setupLine(accountStore(server.database), 'first', SECRETS.jwt)
    const code = /setup code: (\S+)$/.exec(line ?? '')?.[1] ?? ''
    const guess = (by: typeof call, setup_code: string, address: string) =>
      by('POST', '/user/register', {
        address,
        body: {
          name: 'Ann Lee',
          email: 'ann@clinic.test',
          password: PASSWORD,
          confirm_password: PASSWORD,
          org_name: 'Elm Street',
          setup_code,
        },
      })
    const address = randomAddress()
    const guesses = Array.from({ length: 20 }, (_, i) =>
      guess(server.both[i % 2]!, 'AAAA-AAAA-AAAA', address),
    )
    expect((await Promise.all(guesses)).filter(({ status }) => status === 422)).toHaveLength(5)
    for (const by of server.both) expect((await guess(by, code, address)).status).toBe(429)
    server.clock.now = new Date(server.clock.now.getTime() + 1000)
    expect((await guess(server.both[1], code, address)).status).toBe(200)
  })

  test('a server that listens removes what a day forgot', async () => {
    await database.pool.query(
      "insert into slowdowns (name, key, count, last) values ('sign-in', 'of yesterday', 5, $1)",
      [new Date(clock.now.getTime() - 24 * 3_600_000)],
    )
    const of = (app: FastifyInstance) => app.listen({ host: '127.0.0.1', port: 0 })
    await of(second.app)
    await expect
      .poll(
        async () => (await database.pool.query("select from slowdowns where key = 'of yesterday'")).rowCount,
      )
      .toBe(0)
  })
})
