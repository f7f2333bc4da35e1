import { afterAll, expect, test, vi } from 'vitest'
import { accountLog } from '../accounts/account-log-text.ts'
import { connect } from '../database/connect.ts'
import { wayToDatabase } from '../database/testing-silence.ts'
import { letters, linkIn, nextLetter } from '../mail/testing-letters.ts'
import { caller, newOrganization, PASSWORD, testApp } from '../testing.ts'

const { call: callNear, clock, database, dataFolder, open } = await testApp({ registration: 'open' })
let way = await wayToDatabase(database.url)
const far = connect(way.url, { onLost: () => undefined })
const app = open({}, far)
await app.ready()
const call = caller(app)
afterAll(async () => {
  await app.close()
  await far.close()
  await way.close()
})
/** The database is down, its connections with it, while `work` runs. */
async function away<T>(work: () => Promise<T>): Promise<T> {
  await way.close()
  try {
    return await work()
  } finally {
    way = await wayToDatabase(database.url, way.port)
  }
}
const { email } = (await newOrganization(callNear, 'Elm Street Clinic')).user
const ask = () => call('POST', `/services/password-reset-request/${email}`)
const signsIn = async (password: string) =>
  (await callNear('POST', '/user/login', { body: { email, password } })).body['success']
const requestsInLog = async () =>
  (await database.pool.query(`select from "logged-actions" where message = $1`, [accountLog.requestedReset]))
    .rowCount ?? 0
/** Runs `work` once a statement waits for this lock of the table; then the lock is given. */
async function amid<T>(table: string, start: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const blocker = await database.pool.connect()
  try {
    await blocker.query(`begin; lock table ${table} in access exclusive mode`)
    const started = start()
    await vi.waitFor(async () => {
      const { rowCount } = await blocker.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rowCount).toBe(1)
    })
    const done = await work()
    await started
    return done
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
}
const unavailable = {
  success: false,
  code: 'unavailable',
  message: 'The server cannot answer at the moment. Please try again.',
}

test('[API-05] a link asked for while the database is away is refused in a sentence, and no e-mail follows', async () => {
  const refused = await away(ask)
  expect([refused.status, refused.body]).toEqual([503, unavailable])
  expect((await ask()).status).toBe(200)
  await nextLetter(dataFolder, 1)
  expect([letters(dataFolder).length, await requestsInLog()]).toEqual([1, 1])
})

test('[Q-92] a database that goes away after the answer: one e-mail, once it is back', async () => {
  clock.now = new Date(clock.now.getTime() + 3_600_000)
  const before = [letters(dataFolder).length, await requestsInLog()] as const
  const failed = vi.spyOn(app.log, 'error')
  const ended = await amid(
    'password_resets',
    async () => expect((await ask()).status).toBe(200),
    () =>
      away(async () => {
        await vi.waitFor(() =>
          expect(failed.mock.lastCall?.[1]).toMatch(/link was not sent; again in 5 s\.$/),
        )
        return letters(dataFolder).length
      }),
  )
  expect(ended).toBe(before[0])
  const id = linkIn(await nextLetter(dataFolder, before[0] + 1))
  expect((await call('GET', `/services/password-reset/${id}`)).body['result']).toBe(true)
  expect([letters(dataFolder).length, await requestsInLog()]).toEqual([before[0] + 1, before[1] + 1])
})

test('[API-07] a database that goes away amid the change: 503, the old password and the link still hold', async () => {
  clock.now = new Date(clock.now.getTime() + 3_600_000)
  const before = letters(dataFolder).length
  await ask()
  const id = linkIn(await nextLetter(dataFolder, before + 1))
  const choose = () =>
    call('PUT', `/services/password-reset/confirm/${id}`, {
      body: { password: 'Brand new 9!', confirm_password: 'Brand new 9!' },
    })
  let reply: ReturnType<typeof choose> | undefined
  await amid(
    '"logged-actions"',
    async () => (reply = choose()),
    () => away(async () => void (await reply)),
  )
  const refused = await reply
  expect([refused?.status, refused?.body]).toEqual([503, unavailable])
  expect([await signsIn('Brand new 9!'), await signsIn(PASSWORD)]).toEqual([false, true])
  expect((await choose()).body).toEqual({ success: true, result: true })
  expect(await signsIn('Brand new 9!')).toBe(true)
})
