import { expect, test } from 'vitest'
import { PASSWORD, randomAddress, SECRETS, testApp } from '../testing.ts'
import { accountStore } from './account-store.ts'
import type { Registration } from './registration.ts'
import { setupLine } from './setup-code.ts'

const form = (name: string) => ({
  name: 'Ann Lee',
  email: `${name}@clinic.test`,
  password: PASSWORD,
  confirm_password: PASSWORD,
  org_name: name,
  time_zone: 'America/Chicago',
})
/** The code that a start of this server prints, or undefined. */
async function printed(
  { database }: Pick<Awaited<ReturnType<typeof testApp>>, 'database'>,
  registration: Registration,
) {
  const line = await setupLine(accountStore(database), registration, SECRETS.jwt)
  return line && /setup code: (\S+)$/.exec(line)?.[1]
}

test('[Q-86] from another computer the first clinic needs the code that the server prints, the same at each start', async () => {
  const server = await testApp()
  const { call } = server
  const code = (await printed(server, 'first')) ?? ''
  expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/)
  expect(await printed(server, 'first')).toBe(code)
  const address = randomAddress()
  const without = await call('POST', '/user/register', { body: form('a'), address })
  expect([without.status, without.body]).toEqual([
    422,
    { success: false, code: 'invalid', field: 'setup_code', message: 'Please enter the setup code.' },
  ])
  const forwarded = { 'x-forwarded-for': '127.0.0.1' }
  expect((await call('POST', '/user/register', { body: form('a'), headers: forwarded })).status).toBe(422)
  const typed = { ...form('a'), setup_code: code.toLowerCase().replaceAll('-', '') }
  expect((await call('POST', '/user/register', { body: typed, address })).status).toBe(200)
  expect(await printed(server, 'first')).toBeUndefined()
  const late = await call('POST', '/user/register', { body: form('b'), address })
  expect([late.status, late.body['message']]).toEqual([403, 'Registration is closed.'])
})

test('[Q-86] wrong codes slow down who types them, and nobody else; the right one has to wait too', async () => {
  const server = await testApp()
  const { call, clock } = server
  const code = (await printed(server, 'first')) ?? ''
  const address = randomAddress()
  const guess = (setup_code: string, from = address) =>
    call('POST', '/user/register', { body: { ...form('a'), setup_code }, address: from })
  for (let count = 0; count < 5; count++) {
    expect((await guess('AAAA-AAAA-AAAA')).body).toMatchObject({ field: 'setup_code' })
  }
  expect((await guess(code)).status).toBe(429)
  expect((await guess('AAAA-AAAA-AAAA', randomAddress())).status).toBe(422)
  clock.now = new Date(clock.now.getTime() + 1000)
  expect((await guess(code)).status).toBe(200)
})

test('[Q-86] on the computer of the server none is asked for, and none where registration is open for all', async () => {
  const here = await testApp()
  expect((await here.call('POST', '/user/register', { body: form('a') })).status).toBe(200)
  const everybody = await testApp({ registration: 'open' })
  expect(await printed(everybody, 'open')).toBeUndefined()
  for (const name of ['a', 'b']) {
    const made = await everybody.call('POST', '/user/register', {
      body: form(name),
      address: randomAddress(),
    })
    expect(made.status).toBe(200)
  }
})
