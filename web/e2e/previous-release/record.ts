import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import type { Op } from 'sync-protocol/records/mutation'
import { expect, test } from 'vitest'
import { halfMgProtocol, signInToApi, type ApiClient } from '../api-client.ts'
import {
  chooseSubstance,
  controlledDrug,
  dialogOf,
  done,
  drawOps,
  enterPrevious,
  keptOnTablet,
  pressDraw,
} from '../balance-steps.ts'
import { openTablet } from '../browser.ts'
import { exitDraw, saveDraw } from '../draw-steps.ts'
import { keptOnDisk } from '../kept-on-disk.ts'
import { startServer, type Server } from '../server.ts'
import { buildSheet, closeAndSave, logOut, openExport, readyForOffline, signIn, syncSays } from '../steps.ts'
import { recordingProxy } from './recording-proxy.ts'
import { dumpTablet } from './tablet-dump.ts'

const release = resolve(process.env['PREVIOUS_RELEASE'] ?? '/nowhere')
const into = import.meta.dirname
/** What the app said to the server is replayed there. */
const calls = resolve(into, '../../../api/src/sync/previous-release')
const PASSWORD = 'Correct horse 1'
const person = (name: string) => ({ name, email: `${name.toLowerCase()}@clinic.test` })
const [ZOE, VERA, TOM] = [person('Zoe'), person('Vera'), person('Tom')]

const named = (collection: 'injections' | 'procedures', name: string): Op => ({
  op: 'create',
  collection,
  _id: randomUUID(),
  content: { species: 0, name },
})
const card = (page: Page, name: string) =>
  page.locator('.card', { has: page.locator('.card-title', { hasText: name }) })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

