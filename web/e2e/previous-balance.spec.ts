import { randomUUID } from 'node:crypto'
import type { BalanceContent } from 'sync-protocol/records/balance'
import { balanceContentOf } from 'sync-protocol/rules/balance-sheet'
import { tableOf } from 'sync-protocol/rules/balance-table'
import type { TableEvent } from 'sync-protocol/rules/table-events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi, type ApiClient } from './api-client.ts'
import { balanceOp } from './balance-samples.ts'
import {
  balanceShown,
  chooseSubstance,
  controlledDrug,
  dialogOf,
  done,
  drawOps,
  entriesInList,
  keptOnTablet,
  pressDraw,
} from './balance-steps.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { pdfText } from './read-paper.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, signIn, syncSays } from './steps.ts'

const drug_name = 'Doublamine'

const taken = (volume: number): TableEvent => ({
  kind: 'full_draw',
  draw_id: randomUUID(),
  day: '2026-11-18',
  title: 'Bella',
  description: '',
  species: 0,
  reason: 'Castration',
  volume,
  procedure_number: 1,
})
const closedWith = (drug: string, ...events: TableEvent[]) =>
  balanceContentOf(tableOf(events), { drug_name: drug, drug_concentration: 100 })
const added = (): TableEvent[] => [
  { kind: 'start', bottle_number: 'K-118', container_size: 1000, balance: 912 },
  taken(36),
  { kind: 'add_balance', bottle_number: 'K-119', volume: 1000 },
]
/** Closes with 8.76 ml in K-118 and 10 ml in K-119. */
const twoBottles = closedWith(drug_name, ...added())

const fitting = 'Fittamine'
/** Closes with 8.76 ml in K-118 and 1 ml in K-119: together no more than one can hold. */
const fittingInOne = closedWith(fitting, ...added(), taken(900))

let server: Server
let api: ApiClient
let tablet: Tablet

beforeAll(async () => {
  server = await startServer()
  const password = demonstrationPassword(server)
  api = await signInToApi(server.url, 'lead@demo.test', password)
  await api.push('drug.create', [controlledDrug(drug_name)])
  await api.push('draw.create', drawOps(1, 2, { drug: drug_name }))
  await api.push('balance.create', [balanceOp(twoBottles)])
  await api.push('drug.create', [controlledDrug(fitting)])
  await api.push('draw.create', drawOps(2, 2, { drug: fitting }))
  await api.push('balance.create', [balanceOp(fittingInOne)])
  tablet = await openTablet()
  await signIn(tablet.page, server.url, 'technician@demo.test', password)
  await readyForOffline(tablet.page)
})
afterAll(async () => {
  await tablet.close()
  await server.stop()
})
picturesOfFailures(() => tablet)

/** The balance sheets that came in, the one before the last first. */
const balances = async () =>
  (await api.records('balances')).map(({ content }) => content as unknown as BalanceContent)
const lastRows = async () =>
  (await balances())
    .at(-1)
    ?.pages.flat()
    .filter(({ empty }) => !empty)
    .map(({ kind, description, balance }) => [kind, description, balance])

/** The table is saved, and its PDF made. */
async function savedAs(next: string): Promise<string> {
  const { page } = tablet
  await keptOnTablet(page)
  await page.getByRole('button', { name: 'SAVE AND EXPORT' }).click()
  const saved = dialogOf(page, 'Saved Controlled Substance Sheet')
  await saved.getByText(next, { exact: true }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    saved.getByRole('button', { name: 'GENERATE' }).click(),
  ])
  const printed = pdfText(await download.path())
  await saved.getByRole('button', { name: 'DONE' }).click()
  await syncSays(page, 'All sent', 90_000)
  return printed
}

