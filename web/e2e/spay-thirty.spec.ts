import type { Page } from 'playwright-core'
import type { BalanceContent, BalanceRow } from 'sync-protocol/records/balance'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi, type ApiClient } from './api-client.ts'
import { chooseSubstance, dialogOf, done, enterPrevious, entriesInList } from './balance-steps.ts'
import { openTablet, type Tablet } from './browser.ts'
import { countPresses, watchedWalk } from './counted-walk.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { recording, type RecordedWalk } from './recorded-walk.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

const [TOM, VERA] = ['technician@demo.test', 'veterinarian@demo.test']
const DOGS = 'Spay/Neuter A (Ace-Hydro, Ket-Midaz)'
const CATS = 'DKB'
const EACH = 10

/** Thirty patients, the cats last: each tablet does ten of them. */
const patients = Array.from({ length: 30 }, (_, at) => ({
  name: `Pet ${String(at + 1).padStart(2, '0')}`,
  species: at < 2 * EACH ? 'dog' : 'cat',
  weight: at < 2 * EACH ? `${12 + at}` : `${3 + (at % EACH) / 10}`,
}))
const nameOf = ({ name }: { name: string }) => name

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

let server: Server
let api: ApiClient
let tablets: Tablet[] = []

picturesOfFailures(() => tablets[0] as Tablet)

beforeAll(async () => {
  server = await startServer()
  const password = demonstrationPassword(server)
  api = await signInToApi(server.url, 'lead@demo.test', password)
  tablets = await Promise.all([openTablet(), openTablet(), openTablet()])
  for (const [at, { page }] of tablets.entries()) {
    await countPresses(page)
    await signIn(page, server.url, at === 1 ? VERA : TOM, password)
  }
  for (const { page } of tablets) await readyForOffline(page)
})
afterAll(async () => {
  for (const tablet of tablets) await tablet.close()
  await server.stop()
})

/** One protocol for all of a species. */
async function planFor(page: Page, species: 'Canine' | 'Feline', count: number, protocol: string) {
  await button(page, 'PLAN').click()
  await page.getByRole('menuitem', { name: 'Set a procedure or protocol for many' }).click()
  const many = dialogOf(page, 'Set for Many Patients')
  await many.getByText(`${species} (${count})`).click()
  await many.getByRole('button', { name: `CHOOSE FOR ${count}` }).click()
  await dialogOf(page, 'Select Anesthesia Protocol').getByText(protocol, { exact: true }).click()
  await many.waitFor({ state: 'detached' })
}

/** On the large keys. */
async function weigh(page: Page, { name, weight }: (typeof patients)[number]): Promise<void> {
  await button(page, `Weigh ${name}`).click()
  const pad = dialogOf(page, `Weight of ${name}`)
  for (const sign of weight)
    await pad.getByRole('button', { name: sign === '.' ? 'Decimal point' : sign, exact: true }).click()
  await pad.getByRole('button', { name: /^kg/ }).click()
  await pad.getByRole('button', { name: /^DONE/ }).click()
  await pad.waitFor({ state: 'detached' })
}

/** Draws the drugs of a patient: the first from the list, each other as the next. */
async function draw(page: Page, name: string, isFirst: boolean): Promise<void> {
  await (isFirst ? button(page, new RegExp(`^Sheet of ${name}`)) : button(page, 'NEXT PATIENT')).click()
  await expect.poll(() => page.getByLabel('Patient Name').inputValue()).toBe(name)
  await page.locator('.volumes .volume').first().waitFor()
  await button(page, 'SAVE').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'NO' }).click()
  await button(page, 'NEXT PATIENT').waitFor()
}

/** The ketamine of this tablet's patients, from a bottle of its own. */
async function countKetamine(page: Page, bottle: string): Promise<void> {
  await chooseSubstance(page, server.url, 'Ketamine 100')
  await enterPrevious(page, { bottle, container: '50', substance: '50' })
  await dialogOf(page, 'Full Draw')
    .getByRole('button', { name: new RegExp(`^ADD ALL ${EACH} OF `) })
    .click()
  await entriesInList(page, EACH)
  await done(page)
  await button(page, 'SAVE AND EXPORT').click()
  await dialogOf(page, 'Saved Controlled Substance Sheet').getByRole('button', { name: 'DONE' }).click()
  await page.waitForURL(`${server.url}/controlled-substances`)
}

