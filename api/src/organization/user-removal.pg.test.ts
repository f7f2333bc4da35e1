import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newOrganization, newUser, PASSWORD, signIn, testApp, type SignedIn } from '../testing.ts'

const { call, database } = await testApp({ registration: 'open' })
const clinic = await newOrganization(call)
const remove = (by: SignedIn, _id: string) =>
  call('POST', '/organization/users/delete', { token: by.token, body: { _id } })
const KEEP_ONE = {
  success: false,
  code: 'conflict',
  message: 'At least one user must manage the organization.',
}

describe('a removed user', () => {
  test('[API-12] loses sessions and push tokens, keeps the row, frees the e-mail', async () => {
    const staff = await newUser(call, clinic, [1])
    const lane = { device: randomUUID(), lane: randomUUID() }
    const inAgain = await call('POST', '/user/login', {
      body: { email: staff.user.email, password: PASSWORD, ...lane },
    })
    expect((await remove(clinic, staff.user._id)).body).toEqual({ success: true })
    expect((await call('GET', '/user/confirm', { token: staff.token })).status).toBe(401)
    expect((await call('GET', '/user/confirm', { token: String(inAgain.body['token']) })).status).toBe(401)
    const push = await call('POST', '/sync/push', { token: String(inAgain.body['push_token']), body: {} })
    expect(push.status).toBe(401)
    const login = await call('POST', '/user/login', { body: { email: staff.user.email, password: PASSWORD } })
    expect(login.body).toMatchObject({ success: false, code: 2 })
    const list = await call('GET', '/organization/users', { token: clinic.token })
    expect(list.text).not.toContain(staff.user._id)
    const { rows } = await database.pool.query(
      `select name, removed_at is not null as removed,
         (select count(*)::int from push_tokens p where p.user_id = u.user_id and revoked_at is null) as tokens,
         (select count(*)::int from sessions s where s.user_id = u.user_id and revoked_at is null) as sessions
       from users u where user_id = $1`,
      [staff.user._id],
    )
    expect(rows).toEqual([{ name: 'Some Body', removed: true, tokens: 0, sessions: 0 }])
    const form = { name: 'Tom', email: staff.user.email, password: PASSWORD, confirm_password: PASSWORD }
    const again = await call('POST', '/organization/users/create', {
      token: clinic.token,
      body: { ...form, org_perms: [1] },
    })
    expect(again.status).toBe(200)
    expect((await signIn(call, staff.user.email)).user._id).not.toBe(staff.user._id)
  })

  test('[Q-85] does nothing either through a session that was opened at that very moment', async () => {
    const staff = await newUser(call, clinic, [1])
    const lane = { device: randomUUID(), lane: randomUUID() }
    const signedIn = await call('POST', '/user/login', {
      body: { email: staff.user.email, password: PASSWORD, ...lane },
    })
    await remove(clinic, staff.user._id)
    for (const table of ['sessions', 'push_tokens']) {
      await database.pool.query(`update ${table} set revoked_at = null where user_id = $1`, [staff.user._id])
    }
    expect((await call('GET', '/user/confirm', { token: staff.token })).status).toBe(401)
    const push = await call('POST', '/sync/push', { token: String(signedIn.body['push_token']), body: {} })
    expect(push.status).toBe(401)
  })

  test('[Q-80] is not found a second time', async () => {
    const staff = await newUser(call, clinic, [1])
    await remove(clinic, staff.user._id)
    expect((await remove(clinic, staff.user._id)).status).toBe(404)
    const body = { _id: staff.user._id, org_perms: [1] }
    expect((await call('POST', '/organization/users/update', { token: clinic.token, body })).status).toBe(404)
  })

  test('[Q-88] is never oneself', async () => {
    const reply = await remove(clinic, clinic.user._id)
    expect([reply.status, reply.body]).toEqual([409, KEEP_ONE])
    await newUser(call, clinic, [0])
    expect((await remove(clinic, clinic.user._id)).body).toEqual(KEEP_ONE)
    expect((await call('GET', '/user/confirm', { token: clinic.token })).status).toBe(200)
  })

  test('[Q-88] two managers who remove each other at once leave one', async () => {
    for (let round = 0; round < 5; round++) {
      const first = await newOrganization(call)
      const second = await newUser(call, first, [0, 1])
      const replies = await Promise.all([remove(first, second.user._id), remove(second, first.user._id)])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      const { rows } = await database.pool.query(
        'select count(*)::int as managers from users where org_id = $1 and removed_at is null and 0 = any(perms)',
        [first.user.org_id],
      )
      expect(rows).toEqual([{ managers: 1 }])
    }
  })
})
