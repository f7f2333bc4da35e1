import { describe, expect, test } from 'vitest'
import { newOrganization, newUser, PASSWORD, randomAddress, testApp } from '../testing.ts'

const { call, clock, database } = await testApp({ registration: 'open' })
const clinic = await newOrganization(call)
const WRONG = { success: false, code: 2 }
const login = (email: string, password: string, address: string) =>
  call('POST', '/user/login', { body: { email, password }, address })

describe('guessing', () => {
  test('[Q-143] is slowed with 429 and retry-after, for the right password too', async () => {
    const { user } = await newUser(call, clinic, [1])
    const address = randomAddress()
    for (let i = 0; i < 5; i++)
      expect((await login(user.email, 'guess 123', address)).body).toMatchObject(WRONG)
    const reply = await login(user.email, PASSWORD, address)
    expect([reply.status, reply.body['code'], reply.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '1',
    ])
    clock.now = new Date(clock.now.getTime() + 1000)
    expect((await login(user.email, PASSWORD, address)).body['success']).toBe(true)
    expect((await login(user.email, 'guess 123', address)).body).toMatchObject(WRONG)
  })

  test('[Q-143] many guesses at once are no more than one after another', async () => {
    const { user } = await newUser(call, clinic, [1])
    const address = randomAddress()
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => login(user.email, 'guess 123', address)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
  })

  test('[Q-143] from ever new addresses is slowed, but not for who signed in from where they are before', async () => {
    const { user } = await newUser(call, clinic, [1])
    const home = randomAddress()
    expect((await login(user.email, PASSWORD, home)).body['success']).toBe(true)
    const guesses = Array.from({ length: 60 }, (_, i) => login(user.email, 'guess 123', `192.0.2.${i}`))
    expect((await Promise.all(guesses)).filter(({ status }) => status === 200)).toHaveLength(50)
    expect((await login(user.email, PASSWORD, '198.51.100.1')).status).toBe(429)
    expect((await login(user.email, PASSWORD, home)).body['success']).toBe(true)
  })

  test('[Q-143] thirty staff behind one address sign in at once while an attacker guesses one of their accounts', async () => {
    const staff = [clinic]
    while (staff.length < 30) staff.push(await newUser(call, clinic, [1]))
    const behindOne = randomAddress()
    const [victim] = staff
    const attacker = randomAddress()
    const guesses = Array.from({ length: 100 }, () => login(victim?.user.email ?? '', 'guess 123', attacker))
    const replies = await Promise.all(staff.map(({ user }) => login(user.email, PASSWORD, behindOne)))
    expect(replies.map(({ status, body }) => [status, body['success']])).toEqual(staff.map(() => [200, true]))
    const guessed = await Promise.all(guesses)
    expect(guessed.filter(({ status }) => status === 429)).toHaveLength(95)
    // And once more, each of them several times: a success is never counted.
    for (let round = 0; round < 3; round++) {
      const again = await Promise.all(staff.map(({ user }) => login(user.email, PASSWORD, behindOne)))
      expect(again.every(({ body }) => body['success'] === true)).toBe(true)
    }
    // 155 passwords are checked: a busy machine may take as long.
  }, 90_000)
})

test('[LOG-01] a wrong password for a known account is written down, never what was typed; an unknown e-mail is not', async () => {
  const { user } = await newUser(call, clinic, [1])
  const address = randomAddress()
  const logged = async () => {
    const { rows } = await database.pool.query<{ message: string; user_id: string }>(
      `select message, user_id from "logged-actions" where message like 'Failed to log in from ' || $1 || '%'`,
      [address],
    )
    return rows
  }
  await login('nobody@elsewhere.test', 'typed secret', address)
  await login(user.email, 'typed secret', address)
  const message = `Failed to log in from ${address}: the password was wrong`
  await expect.poll(logged).toEqual([{ message, user_id: user._id }])
})
