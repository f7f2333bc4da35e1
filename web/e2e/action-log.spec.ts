import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Op } from 'sync-protocol/records/mutation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { halfMgProtocol, signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  closeAndSave,
  generate,
  logOut,
  openExport,
  readyForOffline,
  serverIsBack,
  signIn,
  syncSays,
} from './steps.ts'

const HOUR = 3_600_000
const fluid = { collection: 'fluids', _id: randomUUID() } as const
const created: Op = { op: 'create', ...fluid, content: { name: 'Oxyglobin', rate: 5, species: [0] } }
const edited: Op = {
  op: 'update',
  ...fluid,
  base: 1,
  set: { rate: 10 },
  was: { name: 'Oxyglobin', rate: 5, species: [0] },
}

/** The rows on screen, as person and message. */
const rows = (page: Page) =>
  page
    .locator('.log-rows .log-row')
    .evaluateAll((found) =>
      found.map((row) => [
        row.querySelector('.log-who')?.textContent ?? '',
        row.querySelector('.log-what')?.textContent ?? '',
      ]),
    )
const row = (page: Page, message: string) => page.locator('.log-rows .log-row', { hasText: message })

/** Fields of a CSV whose fields are all quoted. */
const readCsv = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      line
        .slice(1, -1)
        .split('","')
        .map((field) => field.replaceAll('""', '"')),
    )