test('thirty patients, two people, three tablets, and no server from the list to the end: afterwards everything is there once', async () => {
  const [first, second, third] = tablets.map(({ page }) => page) as [Page, Page, Page]
  await first.goto(`${server.url}/day`)
  await button(first, 'PASTE').click()
  const paste = dialogOf(first, 'Paste Patients')
  await paste
    .getByLabel('Patients, one row each')
    .fill(
      [
        'Name\tSpecies\tProcedure',
        ...patients.map(({ name, species }) => `${name}\t${species}\tCastration`),
      ].join('\n'),
    )
  await paste.getByRole('button', { name: 'SHOW PATIENTS' }).click()
  await paste.getByRole('button', { name: 'ADD 30' }).click()
  await planFor(first, 'Canine', 2 * EACH, DOGS)
  await planFor(first, 'Feline', EACH, CATS)
  // The list reaches the others before the network goes.
  for (const page of [second, third]) {
    await page.goto(`${server.url}/day`)
    await expect.poll(() => page.locator('.day-facts', { hasText: DOGS }).count()).toBe(2 * EACH)
    await expect.poll(() => page.locator('.day-facts', { hasText: CATS }).count()).toBe(EACH)
  }
  await server.kill()

  const folder = process.env['SPAY_THIRTY_OUT']
  const record = folder === undefined ? undefined : recording(folder)
  const walks = await Promise.all(
    [first, second, third].map(async (page, at): Promise<RecordedWalk> => {
      const walk = watchedWalk(page, record?.picturing(page, at + 1))
      const mine = patients.slice(at * EACH, (at + 1) * EACH)
      for (const patient of mine)
        await walk.step(`${patient.name} is weighed`, 'weight', () => weigh(page, patient))
      for (const [place, { name }] of mine.entries())
        await walk.step(`${name} is drawn`, 'way', () => draw(page, name, place === 0))
      const most = Math.max(...walk.steps.map(({ part, presses }) => (part === 'way' ? presses : 0)))
      expect(most).toBeLessThanOrEqual(6)
      await walk.step('Ketamine is recorded', 'way', () => countKetamine(page, `K-${at + 1}`))
      return { title: `Tablet ${at + 1}, patients ${at * EACH + 1} to ${(at + 1) * EACH}`, walk }
    }),
  )
  record?.end(walks)

  await server.restart()
  for (const page of [first, second, third]) await serverIsBack(page)
  for (const page of [first, second, third]) await syncSays(page, 'All sent')
  const contents = async (collection: string) =>
    (await api.records(collection)).map(({ _id, content }) => ({ _id, ...content }))
  const sheets = await contents('sheets')
  const names = sheets.map((sheet) => String((sheet as { name?: unknown }).name))
  expect(names.toSorted()).toEqual(patients.map(nameOf).toSorted())
  const rows = (await contents('day_rows')) as { name?: string; status?: string; sheet_id?: string }[]
  const sheetOf = new Map(sheets.map((sheet) => [(sheet as { name?: string }).name, sheet._id]))
  expect(rows).toHaveLength(patients.length)
  for (const { name, status, sheet_id } of rows)
    expect([status, sheet_id]).toEqual(['drawn', sheetOf.get(name)])
  const balances = (await contents('balances')) as unknown as BalanceContent[]
  const drawn = balances.flatMap(({ pages }) => pages.flat().filter(({ empty }) => !empty))
  const taken = drawn.flatMap((row: BalanceRow) => ('draw_id' in row ? [row.draw_id] : []))
  expect([balances.length, new Set(taken).size, taken.length]).toEqual([3, patients.length, patients.length])
  for (const page of [first, second, third]) {
    await page.goto(`${server.url}/day`)
    await expect.poll(() => page.locator('.day-row[data-status=drawn]').count()).toBe(patients.length)
  }
})
