import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { accountLog } from '../accounts/account-log-text.ts'
import { Undeliverable } from '../mail/message.ts'
import { letters, linkIn } from '../mail/testing-letters.ts'
import { smtpServer, TRUSTED, WITH_LOGIN } from '../mail/testing-smtp.ts'
import { newOrganization, testApp } from '../testing.ts'
import { requestReset, type PasswordResetParts } from './password-reset.ts'

const from = 'Elm Street Clinic <clinic@example.com>'
const smtp = await smtpServer()
afterAll(smtp.close)
const { app, call, clock, dataFolder, database, open } = await testApp({
  registration: 'open',
  mail: { smtpUrl: `smtp://${WITH_LOGIN}:${smtp.port}/?${TRUSTED}`, from },
})
const clinic = await newOrganization(call, 'Elm & Sons <Clinic>')
const path = `/services/password-reset-request/${clinic.user.email}`
const requestsInLog = async () =>
  (await database.pool.query(`select from "logged-actions" where message = $1`, [accountLog.requestedReset]))
    .rowCount ?? 0
const sameAnswer = [200, '{"success":true}']

test('[Q-92] a link arrives by e-mail, in words and as a button, and changes the password', async () => {
  const reply = await call('POST', path)
  expect([reply.status, reply.text]).toEqual(sameAnswer)
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 10_000 })
  const [{ from: sender, to, text }] = smtp.received as [(typeof smtp.received)[number]]
  expect([sender, to]).toEqual(['clinic@example.com', [clinic.user.email]])
  expect(text).toContain('Subject: Reset your password | Veterinary Anesthesia\r\n')
  expect(text).toContain('your account at Elm & Sons <Clinic>.\r\n')
  expect(text).toContain('your account at Elm &amp; Sons &lt;Clinic&gt;.</p>')
  const id = linkIn(text)
  expect(text.match(new RegExp(`href="https://clinic.test/reset-password/${id}"`, 'g'))).toHaveLength(2)
  const body = { password: 'Brand new 9!', confirm_password: 'Brand new 9!' }
  expect((await call('PUT', `/services/password-reset/confirm/${id}`, { body })).body['result']).toBe(true)
  expect(letters(dataFolder)).toEqual([])
})

test('[Q-92] nobody gets an e-mail who has no account', async () => {
  const before = smtp.received.length
  const reply = await call('POST', '/services/password-reset-request/nobody@clinic.test')
  expect([reply.status, reply.text]).toEqual(sameAnswer)
  clock.now = new Date(clock.now.getTime() + 3_600_000)
  await call('POST', path)
  await vi.waitFor(() => expect(smtp.received).toHaveLength(before + 1), { timeout: 10_000 })
  expect(smtp.received.at(-1)?.to).toEqual([clinic.user.email])
})

test('[Q-92] a link that the database can never hold is tried once', async () => {
  const jobs: Promise<void>[] = []
  const refused = Object.assign(new Error('invalid byte sequence'), { code: '22021' })
  const parts = {
    resets: { issue: () => Promise.reject(refused) },
    mail: {
      deliver: () => Promise.resolve(),
      queue: { add: (_: string, job: () => Promise<void>) => jobs.push(job()) },
    },
    throttle: { wait: () => Promise.resolve(0) },
    now: () => clock.now,
  }
  await requestReset(parts as unknown as PasswordResetParts, 'a@b.test', '10.0.0.1')
  await expect(jobs[0]).rejects.toThrow(Undeliverable)
  refused.code = '57P01'
  await requestReset(parts as unknown as PasswordResetParts, 'a@b.test', '10.0.0.1')
  await expect(jobs[1]).rejects.toBe(refused)
})

describe('[Q-92] without its mail server', () => {
  test('a request gets the same answer; the failure is logged, and an e-mail comes later, with a link that counts', async () => {
    await smtp.close()
    const logged = vi.spyOn(app.log, 'error')
    clock.now = new Date(clock.now.getTime() + 3_600_000)
    const before = await requestsInLog()
    const reply = await call('POST', path)
    expect([reply.status, reply.text]).toEqual(sameAnswer)
    const what = 'The e-mail with a password reset link was not sent; again in 5 s.'
    await vi.waitFor(() => expect(logged.mock.lastCall?.[1]).toBe(what), { timeout: 10_000 })
    const again = await smtpServer({}, smtp.port)
    try {
      await vi.waitFor(() => expect(again.received).toHaveLength(1), { timeout: 15_000, interval: 100 })
      const id = linkIn(again.received[0]?.text ?? '')
      expect((await call('GET', `/services/password-reset/${id}`)).body['result']).toBe(true)
      // The e-mail was tried twice; it was asked for once.
      expect(await requestsInLog()).toBe(before + 1)
    } finally {
      await again.close()
    }
  })

  test('no request waits for one that never speaks, and neither does the end of the server', async () => {
    const connected: Socket[] = []
    const silent = createServer((socket) => connected.push(socket))
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
    const { port } = silent.address() as AddressInfo
    // The other process counts the requests of this one.
    clock.now = new Date(clock.now.getTime() + 3_600_000)
    const other = open({ mail: { smtpUrl: `smtp://127.0.0.1:${port}`, from } })
    const reply = await other.inject({ method: 'POST', url: path })
    expect([reply.statusCode, reply.body]).toEqual(sameAnswer)
    await vi.waitFor(() => expect(connected).toHaveLength(1), { timeout: 10_000 })
    await other.close()
    for (const socket of connected) socket.destroy()
    await new Promise((closed) => silent.close(closed))
  })

  test('and while the database makes no link, a request gets the same answer, and its e-mail when it does', async () => {
    const again = await smtpServer({}, smtp.port)
    const logged = vi.spyOn(app.log, 'error')
    clock.now = new Date(clock.now.getTime() + 3_600_000)
    try {
      await database.pool.query('alter table password_resets rename to elsewhere')
      const reply = await call('POST', path)
      expect([reply.status, reply.text]).toEqual(sameAnswer)
      await vi.waitFor(() => expect(logged.mock.lastCall?.[0]).toMatchObject({ code: '42P01' }), {
        timeout: 10_000,
      })
      await database.pool.query('alter table elsewhere rename to password_resets')
      await vi.waitFor(() => expect(again.received).toHaveLength(1), { timeout: 15_000, interval: 100 })
    } finally {
      await again.close()
    }
  })
})
