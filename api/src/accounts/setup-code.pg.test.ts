import { expect, test } from 'vitest'
import { PASSWORD, randomAddress, testApp } from '../testing.ts'

const form = (name: string) => ({
  name: 'Ann Lee',
  email: `${name}@clinic.test`,
  password: PASSWORD,
  confirm_password: PASSWORD,
  org_name: name,
  time_zone: 'America/Chicago',
})
const printed = (said: readonly string[]) => /setup code: (\S+)/.exec(said.join('\n'))?.[1] ?? ''

test('[Q-86] from another computer the first clinic needs the code that the server prints, the same at each start', async () => {
  const { call, said, open } = await testApp()
  const code = printed(said)
  expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/)
  const again = open()
  await again.ready()
  await again.close()
  expect(printed(said.slice(1))).toBe(code)
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
  const late = await call('POST', '/user/register', { body: form('b'), address })
  expect([late.status, late.body['message']]).toEqual([403, 'Registration is closed.'])
})

test('[Q-86] wrong codes slow down who types them, and nobody else; the right one has to wait too', async () => {
  const { call, said, clock } = await testApp()
  const address = randomAddress()
  const guess = (setup_code: string, from = address) =>
    call('POST', '/user/register', { body: { ...form('a'), setup_code }, address: from })
  for (let count = 0; count < 5; count++) {
    expect((await guess('AAAA-AAAA-AAAA')).body).toMatchObject({ field: 'setup_code' })
  }
  expect((await guess(printed(said))).status).toBe(429)
  expect((await guess('AAAA-AAAA-AAAA', randomAddress())).status).toBe(422)
  clock.now = new Date(clock.now.getTime() + 1000)
  expect((await guess(printed(said))).status).toBe(200)
})

test('[Q-86] on the computer of the server none is asked for, and none where registration is open for all', async () => {
  const here = await testApp()
  expect((await here.call('POST', '/user/register', { body: form('a') })).status).toBe(200)
  const everybody = await testApp({ registration: 'open' })
  expect(printed(everybody.said)).toBe('')
  for (const name of ['a', 'b']) {
    const made = await everybody.call('POST', '/user/register', {
      body: form(name),
      address: randomAddress(),
    })
    expect(made.status).toBe(200)
  }
})
