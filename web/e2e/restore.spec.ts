import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { verifyLedger } from 'sync-protocol/rules/ledger'
import type { LedgerReply } from 'sync-protocol/wire/ledger'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  closeAndSave,
  openExport,
  readyForOffline,
  serverIsBack,
  signIn,
  syncSays,
} from './steps.ts'

let server: Server
let ana: Tablet
let ben: Tablet
let password: string

picturesOfFailures(() => ana)

beforeAll(async () => {
  server = await startServer()
  password = demonstrationPassword(server)
  ana = await openTablet()
  ben = await openTablet()
})
afterAll(async () => {
  await ana.close()
  await ben.close()
  await server.stop()
})

/** Runs a command of the operator's beside the running server. */
function operator(program: 'backup' | 'restore', ...args: string[]): void {
  const path = resolve(import.meta.dirname, `../../api/dist/database/backup/${program}-command.js`)
  const env = { ...process.env, DATA_DIR: server.dataFolder }
  const { status, stderr } = spawnSync(process.execPath, [path, ...args], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
}

async function saveSheet({ page }: Tablet, name: string): Promise<void> {
  await page.goto(`${server.url}/new-sheet`)
  await buildSheet(page, { name, weight: '10', unit: 'kg', procedure: 'Castration', protocol: 'TTDex' })
  await openExport(page)
  await closeAndSave(page, 'YES')
  await syncSays(page, 'All sent')
}

/** Sheets of the server by author, and how many draws each has. */
async function sheets(): Promise<string[]> {
  const api = await signInToApi(server.url, 'lead@demo.test', password)
  const draws = await api.records('draws')
  return (await api.records('sheets'))
    .map(({ _id, content, meta }) => {
      const drawn = draws.filter((draw) => draw.content?.['sheet_id'] === _id).length
      return `${String(content?.['name'])} of ${meta.author_name}, ${drawn} draws`
    })
    .sort()
}

test('[L6] [P1] what was saved since the backup is back after a restore, once, from the tablets that saved it', async () => {
  await signIn(ana.page, server.url, 'technician@demo.test', password)
  await signIn(ben.page, server.url, 'veterinarian@demo.test', password)
  for (const { page } of [ana, ben]) await readyForOffline(page)
  await saveSheet(ana, 'Before')
  const file = join(server.dataFolder, 'monday.backup')
  operator('backup', file)
  await saveSheet(ana, 'Since')
  await saveSheet(ben, 'Since too')
  await expect.poll(async () => (await sheets()).length).toBe(3)
  const whole = await sheets()
  expect(whole.every((each) => !each.endsWith(' 0 draws'))).toBe(true)

  // Both tablets are away while the disk is replaced.
  for (const { context } of [ana, ben]) await context.setOffline(true)
  operator('restore', '--replace', file)
  expect(await sheets()).toHaveLength(1)
  for (const { context, page } of [ana, ben]) {
    await context.setOffline(false)
    await serverIsBack(page)
  }
  await expect.poll(sheets, { timeout: 60_000 }).toEqual(whole)
  for (const { page } of [ana, ben]) {
    await syncSays(page, 'All sent')
    await page.goto(`${server.url}/patients/canine`)
    for (const name of ['Before', 'Since', 'Since too'])
      await page.getByText(name, { exact: true }).first().waitFor()
  }
  const api = await signInToApi(server.url, 'lead@demo.test', password)
  const { entries, head } = await api.get<LedgerReply>('/ledger')
  expect(verifyLedger(entries)).toMatchObject({ ok: true, head })
  const facts = entries.filter((entry) => entry.op !== 'restore')
  expect(new Set(facts.map(({ record }) => record._id)).size).toBe(facts.length)
})
