import { verifyLedger } from 'sync-protocol/rules/ledger'
import type { LedgerReply } from 'sync-protocol/wire/ledger'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi, type ApiRecord } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { exitDraw, saveDraw } from './draw-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { startPostgres, type OwnPostgres } from './own-postgres.ts'
import { freePort, startServer, type Server } from './server.ts'
import { readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

const ANA = 'ana@clinic.test'
const PASSWORD = 'Correct horse 1'

let port: number
let postgres: OwnPostgres
let standby: OwnPostgres | undefined
let server: Server
let tablet: Tablet

picturesOfFailures(() => tablet)

beforeAll(async () => {
  port = await freePort()
  postgres = await startPostgres(port)
  await postgres.ask('CREATE DATABASE clinic')
  standby = await postgres.standby(await freePort())
  server = await startServer({ DATABASE_URL: postgres.url('clinic') })
  const answer = await fetch(`${server.url}/user/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Ana Author',
      email: ANA,
      password: PASSWORD,
      confirm_password: PASSWORD,
      org_name: 'Hill Clinic',
      time_zone: 'America/Chicago',
      library: 'demonstration',
    }),
  })
  if (answer.status !== 200) throw new Error(`No clinic was made: ${answer.status}.`)
  tablet = await openTablet()
})
afterAll(async () => {
  await tablet.close()
  await server.stop()
  await standby?.stop()
  await postgres.stop()
})

const drawn = async () => {
  const draws = await (await signInToApi(server.url, ANA, PASSWORD)).records('draws')
  return draws
    .map(({ content }: ApiRecord) => ((content ?? {})['sheet_data'] as { patient_name: string }).patient_name)
    .sort()
}

async function saveFor(patient: string): Promise<void> {
  const { page } = tablet
  await saveDraw(page, { drug: 'Butorphanol', procedure: 'Castration', patient, volume: '0.2' })
  await exitDraw(page)
  await syncSays(page, 'All sent')
}

/** Everything is back, once, in a history that the server began by itself and its ledger tells of. */
async function allIsBack(patients: string[], restores: number): Promise<void> {
  const { page } = tablet
  await serverIsBack(page)
  await expect.poll(drawn, { timeout: 60_000 }).toEqual(patients)
  await syncSays(page, 'All sent', 60_000)
  const lead = await signInToApi(server.url, ANA, PASSWORD)
  const { entries, head } = await lead.get<LedgerReply>('/ledger')
  const verified = verifyLedger(entries)
  expect(verified).toMatchObject({ ok: true, head })
  expect(entries.filter(({ op }) => op === 'restore')).toHaveLength(restores)
  const facts = entries.filter((entry) => entry.op !== 'restore')
  expect(new Set(facts.map(({ record }) => record._id)).size).toBe(facts.length)
}

test('[L6] [P1] a replica that was behind is promoted: what it had not heard of comes back from the tablet', async () => {
  const { page } = tablet
  await signIn(page, server.url, ANA, PASSWORD)
  await readyForOffline(page)
  await page.goto(`${server.url}/single-draws/canine`)
  await saveFor('On both')
  if (standby === undefined) throw new Error('Nothing follows.')
  const follows = standby
  const [{ lsn } = {}] = await postgres.ask('SELECT pg_current_wal_lsn() AS lsn')
  await expect
    .poll(
      async () =>
        (await follows.ask(`SELECT pg_last_wal_replay_lsn() >= '${String(lsn)}' AS yes`))[0]?.['yes'],
    )
    .toBe(true)
  // The network between the two breaks.
  await follows.ask("ALTER SYSTEM SET primary_conninfo = ''")
  await follows.ask('SELECT pg_reload_conf()')
  await expect
    .poll(async () => (await follows.ask('SELECT count(*)::int AS n FROM pg_stat_wal_receiver'))[0]?.['n'])
    .toBe(0)
  await saveFor('On the first alone')
  expect(await drawn()).toEqual(['On both', 'On the first alone'])

  await postgres.crash()
  await follows.ask('SELECT pg_promote()')
  await follows.moveTo(port)
  await expect.poll(() => drawn().catch(() => []), { timeout: 30_000 }).not.toEqual([])
  await allIsBack(['On both', 'On the first alone'], 1)
  expect(server.output()).toContain('A new history begins')
})

test('[L6] [P1] a database that was put back from a dump: what was taken since comes back from the tablet', async () => {
  if (standby === undefined) throw new Error('Nothing was promoted.')
  await tablet.page.goto(`${server.url}/single-draws/canine`)
  const loadDump = await standby.dump('clinic')
  await saveFor('Since the dump')
  const all = ['On both', 'On the first alone', 'Since the dump']
  expect(await drawn()).toEqual(all)
  await server.stop()
  await standby.ask('ALTER DATABASE clinic RENAME TO lost')
  await loadDump('clinic')
  await server.restart()
  expect(await drawn()).toEqual(all.slice(0, 2))
  await allIsBack(all, 2)
  expect(server.output()).toContain('A new history begins')
})
