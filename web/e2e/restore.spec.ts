import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { verifyLedger } from 'sync-protocol/rules/ledger'
import type { LedgerReply } from 'sync-protocol/wire/ledger'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { exitDraw, saveDraw } from './draw-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { operator } from './operator.ts'
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
let third: Tablet
let password: string

picturesOfFailures(() => ana)

beforeAll(async () => {
  server = await startServer()
  password = demonstrationPassword(server)
  ana = await openTablet()
  ben = await openTablet()
  third = await openTablet()
})
afterAll(async () => {
  await ana.close()
  await ben.close()
  await third.close()
  await server.stop()
})

async function saveSheet({ page }: Tablet, name: string): Promise<void> {
  await page.goto(`${server.url}/new-sheet`)
  await buildSheet(page, { name, weight: '10', unit: 'kg', procedure: 'Castration', protocol: 'TTDex' })
  await openExport(page)
  await closeAndSave(page, 'YES')
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

const titled = (page: Page, words: RegExp) =>
  page.getByLabel('Verification', { exact: true }).getByRole('heading', { name: words })

test('[L6] [P1] [D1] an hour-old backup and three tablets: all facts are back, once, under their authors, and the ledger verifies', async () => {
  const lead = await signInToApi(server.url, 'lead@demo.test', password)
  const dan = { name: 'Dan Departed', email: 'dan@demo.test', password, confirm_password: password }
  const hired = await lead.post<{ user: { _id: string } }>('/organization/users/create', {
    ...dan,
    org_perms: [1],
  })
  await signIn(ana.page, server.url, 'technician@demo.test', password)
  await signIn(ben.page, server.url, 'veterinarian@demo.test', password)
  await signIn(third.page, server.url, dan.email, password)
  for (const { page } of [ana, ben, third]) await readyForOffline(page)
  await saveSheet(ana, 'Before')
  await syncSays(ana.page, 'All sent')
  const file = join(server.dataFolder, 'monday.backup')
  operator(server, 'backup', file)
  for (const [tablet, name] of [
    [ana, 'Since'],
    [ben, 'Since too'],
    [third, 'Since, of Dan'],
  ] as const) {
    await saveSheet(tablet, name)
    await syncSays(tablet.page, 'All sent')
  }
  await expect.poll(async () => (await sheets()).length).toBe(4)
  // One tablet is without a network all the time from here on, and goes on working.
  await ben.context.setOffline(true)
  const taken = await sheets()
  expect(taken.every((each) => !each.endsWith(' 0 draws'))).toBe(true)
  const gone = (await lead.get<LedgerReply>('/ledger')).head
  for (const { context } of [ana, third]) await context.setOffline(true)
  await saveSheet(ben, 'Never sent')

  const said = operator(server, 'restore', '--replace', file)
  expect(said).toContain('Gone, until tablets send it back')
  // The server says for a moment that it cannot answer: its connections went with the restore.
  await expect.poll(sheets).toHaveLength(1)
  // The backup still has him; he is removed for good, and his tablet is in another's hands.
  await lead.post('/organization/users/delete', { _id: hired.user._id })
  for (const { context, page } of [ana, third]) {
    await context.setOffline(false)
    await serverIsBack(page)
  }
  await third.page.waitForURL(`${server.url}/login`)
  await signIn(third.page, server.url, 'technician@demo.test', password)
  await expect.poll(sheets, { timeout: 60_000 }).toHaveLength(3)
  await ben.context.setOffline(false)
  await serverIsBack(ben.page)
  const whole = [...taken, taken[0]?.replace(/^.* of .*,/, 'Never sent of Vera Veterinarian,') ?? ''].sort()
  await expect.poll(sheets, { timeout: 60_000 }).toEqual(whole)
  for (const { page } of [ana, ben, third]) {
    await syncSays(page, 'All sent', 60_000)
    await page.goto(`${server.url}/patients/canine`)
    for (const name of ['Before', 'Since', 'Since too', 'Since, of Dan', 'Never sent'])
      await page.getByText(name, { exact: true }).first().waitFor()
  }

  const { entries, head } = await lead.get<LedgerReply>('/ledger')
  expect(verifyLedger(entries)).toMatchObject({
    ok: true,
    head,
    epochs: [{}, { restore: { lost: [gone] } }],
  })
  const facts = entries.filter((entry) => entry.op !== 'restore')
  expect(new Set(facts.map(({ record }) => record._id)).size).toBe(facts.length)
  // The tablet that saw the lost end compares with it, and tells what it brought back.
  await ben.page.goto(`${server.url}/ledger`)
  await titled(ben.page, /^\d+ entries, verified, records agree$/).waitFor()
  await ben.page.getByText(/^This tablet sent back what the restore had lost: entr/).waitFor()
  await ben.page
    .getByText(/and the restore entry says so\.$/)
    .first()
    .waitFor()
  await ben.page.getByText(/^The server was restored from the backup of /).waitFor()
  const after = join(server.dataFolder, 'after.backup')
  operator(server, 'backup', after)
  const verifier = resolve(import.meta.dirname, '../../.scripts/verify-ledger.mjs')
  const alone = spawnSync(process.execPath, [verifier, after, '--head', `${gone.n}:${gone.hash}`], {
    encoding: 'utf8',
  })
  expect([alone.status, alone.stdout]).toEqual([
    0,
    expect.stringContaining('Gone with a restore, which names it'),
  ])
})

test('[L6] [P1] [D1] one draws, another voids that draw, and the second tablet comes back first: the draw is voided again', async () => {
  const name = 'Drawn twice'
  const lead = await signInToApi(server.url, 'lead@demo.test', password)
  const drawn = async () =>
    (await lead.records('draws')).find(({ content }) => JSON.stringify(content).includes(`"${name}"`))
  const file = join(server.dataFolder, 'tuesday.backup')
  operator(server, 'backup', file)
  await ana.page.goto(`${server.url}/single-draws/canine`)
  await saveDraw(ana.page, { drug: 'Butorphanol', procedure: 'Castration', patient: name, volume: '0.2' })
  await exitDraw(ana.page)
  await syncSays(ana.page, 'All sent')
  const { page } = ben
  await page.goto(`${server.url}/single-draws/canine`)
  await page.locator('.card', { hasText: name }).locator('.card-words').click()
  await page
    .getByRole('dialog', { name: 'Canine Single Draw' })
    .getByRole('button', { name: 'DELETE' })
    .click()
  const question = page.getByRole('alertdialog', { name: 'Delete Single Draw?' })
  await question.getByRole('button', { name: 'Entered twice' }).click()
  await question.getByRole('button', { name: 'YES' }).click()
  await question.waitFor({ state: 'hidden' })
  await syncSays(page, 'All sent')
  await expect.poll(async () => (await drawn())?.voided).toMatchObject({ by_name: 'Vera Veterinarian' })

  for (const { context } of [ana, ben, third]) await context.setOffline(true)
  operator(server, 'restore', '--replace', file)
  await expect.poll(drawn).toBeUndefined()
  await ben.context.setOffline(false)
  await serverIsBack(page)
  await page.goto(`${server.url}/needs-attention`)
  await page.getByText('Waiting for its record', { exact: true }).waitFor({ timeout: 60_000 })
  await page.getByText('before the record that it is about', { exact: false }).waitFor()
  expect(await drawn()).toBeUndefined()
  await ana.context.setOffline(false)
  await serverIsBack(ana.page)
  await expect
    .poll(async () => (await drawn())?.voided, { timeout: 60_000 })
    .toMatchObject({
      by_name: 'Vera Veterinarian',
      reason: 'Entered twice',
    })
  expect((await drawn())?.meta.author_name).toBe('Tom Technician')
  await page.getByText('What this was waiting for is back, and the change was made.').waitFor()
  await page.getByRole('button', { name: 'OKAY', exact: true }).click()
  await page.getByText('Nothing needs attention').waitFor()
  for (const tablet of [ana, ben]) await syncSays(tablet.page, 'All sent', 60_000)
  const { entries, head } = await lead.get<LedgerReply>('/ledger')
  expect(verifyLedger(entries)).toMatchObject({ ok: true, head })
  const _id = (await drawn())?._id
  const own = entries.filter((entry) => entry.op !== 'restore' && entry.record._id === _id)
  expect(own.map(({ op }) => op)).toEqual(['create', 'void'])
})