describe('[LOG-01] [Q-145] what is done on any tablet is in the action log', () => {
  let server: Server
  let api: ApiClient
  let tablet: Tablet
  let password: string

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    await api.push('anesthesia_protocol.create', [halfMgProtocol('Half a milligram')])
    tablet = await openTablet()
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  test('a sheet exported and saved without a network waits, and is sent when there is one', async () => {
    const { page } = tablet
    await signIn(page, server.url, 'technician@demo.test', password)
    await readyForOffline(page)
    await server.kill()
    await page.goto(`${server.url}/new-sheet`)
    await buildSheet(page, {
      name: 'Rex',
      weight: '22',
      unit: 'lb',
      procedure: 'Castration',
      protocol: 'Half a milligram',
    })
    await openExport(page)
    await generate(page, 'PDF')
    await closeAndSave(page, 'YES')
    await syncSays(page, /^Sync: Offline, \d+ to send$/)
    await server.restart()
    await serverIsBack(page)
    await syncSays(page, 'All sent')
    await logOut(page, server.url)
  })

  test('logging in and out without a network is told by the tablet, when there is one', async () => {
    const { page } = tablet
    await server.kill()
    await page.getByLabel('Email').fill('technician@demo.test')
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'LOG IN' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'LOG IN' }).click()
    await page.waitForURL(`${server.url}/`)
    await logOut(page, server.url)
    await server.restart()
    await serverIsBack(page)
    const administrator = await signInToApi(server.url, 'administrator@demo.test', password)
    const told = async () => {
      const path = '/organization/action-log?search=log+tom'
      const { entries } = await administrator.get<{ entries: { message: string }[] }>(path)
      return entries.map(({ message }) => message).toReversed()
    }
    const once = [
      'Logged in',
      'Logged out',
      'Failed to log in without a network: the password was wrong',
      'Logged in without a network',
      'Logged out',
    ]
    await expect.poll(told, { timeout: 60_000 }).toEqual(once)
  })

  test('the administrator sees who did what, newest first, and what was sent late', async () => {
    api = await signInToApi(server.url, 'lead@demo.test', password)
    await api.push('fluid.create', [created], new Date(Date.now() - 3 * HOUR))
    await api.push('fluid.update', [edited])
    const { page } = tablet
    await page.getByLabel('Email').fill('administrator@demo.test')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'LOG IN' }).click()
    await page.waitForURL(`${server.url}/organization`)
    await page.goto(`${server.url}/action-log`)
    await row(page, "Edited fluid 'Oxyglobin' (rate 5 to 10 ml/kg)").waitFor()
    const shown = await rows(page)
    const at = (message: string) => shown.findIndex(([, said]) => said?.startsWith(message))
    const order = [
      "Edited fluid 'Oxyglobin' (rate 5 to 10 ml/kg)",
      "Saved anesthesia sheet 'Rex' (canine, 22 lb, 'Castration', 'Half a milligram') with 1 controlled substance draw: 0.5 ml of 'Methadone' 10 mg/ml for 'Rex'",
      'Exported anesthesia sheet: ',
    ].map(at)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order).not.toContain(-1)
    expect(order.map((index) => shown[index]?.[0])).toEqual(['Lee Lead', 'Tom Technician', 'Tom Technician'])
    const days = await page.locator('.log-day').allTextContents()
    expect(days[0]).toMatch(/^Today, \d\d\/\d\d\/\d{4}$/)
    expect(new Set(days).size).toBe(days.length)
    await page.getByRole('searchbox').fill('oxyglobin')
    await page.getByText('2 entries, newest first', { exact: true }).waitFor()
    expect((await rows(page)).map(([person]) => person)).toEqual(['Lee Lead', 'Lee Lead'])
    const late = row(page, "Created fluid 'Oxyglobin'").locator('.badge')
    expect(await late.textContent()).toMatch(/^Received \d\d\/\d\d\/\d{4}, \d+:\d\d [AP]M$/)
    expect(await row(page, 'Edited fluid').locator('.badge').count()).toBe(0)
    await page.getByRole('button', { name: 'Clear search' }).click()
    await row(page, 'Exported anesthesia sheet').waitFor()
  })

  test('what comes in is counted, and moves nothing until it is asked for', async () => {
    const { page } = tablet
    const before = await rows(page)
    await api.push('fluid.delete', [{ op: 'delete', ...fluid, base: 2 }])
    const news = page.getByRole('button', { name: '1 NEW ENTRY' })
    await news.waitFor({ timeout: 30_000 })
    expect(await rows(page)).toEqual(before)
    await news.click()
    await row(page, "Deleted fluid 'Oxyglobin'").waitFor()
    await news.waitFor({ state: 'hidden' })
  })

  test('is searched by words, and filtered by person and days', async () => {
    const { page } = tablet
    await page.getByRole('searchbox').fill('ML/KG  edited')
    await page.getByText('1 entry, newest first', { exact: true }).waitFor()
    expect(await rows(page)).toEqual([['Lee Lead', "Edited fluid 'Oxyglobin' (rate 5 to 10 ml/kg)"]])
    await page.getByRole('button', { name: 'Clear search' }).click()
    await row(page, "Deleted fluid 'Oxyglobin'").waitFor()
    await page.getByRole('button', { name: 'Filter: Everyone, all days' }).click()
    await page.getByRole('button', { name: /^Everyone/ }).click()
    await page.getByRole('option', { name: 'Tom Technician' }).click()
    await page.getByRole('button', { name: 'Filter: Tom Technician, all days' }).waitFor()
    await row(page, "Deleted fluid 'Oxyglobin'").waitFor({ state: 'hidden' })
    await row(page, 'Exported anesthesia sheet').waitFor()
    expect(new Set((await rows(page)).map(([person]) => person))).toEqual(new Set(['Tom Technician']))
    await page.getByLabel('From').fill('2020-02-01')
    await page.getByLabel('To', { exact: true }).fill('2020-01-31')
    await page.getByText('Start date must occur before end date.').waitFor()
    await page.getByLabel('To', { exact: true }).fill('2020-02-29')
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
    await page.getByRole('button', { name: 'SHOW ALL' }).click()
    await row(page, 'Edited fluid').waitFor()
  })

  test('is exported as the same entries', async () => {
    const { page } = tablet
    await page.getByRole('searchbox').fill('oxyglobin')
    await page.getByText('3 entries, newest first', { exact: true }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'EXPORT CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^Action log \d\d\.\d\d\.\d{4} - \d\d\.\d\d\.\d{4}\.csv$/)
    const path = join(mkdtempSync(join(tmpdir(), 'e2e-file-')), 'log.csv')
    await download.saveAs(path)
    const [columns, ...entries] = readCsv(readFileSync(path, 'utf8'))
    expect(columns).toEqual([
      expect.stringMatching(/^Date and time \(/),
      'Date and time (UTC)',
      'Received (UTC)',
      'Person',
      'Organization',
      'Message',
    ])
    expect(entries.map((fields) => [fields[3], fields[5]])).toEqual([
      ['Ada Administrator', "Exported the action log (with the words 'oxyglobin')"],
      ...(await rows(page)),
    ])
  })

  test('is said to be on the server where that cannot be reached, and comes back with it', async () => {
    const { page } = tablet
    await server.kill()
    await page.goto(`${server.url}/action-log`)
    await page.getByRole('heading', { name: 'The action log is on the server' }).waitFor()
    await server.restart()
    await page.getByRole('button', { name: 'RETRY' }).click()
    await row(page, "Saved anesthesia sheet 'Rex'").waitFor()
  })
})
