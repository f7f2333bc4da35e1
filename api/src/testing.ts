import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Profile } from 'sync-protocol/wire/accounts'
import { afterAll } from 'vitest'
import { buildApp, type AppDependencies } from './app.ts'
import type { Database } from './database/connect.ts'
import { testDatabase } from './database/testing.ts'

export const PASSWORD = 'Correct horse 1'

export interface Call {
  token?: string | undefined
  body?: unknown
  /** Where the call comes from. */
  address?: string
  headers?: Record<string, string>
}
export interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  // What a reply holds is asserted by each test.
  body: Record<string, unknown>
  text: string
}

export const SECRETS = { jwt: 'j'.repeat(43), receipt: 'r'.repeat(43) }

/** The whole server over a database of the calling file's own, with a clock that the test moves; `log` where a level is given. */
export async function testApp(
  given: Partial<AppDependencies['config']> & Pick<AppDependencies, 'webRoot' | 'certificates'> = {},
) {
  const { webRoot, certificates, ...config } = given
  const database = await testDatabase()
  const dataFolder = mkdtempSync(join(tmpdir(), 'api-data-'))
  const clock = { now: new Date(), closing: false }
  const said: string[] = []
  const log: string[] = []
  /** Another process of the server; with a `database` of its own, one that shares nothing else with the first. */
  const open = (other: Partial<AppDependencies['config']> = {}, over: Database = database) =>
    buildApp({
      database: over,
      config: {
        dataFolder,
        backups: { folder: join(dataFolder, 'backups'), keep: 14, at: '02:00', passphrase: undefined },
        registration: 'first',
        demonstration: false,
        resetDemonstration: undefined,
        tls: undefined,
        trustProxy: false,
        mail: { smtpUrl: undefined, from: 'Clinic <clinic@clinic.test>' },
        publicUrl: 'https://clinic.test',
        logLevel: 'warn',
        metrics: undefined,
        ...config,
        ...other,
      },
      secrets: SECRETS,
      isClosing: () => clock.closing,
      now: () => clock.now,
      webRoot,
      certificates,
      say: (line) => said.push(line),
      ...(config.logLevel && { logTo: { write: (line: string) => void log.push(line) } }),
    })
  const app = open()
  afterAll(async () => {
    await app.close()
    rmSync(dataFolder, { recursive: true })
  })
  await app.ready()
  return { app, database, dataFolder, clock, said, log, call: caller(app), open }
}

export const caller =
  (app: FastifyInstance) =>
  async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    { token, body, address, headers }: Call = {},
  ): Promise<Answer> => {
    const reply = await app.inject({
      method,
      url,
      headers: { ...(token === undefined ? {} : { authorization: token }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
      ...(address === undefined ? {} : { remoteAddress: address }),
    })
    const json = String(reply.headers['content-type'] ?? '').includes('json')
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: json && reply.body !== '' ? (JSON.parse(reply.body) as Record<string, unknown>) : {},
      text: reply.body,
    }
  }
export type Caller = ReturnType<typeof caller>

export interface SignedIn {
  token: string
  user: Profile
}

export async function signIn(
  call: Caller,
  email: string,
  more: Call & { body?: object } = {},
): Promise<SignedIn> {
  const reply = await call('POST', '/user/login', {
    ...more,
    body: { email, password: PASSWORD, ...more.body },
  })
  if (reply.body['success'] !== true) throw new Error(`${email} did not get in: ${reply.text}`)
  return { token: String(reply.body['token']), user: reply.body['user'] as Profile }
}

/** Registers an organization (where that is open) and signs its first user in. */
export async function newOrganization(
  call: Caller,
  name = `Clinic ${randomUUID().slice(0, 8)}`,
): Promise<SignedIn> {
  const email = `${randomUUID().slice(0, 8)}@first.test`
  const body = { name: 'First User', email, password: PASSWORD, confirm_password: PASSWORD, org_name: name }
  const made = await call('POST', '/user/register', { body: { ...body, time_zone: 'America/Chicago' } })
  if (made.status !== 200) throw new Error(`${name} was not made: ${made.text}`)
  return signIn(call, email)
}

/** Adds a user and signs them in. */
export async function newUser(call: Caller, manager: SignedIn, perms: number[]): Promise<SignedIn> {
  const email = `${randomUUID().slice(0, 8)}@staff.test`
  const body = { name: 'Some Body', email, password: PASSWORD, confirm_password: PASSWORD, org_perms: perms }
  const made = await call('POST', '/organization/users/create', { token: manager.token, body })
  if (made.status !== 200) throw new Error(`${email} was not made: ${made.text}`)
  return signIn(call, email)
}

/** Permissions as the organization's manager gives them; none at all, which no form allows, by the database. */
export async function givePermissions(
  { call, database }: Pick<Awaited<ReturnType<typeof testApp>>, 'call' | 'database'>,
  manager: SignedIn,
  to: SignedIn,
  perms: readonly number[],
): Promise<void> {
  if (perms.length === 0) {
    await database.pool.query("UPDATE users SET perms = '{}' WHERE user_id = $1", [to.user._id])
    return
  }
  const body = { _id: to.user._id, org_perms: perms }
  const changed = await call('POST', '/organization/users/update', { token: manager.token, body })
  if (changed.status !== 200) throw new Error(changed.text)
}

const byte = () => randomInt(1, 250)
/** An address that no other test of the file calls from. */
export const randomAddress = () => `10.${byte()}.${byte()}.${byte()}`
