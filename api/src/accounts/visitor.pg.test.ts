import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { PASSWORD, testApp } from '../testing.ts'
import { passwordFile } from './demonstration.ts'

describe('the demonstration is tried without a password', async () => {
  const { call, dataFolder, open } = await testApp({ demonstration: 'library' })
  const visit = () => call('POST', '/demonstration/visit')
  const signIn = async (who: { email?: unknown; password?: unknown }) =>
    (await call('POST', '/user/login', { body: { email: who.email, password: who.password } })).body as {
      success: boolean
      token?: string
      user: { _id: string; org_perms: number[]; demo: boolean }
    }

  test('by a visitor of its own, who never manages it', async () => {
    const { status, body } = await visit()
    expect(status).toBe(200)
    const { user } = await signIn(body)
    expect(user).toMatchObject({ name: 'Val Visitor', org_perms: [1, 2, 3], demo: true })
    const password = (await readFile(passwordFile(dataFolder), 'utf8')).trim()
    expect(body['password']).not.toBe(password)
    // The next one is the same, also after another start.
    const again = open()
    await again.ready()
    const later = (await again.inject({ method: 'POST', url: '/demonstration/visit' })).json<typeof body>()
    await again.close()
    expect(later).toEqual(body)
    expect((await signIn(later)).user._id).toBe(user._id)
  })

  test('has again what others took or gave, and comes back when removed', async () => {
    const password = (await readFile(passwordFile(dataFolder), 'utf8')).trim()
    const { token } = await signIn({ email: 'lead@demo.test', password })
    const { user } = await signIn((await visit()).body)
    const given = await call('POST', '/organization/users/update', {
      token: String(token),
      body: { _id: user._id, org_perms: [0, 1] },
    })
    expect(given.status).toBe(200)
    expect((await signIn((await visit()).body)).user.org_perms).toEqual([1, 2, 3])
    const removed = await call('POST', '/organization/users/delete', {
      token: String(token),
      body: { _id: user._id },
    })
    expect(removed.status).toBe(200)
    const next = await signIn((await visit()).body)
    expect(next.user).toMatchObject({ org_perms: [1, 2, 3], demo: true })
    expect(next.user._id).not.toBe(user._id)
  })

  test('is refused to whoever asks too often', async () => {
    const statuses: number[] = []
    for (let nth = 0; nth < 25; nth++) statuses.push((await visit()).status)
    expect(statuses).toContain(429)
  })

  test('ends when a clinic works on the server', async () => {
    const registered = await call('POST', '/user/register', {
      body: {
        name: 'Ann Lee',
        email: 'ann@clinic.test',
        password: PASSWORD,
        confirm_password: PASSWORD,
        org_name: 'Elm Street Clinic',
      },
    })
    expect(registered.status).toBe(200)
    const again = open()
    await again.ready()
    const reply = await again.inject({ method: 'POST', url: '/demonstration/visit' })
    await again.close()
    expect([reply.statusCode, reply.json()]).toMatchObject([404, { code: 'not_found' }])
  })
})

test('there is nothing to try where there is no demonstration', async () => {
  const { call } = await testApp()
  const { status, body } = await call('POST', '/demonstration/visit')
  expect([status, body['message']]).toEqual([404, 'There is no demonstration to try on this server.'])
})