test('of two open bottles each is counted by its number, and what is gone stands in a row with its reason', async () => {
  const { page } = tablet
  await page.goto(`${server.url}/controlled-substances`)
  await page
    .locator('.card', { hasText: drug_name })
    .getByText('bottles K-118 and K-119', { exact: true })
    .last()
    .waitFor()
  await chooseSubstance(page, server.url, drug_name)
  const form = dialogOf(page, 'Previous Balance')
  const proceed = form.getByRole('button', { name: 'CONTINUE' })
  const k118 = form.getByLabel('Volume Remaining in Bottle K-118')
  const k119 = form.getByLabel('Volume Remaining in Bottle K-119')
  expect(await form.getByLabel('Substance Volume').count()).toBe(0)
  await form.getByText('On record, all open bottles').waitFor()
  await form.getByText('18.76 ml', { exact: true }).waitFor()
  await k119.fill('8.76')
  await proceed.click()
  await form.getByText('Please enter the volume remaining for bottle K-118.').waitFor()
  await k118.fill('10')
  await form
    .locator('.create-preview > div', { hasText: 'Recorded as an adjustment' })
    .getByText('0 ml')
    .waitFor()
  await k118.fill('0')
  await form.locator('.create-below', { hasText: '-10 ml' }).waitFor()
  await proceed.click()
  await form.getByText('Please enter the reason for the difference.').waitFor()
  await form.getByRole('button', { name: 'broken' }).click()
  await expect.poll(async () => JSON.stringify(await api.records('drafts'))).toContain('broken')
  await page.reload()
  expect(await k118.inputValue()).toBe('0')
  await form.getByRole('button', { name: 'broken', pressed: true }).waitFor()
  await proceed.click()
  await dialogOf(page, 'Full Draw').waitFor()
  await pressDraw(page, 1)
  await entriesInList(page, 1)
  await done(page)
  await page.getByRole('row', { name: /Difference -10 ml: broken/ }).waitFor()
  expect(await balanceShown(page)).toMatch(/^8\.16\b/)
  const printed = await savedAs('The next balance sheet starts with bottle K-119 and this balance.')
  expect(printed).toContain('Difference -10 ml: broken')
  expect(await lastRows()).toEqual([
    ['opening', '10 ml bottle', 18.76],
    ['adjustment', 'Difference -10 ml: broken', 8.76],
    ['draw', 'ID-1', 8.16],
  ])
})

test('of one bottle too, and a little less is taken without a question', async () => {
  const { page } = tablet
  await chooseSubstance(page, server.url, drug_name)
  const form = dialogOf(page, 'Previous Balance')
  const substance = form.getByLabel('Substance Volume')
  expect(await substance.inputValue()).toBe('8.16')
  await substance.fill('8.1')
  await form.locator('.create-preview', { hasText: '-0.06 ml' }).waitFor()
  expect(await form.getByLabel('Reason for the Difference').count()).toBe(0)
  await substance.fill('5')
  await form.locator('.create-below', { hasText: '-3.16 ml' }).waitFor()
  await form.getByRole('button', { name: 'CONTINUE' }).click()
  await form.getByText('Please enter the reason for the difference.').waitFor()
  await form.getByRole('button', { name: 'spill' }).click()
  await form.getByRole('button', { name: 'CONTINUE' }).click()
  await dialogOf(page, 'Full Draw').waitFor()
  await pressDraw(page, 2)
  await done(page)
  const printed = await savedAs('The next balance sheet starts with bottle K-119 and this balance.')
  expect(printed).toContain('Difference -3.16 ml: spill')
  expect(await lastRows()).toEqual([
    ['opening', '10 ml bottle', 8.16],
    ['adjustment', 'Difference -3.16 ml: spill', 5],
    ['draw', 'ID-2', 4.4],
  ])
})

test('an open bottle is asked for also where one could hold all that is left, until it is counted as empty', async () => {
  const { page } = tablet
  await chooseSubstance(page, server.url, fitting)
  const form = dialogOf(page, 'Previous Balance')
  const proceed = form.getByRole('button', { name: 'CONTINUE' })
  const k118 = form.getByLabel('Volume Remaining in Bottle K-118')
  const k119 = form.getByLabel('Volume Remaining in Bottle K-119')
  await form.getByText('9.76 ml', { exact: true }).waitFor()
  await k119.fill('1')
  await proceed.click()
  await form.getByText('Please enter the volume remaining for bottle K-118.').waitFor()
  await k118.fill('8.76')
  await proceed.click()
  await dialogOf(page, 'Full Draw').waitFor()
  await pressDraw(page, 1)
  await done(page)
  await page.getByText('Balance of bottles K-118 and K-119').waitFor()
  await savedAs(
    'The next balance sheet starts with bottles K-118 and K-119, which hold this balance together.',
  )
  expect((await lastRows())?.slice(0, 1)).toEqual([['opening', '10 ml bottle', 9.76]])
  await chooseSubstance(page, server.url, fitting)
  await k118.fill('0')
  await k119.fill('9.16')
  await proceed.click()
  await dialogOf(page, 'Full Draw').waitFor()
  await pressDraw(page, 2)
  await done(page)
  await savedAs('The next balance sheet starts with bottle K-119 and this balance.')
  await chooseSubstance(page, server.url, fitting)
  expect(await form.getByLabel('Substance Volume').inputValue()).toBe('8.56')
})
