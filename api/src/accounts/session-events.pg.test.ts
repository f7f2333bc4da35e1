import { randomUUID } from 'node:crypto'
import type { Mutation, Op } from 'sync-protocol/records/mutation'
import { ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { expect, test } from 'vitest'
import { epochOf } from '../sync/testing-clinic.ts'
import { newOrganization, newUser, PASSWORD, testApp } from '../testing.ts'

const { call, database } = await testApp({ registration: 'open' })
const clinic = await newOrganization(call)
const epoch = await epochOf(database.pool)

/** Somebody on a tablet of their own, and what the log says of them since. */
async function somebody(perms: number[]) {
  const { user } = await newUser(call, clinic, perms)
  const place = { device: randomUUID(), lane: randomUUID() }
  let n = 0
  const logIn = async (more: object) => {
    const body = { email: user.email, password: PASSWORD, ...place, ...more }
    const reply = await call('POST', '/user/login', { body })
    return { token: String(reply.body['token']), push: String(reply.body['push_token']) }
  }
  const tell = async (token: string, action: string, id: string, ops: Op[] = []) => {
    const mutations: Mutation[] = [mutationOf(++n, id, action, ops)]
    const reply = await call('POST', '/sync/push', { token, body: pushOf(epoch, place, mutations) })
    expect([reply.status, reply.body['results']]).toEqual([
      200,
      [expect.objectContaining({ id, status: 'applied' })],
    ])
  }
  const logOut = (token: string, event?: string) =>
    call('POST', '/user/logout', { token, body: { keep_push: true, event } })
  const said = async () => {
    const { rows } = await database.pool.query<{ message: string }>(
      'select message from "logged-actions" where user_id = $1 order by received_at, ctid offset 1',
      [user._id],
    )
    return rows.map(({ message }) => message)
  }
  return { logIn, logOut, tell, said }
}

test.each([[[0]], [[1]]])(
  '[LOG-01] a sign-in whose answer was lost, and a sign-out, are one entry each, by whichever way they came (%j)',
  async (perms) => {
    const { logIn, logOut, tell, said } = await somebody(perms)
    const [entered, left, leftAgain] = [randomUUID(), randomUUID(), randomUUID()]
    const { token, push } = await logIn({ event: entered })
    await tell(push, 'session.log_in', entered)
    await logOut(token, left)
    await tell(push, 'session.log_out', left)
    expect(await said()).toEqual(['Logged in', 'Logged out'])
    const again = await logIn({ event: randomUUID() })
    await tell(again.push, 'session.log_out', leftAgain)
    await logOut(again.token, leftAgain)
    expect(await said()).toEqual(['Logged in', 'Logged out', 'Logged in', 'Logged out'])
  },
)

test('[LOG-01] what was done without the server is told by the tablet alone; reaching the server again is said as that', async () => {
  const { logIn, tell, said } = await somebody([1])
  const { push } = await logIn({ event: randomUUID(), continues: true })
  await tell(push, 'session.log_in_failed', randomUUID())
  await tell(push, 'session.log_in', randomUUID())
  await tell(push, 'session.log_out', randomUUID())
  expect(await said()).toEqual([
    'Reached the server again after logging in without a network',
    'Failed to log in without a network: the password was wrong',
    'Logged in without a network',
    'Logged out',
  ])
})

test('[LOG-01] nobody hides a sign-in or a change behind an id that the log knows', async () => {
  const { logIn, tell, said } = await somebody([1])
  const event = randomUUID()
  await logIn({ event })
  const { push } = await logIn({ event })
  const create: Op = { op: 'create', collection: 'drugs', _id: randomUUID(), content: ketamine() }
  await tell(push, 'session.log_in', event, [create])
  expect(await said()).toEqual(['Logged in', 'Logged in', expect.stringContaining("created drug 'Ketamine'")])
})
