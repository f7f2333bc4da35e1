import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { asDatabaseOwner } from './database.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { clinicOf, recordedTablet, rowsOf } from './previous-release/read-fixture.ts'
import { loadTablet } from './previous-release/tablet-dump.ts'
import { startServer, type Server } from './server.ts'
import { logOut, readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

const recorded = resolve(import.meta.dirname, 'previous-release')
const { about } = recordedTablet()
const { zoe, vera, tom } = about.people

interface Row {
  id: string
  hash: string
  user_id: string
}

/** The server of the previous release, brought to this one. */
async function serverOfThen(): Promise<Server> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'e2e-data-'))
  mkdirSync(dataFolder, { recursive: true })
  copyFileSync(join(recorded, 'keys-of-a-server-that-is-gone.json'), join(dataFolder, 'secrets.json'))
  const server = await startServer({ DEMO: 'off', DATA_DIR: dataFolder })
  const command = resolve(import.meta.dirname, '../../api/dist/database/backup/restore-command.js')
  const { status, stderr } = spawnSync(process.execPath, [command, join(recorded, 'after.backup')], {
    env: { ...process.env, DATA_DIR: dataFolder },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return server
}

describe('[T8] a tablet of the previous release with a full outbox goes through the update', () => {
  let server: Server
  let tablet: Tablet
  let api: ApiClient
  let unsent: Row[]

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await serverOfThen()
    const [{ epoch } = { epoch: '' }] = (await asDatabaseOwner(server, 'SELECT epoch FROM installation')) as {
      epoch: string
    }[]
    const dump = recordedTablet(epoch)
    unsent = rowsOf<Row & { done: number }>(dump, 'outbox').filter(({ done }) => done === 0)
    tablet = await openTablet()
    // A page of this origin that is not the app: its databases stand there before the app of today opens them.
    await tablet.page.goto(`${server.url}/health`)
    await loadTablet(tablet.page, dump)
    const versions = await tablet.page.evaluate(() => indexedDB.databases())
    const stands = versions.find(({ name }) => name === clinicOf(dump).name)
    if (stands?.version !== clinicOf(dump).version) throw new Error('The app of today opened it already.')
    api = await signInToApi(server.url, zoe.email, about.password)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  const authored = async (collection: string, name: (content: Record<string, unknown>) => unknown) =>
    (await api.records(collection))
      .map(({ content, meta }) => `${String(name(content ?? {}))}: ${meta.author_name}`)
      .sort()

  test('everything unsent of both its people arrives once, under who made it, with its content', async () => {
    const { page } = tablet
    expect(unsent.length).toBeGreaterThan(15)
    expect(new Set(unsent.map(({ user_id }) => user_id)).size).toBe(2)
    await page.goto(`${server.url}/patients/canine`)
    await signIn(page, server.url, tom.email, about.password)
    await syncSays(page, 'All sent', 90_000)
    const ids = unsent.map(({ id }) => `'${id}'`).join(', ')
    const there = (await asDatabaseOwner(
      server,
      `SELECT mutation_id AS id, hash, user_id, status FROM mutations WHERE mutation_id IN (${ids})`,
    )) as (Row & { status: string })[]
    const byId = (a: Row, b: Row) => (a.id < b.id ? -1 : 1)
    expect(there.toSorted(byId)).toEqual(
      unsent.map(({ id, hash, user_id }) => ({ id, hash, user_id, status: 'applied' })).toSorted(byId),
    )
    expect(await authored('sheets', ({ name }) => name)).toEqual([
      `Sent already: ${vera.name}`,
      `Tom’s unsent sheet: ${tom.name}`,
      `Vera’s unsent sheet: ${vera.name}`,
    ])
    const draws = await authored(
      'draws',
      (content) => (content['sheet_data'] as { patient_name: string }).patient_name,
    )
    expect(draws.filter((draw) => !draw.startsWith('Rex'))).toEqual([
      `Sent already: ${vera.name}`,
      `Tom’s unsent sheet: ${tom.name}`,
      `Unsent Rex: ${vera.name}`,
      `Vera’s unsent sheet: ${vera.name}`,
    ])
    expect(await authored('balances', ({ drug_name }) => drug_name)).toEqual([`Ketamine: ${vera.name}`])
    expect(await authored('injections', ({ name }) => name)).toEqual([`Maropitant: ${zoe.name}`])
    const notes = (await api.records('procedures')).map(({ content }) => content?.['notes'])
    expect(notes).toContain('Close in two layers.')
    await page.goto(`${server.url}/patients/canine`)
    for (const name of ['Sent already', 'Tom’s unsent sheet', 'Vera’s unsent sheet'])
      await page.locator('.card-title', { hasText: name }).waitFor()
    // The mark goes with the answer that brings the change back.
    await expect.poll(() => page.getByText('Not sent yet').count()).toBe(0)
  })

  test('her password of then opens it without a network; drafts, the open table and the typed form are offered', async () => {
    const { page, context } = tablet
    await readyForOffline(page)
    await logOut(page, server.url)
    await context.setOffline(true)
    await signIn(page, server.url, vera.email, about.password)
    await page.goto(`${server.url}/new-sheet`)
    await expect.poll(() => page.getByLabel('Patient Name').inputValue()).toBe('Open on the table')
    await page.goto(`${server.url}/controlled-substances/new`)
    await page.getByRole('button', { name: /^Ketamine 100 mg\/ml.*CONTINUE/ }).waitFor()
    await page.goto(`${server.url}/injections/canine`)
    await page.getByText('Typed and never saved').first().waitFor()
  })

  test('what was refused and what clashed waits for her, with all that was typed', async () => {
    const { page, context } = tablet
    await context.setOffline(false)
    await serverIsBack(page)
    await page.goto(`${server.url}/needs-attention`)
    for (const words of [
      'Vera says: ligate twice.',
      'Vera says: scale both sides.',
      'Zoe says: radiographs first.',
    ])
      await page.getByText(words).first().waitFor()
  })
})
