import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { buildApp } from '../app.ts'
import { restoreBackup } from '../database/backup/restore-backup.ts'
import { connect } from '../database/connect.ts'
import { emptyDatabase } from '../database/testing.ts'
import { caller } from '../testing.ts'

/** What the app of the previous release said to the server of then, and what it was answered: see web/e2e/previous-release. */
interface RecordedCall {
  method: 'GET' | 'POST'
  path: string
  token?: string
  body?: unknown
  status: number
  answer?: Answered
}
interface Answered {
  token?: string
  push_token?: string
  epoch?: string
  server_time?: string
  ledger_head?: unknown
  protocol?: number
  results?: { status: string; receipt?: string }[]
}

/** The half of a receipt that says what was taken is as it was then. The other half names the epoch since, and no tablet reads it. */
const sameWord = (receipt: string): unknown =>
  expect.stringMatching(new RegExp(`^${receipt.slice(0, 32)}[0-9a-f]{32}$`))

const folder = resolve(import.meta.dirname, 'previous-release')
const read = (name: string) => readFileSync(join(folder, name))
const calls = JSON.parse(gunzipSync(read('calls.json.gz')).toString('utf8')) as RecordedCall[]
const dataFolder = mkdtempSync(join(tmpdir(), 'api-data-'))
const clock = { now: new Date() }

const url = await emptyDatabase('template0')
await restoreBackup(url, createReadStream(join(folder, 'before.backup')))
const database = connect(url)
// The backup stands for the very server of then, so its epoch keeps its name.
await database.pool.query('UPDATE installation SET epoch = $1', [
  calls.find(({ answer }) => answer?.epoch !== undefined)?.answer?.epoch,
])
const app = buildApp({
  database,
  config: {
    dataFolder,
    backups: { folder: join(dataFolder, 'backups'), keep: 14, at: undefined, passphrase: undefined },
    registration: 'first',
    demonstration: false,
    resetDemonstration: undefined,
    tls: undefined,
    trustProxy: false,
    mail: { smtpUrl: undefined, from: 'Clinic <clinic@clinic.test>' },
    publicUrl: 'https://clinic.test',
    logLevel: 'warn',
    metrics: undefined,
  },
  secrets: JSON.parse(read('keys-of-a-server-that-is-gone.json').toString()) as {
    jwt: string
    receipt: string
  },
  now: () => clock.now,
  webRoot: undefined,
  say: () => undefined,
})
await app.ready()
const call = caller(app)
afterAll(async () => {
  await app.close()
  await database.close()
  rmSync(dataFolder, { recursive: true })
})

test('[W1] [P1] what the app of the previous release sends is answered as it was then', async () => {
  const tokens = new Map<string, string>()
  const outcomes = new Set<string>()
  for (const { method, path, token, body, status, answer } of calls) {
    clock.now = new Date(answer?.server_time ?? clock.now)
    const said = await call(method, path, { token: token && (tokens.get(token) ?? token), body })
    // It is told to update itself before it reads; what it has unsent is taken all the same.
    if (/^\/sync\/(pull|snapshot)\?/.test(path)) {
      expect(said).toMatchObject({ status: 426, body: { code: 'protocol_unsupported' } })
      continue
    }
    expect([path, said.status]).toEqual([path, status])
    // A token is new each time; the ledger holds one entry more here, of the restored backup.
    const { token: then, push_token: pushThen, ledger_head: _, results, ...rest } = answer ?? {}
    if (then !== undefined) tokens.set(then, String(said.body['token']))
    if (pushThen !== undefined) tokens.set(pushThen, String(said.body['push_token']))
    // The server names its own number.
    if (answer?.protocol !== undefined) rest.protocol = PROTOCOL
    const asThen = results?.map(({ receipt, ...each }) =>
      receipt === undefined ? each : { ...each, receipt: sameWord(receipt) },
    )
    expect({ path, ...said.body }).toMatchObject({ path, ...rest, ...(asThen && { results: asThen }) })
    for (const result of results ?? []) outcomes.add(result.status)
  }
  expect([...outcomes].sort()).toEqual(['applied', 'conflict', 'rejected'])
  const pushed = calls.flatMap(({ path, body }) =>
    path === '/sync/push' ? (body as { mutations: { action: string }[] }).mutations : [],
  )
  expect(new Set(pushed.map(({ action }) => action))).toEqual(
    new Set([
      'session.log_out',
      'session.log_in',
      'draft.save',
      'sheet.save',
      'draw.create',
      'balance.create',
      'procedure.update',
      'injection.delete',
    ]),
  )
})

test('[P1] [W1] and sent once more it has no second effect', async () => {
  const facts = async () =>
    (await database.pool.query('SELECT collection, record_id, version FROM records ORDER BY 1, 2')).rows
  const before = await facts()
  const zoe = calls.find(({ path }) => path === '/user/login')
  expect(zoe).toBeDefined()
  const people = calls.filter(({ path, status }) => path === '/user/login' && status === 200)
  for (const each of calls.filter(({ path }) => path === '/sync/push')) {
    const speaker = people.findLast(
      ({ answer }) => answer?.token === each.token || answer?.push_token === each.token,
    )
    if (!speaker) continue
    const { body } = await call('POST', '/user/login', { body: speaker.body })
    const again = await call('POST', '/sync/push', { token: String(body['token']), body: each.body })
    const { results } = again.body as { results: { replayed?: boolean }[] }
    expect(results.every(({ replayed }) => replayed === true)).toBe(true)
  }
  expect(await facts()).toEqual(before)
})