function backup(server: Server, file: string): void {
  rmSync(file, { force: true })
  const env = { ...process.env, DATA_DIR: server.dataFolder }
  const command = join(release, 'api/dist/database/backup/backup-command.js')
  const { status, stderr } = spawnSync(process.execPath, [command, file], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  chmodSync(file, 0o644)
}

async function found(url: string): Promise<ApiClient> {
  await fetch(`${url}/user/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...ZOE,
      password: PASSWORD,
      confirm_password: PASSWORD,
      org_name: 'Elm Street Clinic',
      time_zone: 'America/Chicago',
      library: 'empty',
    }),
  })
  const zoe = await signInToApi(url, ZOE.email, PASSWORD)
  for (const [who, org_perms] of [
    [VERA, [1, 2]],
    [TOM, [1]],
  ] as const)
    await zoe.post('/organization/users/create', {
      ...who,
      password: PASSWORD,
      confirm_password: PASSWORD,
      org_perms,
    })
  return zoe
}

async function editProcedure(page: Page, url: string, name: string, notes: string): Promise<void> {
  await page.goto(`${url}/procedures/canine`)
  await card(page, name).locator('.card-words').click()
  await page.getByRole('dialog').getByLabel('Procedure Notes').fill(notes)
  await press(page, 'SAVE')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

async function saveSheet(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/new-sheet`)
  await buildSheet(page, {
    name,
    weight: '22',
    unit: 'lb',
    procedure: 'Castration',
    protocol: 'Half a milligram',
  })
  await openExport(page)
  await closeAndSave(page, 'YES')
}

test('what a tablet of this release holds and sends', async () => {
  const server = await startServer({ DEMO: 'off' }, '127.0.0.1', release)
  const proxy = await recordingProxy(server.port)
  const { url } = proxy
  const tablet = await openTablet()
  const { page, context } = tablet
  try {
    const setUp = await found(url)
    const conflicted = named('procedures', 'Dental')
    const refused = named('procedures', 'Spay')
    await setUp.push('procedure.create', [named('procedures', 'Castration'), conflicted, refused])
    await setUp.push('injection.create', [
      named('injections', 'Cefazolin'),
      named('injections', 'Maropitant'),
    ])
    await setUp.push('drug.create', [controlledDrug('Ketamine'), controlledDrug('Methadone')])
    await setUp.push('anesthesia_protocol.create', [halfMgProtocol('Half a milligram')])
    await setUp.push('draw.create', drawOps(1, 4))
    proxy.calls.length = 0
    backup(server, join(calls, 'before.backup'))
    // What is recorded begins here.
    const zoe = await signInToApi(url, ZOE.email, PASSWORD)

    await signIn(page, url, TOM.email, PASSWORD)
    await readyForOffline(page)
    await logOut(page, url)
    await signIn(page, url, VERA.email, PASSWORD)
    await readyForOffline(page)
    await saveSheet(page, url, 'Sent already')
    await syncSays(page, 'All sent')

    await context.setOffline(true)
    await editProcedure(page, url, 'Dental', 'Vera says: scale both sides.')
    await zoe.push('procedure.update', [
      {
        op: 'update',
        collection: 'procedures',
        _id: conflicted._id,
        base: 1,
        set: { notes: 'Zoe says: radiographs first.' },
        was: { notes: null },
      },
    ])
    await context.setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await syncSays(page, /^Sync: 1 .*attention/i, 60_000)

    const vera = (
      await zoe.get<{ users: { _id: string; name: string }[] }>('/organization/users')
    ).users.find(({ name }) => name === VERA.name)
    const allow = (org_perms: number[]) =>
      zoe.post('/organization/users/update', { _id: vera?._id, org_perms })
    await context.setOffline(true)
    await editProcedure(page, url, 'Spay', 'Vera says: ligate twice.')
    await allow([1])
    proxy.state.swallowPulls = true
    await context.setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect
      .poll(() => JSON.stringify(proxy.calls.at(-1)?.answer ?? ''), { timeout: 60_000 })
      .toContain('"rejected"')
    await page.waitForFunction(
      async (name) => {
        const asked = indexedDB.open(name)
        const database = await new Promise<IDBDatabase>((open) =>
          asked.addEventListener('success', () => open(asked.result)),
        )
        const counted = database.transaction('kept').objectStore('kept').count()
        const count = await new Promise<number>((tell) =>
          counted.addEventListener('success', () => tell(counted.result)),
        )
        database.close()
        return count === 1
      },
      await page.evaluate(async () => {
        const databases = await indexedDB.databases()
        return databases.find(({ name }) => name?.startsWith('clinic-'))?.name ?? ''
      }),
    )
    await context.setOffline(true)
    await allow([1, 2])
    proxy.state.swallowPulls = false

    await saveSheet(page, url, 'Vera’s unsent sheet')
    await page.goto(`${url}/single-draws/canine`)
    await saveDraw(page, { drug: 'Ketamine', procedure: 'Castration', patient: 'Unsent Rex', volume: '0.35' })
    await exitDraw(page)
    await editProcedure(page, url, 'Castration', 'Close in two layers.')
    await page.goto(`${url}/injections/canine`)
    await press(page, 'Delete Cefazolin')
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await card(page, 'Cefazolin').waitFor({ state: 'hidden' })
    await press(page, 'ADD')
    await page.getByRole('dialog').getByLabel('Injection Name').fill('Typed and never saved')
    await keptOnDisk(page, 'Typed and never saved')
    // A saved balance sheet, and a table that stays open.
    await chooseSubstance(page, url, 'Ketamine 100')
    await enterPrevious(page, { bottle: 'K-1', container: '10', substance: '10' })
    await pressDraw(page, 1)
    await done(page)
    await keptOnTablet(page)
    await press(page, 'SAVE AND EXPORT')
    await dialogOf(page, 'Saved Controlled Substance Sheet').waitFor()
    await chooseSubstance(page, url, 'Ketamine 100')
    await press(page, 'CONTINUE')
    await dialogOf(page, 'Full Draw').waitFor()
    await pressDraw(page, 2)
    await done(page)
    await keptOnTablet(page)
    await page.goto(`${url}/new-sheet`)
    await buildSheet(page, {
      name: 'Open on the table',
      weight: '10',
      unit: 'kg',
      procedure: 'Dental',
      protocol: 'Half a milligram',
    })
    await keptOnDisk(page, 'Open on the table', 'drafts')
    await logOut(page, url)
    await signIn(page, url, TOM.email, PASSWORD)
    await saveSheet(page, url, 'Tom’s unsent sheet')
    await page.goto(`${url}/`)
    const dump = await dumpTablet(page)
    backup(server, join(into, 'after.backup'))
    const about = { password: PASSWORD, people: { zoe: ZOE, vera: VERA, tom: TOM } }
    writeFileSync(join(into, 'tablet.json.gz'), gzipSync(JSON.stringify({ about, ...dump }), { level: 9 }))
    for (const folder of [into, calls])
      copyFileSync(
        join(server.dataFolder, 'secrets.json'),
        join(folder, 'keys-of-a-server-that-is-gone.json'),
      )
    // The recorded calls go on until all that is in the outbox was sent.
    await context.setOffline(false)
    await signIn(page, url, TOM.email, PASSWORD)
    await syncSays(page, 'All sent', 90_000)
    writeFileSync(join(calls, 'calls.json.gz'), gzipSync(JSON.stringify(proxy.calls), { level: 9 }))
  } finally {
    await tablet.close()
    proxy.close()
    await server.stop()
  }
})
