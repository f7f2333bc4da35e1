import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { BalanceContent, BalanceRow } from 'sync-protocol/records/balance'
import type { Op } from 'sync-protocol/records/mutation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi, type ApiClient } from './api-client.ts'
import { balanceOfDay, balanceOp } from './balance-samples.ts'
import {
  addBalance,
  balanceShown,
  chooseSubstance,
  controlledDrug,
  dialogOf,
  done,
  drawOps,
  enterPrevious,
  entriesInList,
  keptOnTablet,
  openDraws,
  partialDraw,
  patientOf,
  pressDraw,
} from './balance-steps.ts'
import { brokenWords } from './broken-words.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { pdfFacts, pdfText } from './read-paper.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** What an accessibility checker finds wrong, once nothing fades in any more: half a colour has half its contrast. */
async function faults(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  return page.evaluate(`${axe}; axe.run({
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`)
}

let server: Server
let api: ApiClient
let password: string
let tablet: Tablet
let second: Tablet

beforeAll(async () => {
  server = await startServer()
  password = demonstrationPassword(server)
  api = await signInToApi(server.url, 'lead@demo.test', password)
  await api.push('draw.create', drawOps(1, 60))
  await api.push('drug.create', [
    controlledDrug('Keyboardine'),
    controlledDrug('Forkamine'),
    controlledDrug('Alldayine'),
  ])
  await api.push('draw.create', drawOps(2, 4, { drug: 'Keyboardine', volume: 2 }))
  await api.push('draw.create', drawOps(3, 8, { drug: 'Forkamine', volume: 1 }))
  await api.push('draw.create', drawOps(4, 8, { drug: 'Alldayine', volume: 0.5 }))
  await api.push('draw.create', drawOps(5, 3, { drug: 'Alldayine', day: '2026-11-12' }))
  tablet = await openTablet()
  await signIn(tablet.page, server.url, 'technician@demo.test', password)
  await readyForOffline(tablet.page)
  second = await openTablet()
  await signIn(second.page, server.url, 'lead@demo.test', password)
  await readyForOffline(second.page)
})
afterAll(async () => {
  await tablet.close()
  await second.close()
  await server.stop()
})
picturesOfFailures(() => tablet)

const balances = async () =>
  (await api.records('balances')).map(({ content }) => content as unknown as BalanceContent)
const rowsOf = ({ pages }: BalanceContent): BalanceRow[] => pages.flat().filter(({ empty }) => !empty)

describe('sixty draws over three bottles, without a network', () => {
  let entries = 0

  /** Adds draws; the last one may bring the balance below zero, which closes the list. */
  async function add(from: number, to: number): Promise<void> {
    for (let n = from; n <= to; n++) {
      await pressDraw(tablet.page, n)
      entries += 1
      await entriesInList(tablet.page, entries)
    }
  }
  async function addBelowZero(n: number): Promise<void> {
    await pressDraw(tablet.page, n)
    entries += 1
    await dialogOf(tablet.page, 'Full Draw').waitFor({ state: 'hidden' })
    await tablet.page.getByText('Use PARTIAL DRAW: balance is below zero').waitFor()
  }
  async function split(taken: string, bottle: string, container: string): Promise<void> {
    await partialDraw(tablet.page, taken, bottle, container)
    entries += 1
  }

  test('the first draw starts the table, one used already is asked about, and a reload loses nothing', async () => {
    const { page } = tablet
    await server.kill()
    await chooseSubstance(page, server.url, 'Ketamine 100')
    await page.getByText('There is no balance sheet of this substance here yet.').waitFor()
    await page.getByRole('button', { name: 'CONTINUE' }).click()
    await page.getByText('Please enter the bottle number.').waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'bottle_number')
    const previous = dialogOf(page, 'Previous Balance')
    await previous.getByText('Ketamine 100 mg/ml', { exact: true }).waitFor()
    for (const [label, typed, kept] of [
      ['Container Volume', '12.345', '12.35'],
      ['Substance Volume', '9.996', '10'],
    ] as const) {
      await previous.getByLabel(label).fill(typed)
      await previous.getByText(`Will be saved as ${kept} ml, with 2 decimals.`, { exact: true }).waitFor()
    }
    await enterPrevious(page, { bottle: 'B-1', container: '10', substance: '10' })
    await dialogOf(page, 'Full Draw').getByText('Ketamine 100 mg/ml', { exact: true }).waitFor()
    await add(1, 12)
    await pressDraw(page, 12)
    const again = page.getByRole('alertdialog', { name: 'Balance Already Added' })
    await again
      .getByText(
        `The balance for ${patientOf(12)} for 0.6 ml has already been added. Do you want to add it again?`,
      )
      .waitFor()
    await again.getByRole('button', { name: 'NO' }).click()
    await entriesInList(page, 12)
    await page.locator('.draw-row-used', { hasText: 'ALREADY USED' }).waitFor()
    await keptOnTablet(page)
    await page.reload()
    await page.getByRole('row', { name: new RegExp(patientOf(12)) }).waitFor()
    expect(await balanceShown(page)).toMatch(/^2\.8\b/)
  })

  test('[T1] a browser killed right after an entry is kept has it, and CREATE offers the table again', async () => {
    await openDraws(tablet.page)
    await add(13, 16)
    await addBelowZero(17)
    await split('0.4', 'B-2', '10')
    await keptOnTablet(tablet.page)
    const { profile } = tablet
    await tablet.kill()
    tablet = await openTablet({ profile })
    const { page } = tablet
    await page.goto(`${server.url}/controlled-substances/new`)
    await dialogOf(page, 'Select Controlled Substance')
      .getByRole('button', { name: /^Ketamine 100 mg\/ml.*CONTINUE/ })
      .click()
    await page.getByRole('row', { name: /New Bottle/ }).waitFor()
    expect(await balanceShown(page)).toMatch(/^9\.8\b/)
  })

  test('is saved once for two presses, on three pages that carry the balance', async () => {
    const { page } = tablet
    await openDraws(page)
    await add(18, 33)
    await addBelowZero(34)
    await split('0.2', 'B-3', '20')
    await openDraws(page)
    await add(35, 60)
    await done(page)
    await page.locator('.create-scroller').evaluate((rows) => (rows.scrollTop = rows.scrollHeight / 3))
    await page
      .getByRole('row', { name: /Balance, Previous Page Page 2 .*Carried From Previous Page/ })
      .waitFor()
    expect(await balanceShown(page)).toMatch(/^4\b/)
    await keptOnTablet(page)
    await page.getByRole('button', { name: 'SAVE AND EXPORT' }).dblclick()
    const saved = dialogOf(page, 'Saved Controlled Substance Sheet')
    await saved.getByText('3 pages on paper').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      saved.getByRole('button', { name: 'GENERATE' }).click(),
    ])
    const path = await download.path()
    expect(pdfFacts(path)).toEqual({ pages: 3, size: '985 x 760' })
    printed = pdfText(path)
    await saved.getByRole('button', { name: 'DONE' }).click()
    await page.waitForURL(`${server.url}/controlled-substances`)
  })
  let printed: string

  test('the opening of the next sheet is filled in from this one, also without a network', async () => {
    const { page } = tablet
    await chooseSubstance(page, server.url, 'Ketamine 100')
    const dialog = dialogOf(page, 'Previous Balance')
    expect(await dialog.getByLabel('Bottle Number').inputValue()).toBe('B-3')
    expect(await dialog.getByLabel('Container Volume').inputValue()).toBe('20')
    expect(await dialog.getByLabel('Substance Volume').inputValue()).toBe('4')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialogOf(page, 'Select Controlled Substance').getByRole('button', { name: 'Close' }).click()
    await page.waitForURL(`${server.url}/controlled-substances`)
  })

  test('[P1] back in the network it arrives once, row by row as it is printed, and a second tablet shows it', async () => {
    await server.restart()
    await serverIsBack(tablet.page)
    await syncSays(tablet.page, 'All sent', 90_000)
    const sheets = await balances()
    expect(sheets).toHaveLength(1)
    expect(await api.records('drafts')).toEqual([])
    const [sheet] = sheets
    if (!sheet) throw new Error('No balance sheet arrived.')
    const rows = rowsOf(sheet)
    expect(rows.filter(({ kind }) => kind === 'draw')).toHaveLength(62)
    expect(sheet.pages.map(({ length }) => length)).toEqual([24, 24, 24])
    expect(sheet.closing).toEqual({ bottle_number: 'B-3', container_size: 20, balance: 4, others: [] })
    const lines = printed.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
    const missing = rows.filter(
      (row) =>
        !lines.some((line) => {
          const words = [row.title, row.bottle_number, row.added, row.used, row.balance]
          return words.every((word) => word === null || ` ${line} `.includes(` ${word} `))
        }),
    )
    expect(missing).toEqual([])
    await second.page.goto(`${server.url}/controlled-substances`)
    await second.page
      .locator('.card', { hasText: 'Ketamine 100 mg/ml' })
      .getByText('4', { exact: true })
      .last()
      .waitFor()
  })
})

describe('one table on two tablets', () => {
  const rowOf = (page: Page, n: number) => page.getByRole('row', { name: new RegExp(patientOf(n)) })

  test('[M10] is followed while one of them works, and kept as two where both went on without a network', async () => {
    const [anas, bens] = [tablet.page, second.page]
    await chooseSubstance(anas, server.url, 'Forkamine 100')
    await enterPrevious(anas, { bottle: 'F-1', container: '50', substance: '50' })
    // The first draw brings the list of its day: the second press of a double tap falls on another draw.
    await anas.locator('.draw-row', { hasText: patientOf(1) }).dblclick()
    await entriesInList(anas, 1)
    await done(anas)
    await keptOnTablet(anas)
    await syncSays(anas, 'All sent')

    await bens.goto(`${server.url}/controlled-substances/new`)
    await bens.getByRole('button', { name: /^Forkamine.*CONTINUE/ }).click()
    await rowOf(bens, 1).waitFor()
    await openDraws(bens)
    await pressDraw(bens, 2)
    await entriesInList(bens, 2)
    await done(bens)
    await rowOf(anas, 2).waitFor()
    await anas.getByText('continued this table. You see it as it is now.').waitFor()

    await server.kill()
    for (const [page, n] of [
      [anas, 3],
      [bens, 4],
    ] as const) {
      await openDraws(page)
      await pressDraw(page, n)
      await entriesInList(page, 3)
      await done(page)
      await keptOnTablet(page)
    }
    await server.restart()
    await Promise.all([serverIsBack(anas), serverIsBack(bens)])
    for (const page of [anas, bens])
      await page.getByText('This table was continued twice').waitFor({ timeout: 90_000 })
    await syncSays(anas, 'All sent', 90_000)
    await syncSays(bens, 'All sent', 90_000)
    expect(await rowOf(anas, 3).count()).toBe(1)
    expect(await rowOf(anas, 4).count()).toBe(0)
    expect(await rowOf(bens, 4).count()).toBe(1)
    expect(await rowOf(bens, 3).count()).toBe(0)
  })

  test('[M10] later entries stay each in their own table, and no third one is made', async () => {
    for (const [page, n] of [
      [tablet.page, 5],
      [second.page, 6],
    ] as const) {
      await openDraws(page)
      await pressDraw(page, n)
      await entriesInList(page, 4)
      await done(page)
      await keptOnTablet(page)
      await syncSays(page, 'All sent')
      await page.reload()
      await rowOf(page, n).waitFor()
    }
    const tables = (await api.records('drafts')).map(({ content }) => JSON.stringify(content))
    expect(tables).toHaveLength(2)
    const has = (n: number) => tables.filter((table) => table.includes(patientOf(n))).length
    expect([1, 2, 3, 4, 5, 6].map(has)).toEqual([2, 2, 1, 1, 1, 1])
  })

  test('a draw that is deleted under an open table is named before the table is saved', async () => {
    const cited = (await api.records('draws')).find(
      ({ content }) =>
        content?.['drug_name'] === 'Forkamine' &&
        (content['sheet_data'] as { patient_name: string }).patient_name === patientOf(6),
    )
    if (!cited) throw new Error('There is no such draw.')
    const op: Op = { op: 'void', collection: 'draws', _id: cited._id, base: 1, reason: 'Wrong patient' }
    await api.push('draw.delete', [op])
    await second.page.getByText(`${patientOf(6)}: this draw was deleted after it was chosen.`).waitFor()
    expect(await tablet.page.getByText('this draw was deleted').count()).toBe(0)
  })

  test('what is left is said to be in the bottle only where the bottle can hold it', async () => {
    const { page } = tablet
    await openDraws(page)
    await dialogOf(page, 'Full Draw').getByText('Left in bottle F-1 46 ml', { exact: true }).waitFor()
    await done(page)
    await addBalance(page, 'F-2', '50')
    await openDraws(page)
    await dialogOf(page, 'Full Draw')
      .getByText('Balance of bottles F-1 and F-2 96 ml', { exact: true })
      .waitFor()
    await done(page)
    await keptOnTablet(page)
    await syncSays(page, 'All sent')
  })

  test('leaving asks, and says that the table is kept; RESET TABLE leaves the other one', async () => {
    const { page } = tablet
    await page.getByRole('button', { name: /^Return to/ }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave This Page?' })
    await question
      .getByText('Are you sure you want to leave? Any unsaved changes will be lost.', { exact: true })
      .waitFor()
    await question.getByText('Your balance table is kept. Continue it from CREATE.').waitFor()
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).searchParams.has('table')).toBe(true)
    await page.getByRole('button', { name: 'RESET TABLE' }).click()
    const reset = page.getByRole('alertdialog', { name: 'Reset Table' })
    await reset
      .getByText('All rows of this balance sheet will be cleared and you will choose the substance again.')
      .waitFor()
    await reset.getByRole('button', { name: 'YES' }).click()
    await dialogOf(page, 'Select Controlled Substance').waitFor()
    await syncSays(page, 'All sent')
    expect(await api.records('drafts')).toHaveLength(1)
    await second.page.getByText('This table was continued twice').waitFor({ state: 'hidden' })
  })
})

/** Whether all of a row lies within the list that it scrolls in. */
const isInItsList = (row: Element) => {
  const list = row.closest('.virtual-list')?.getBoundingClientRect()
  const { top, bottom } = row.getBoundingClientRect()
  return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1
}

describe('a whole day at once', () => {
  test('ADD ALL adds the unused draws of the day in order, up to one that a person has to decide about; UNDO takes them back', async () => {
    const { page } = tablet
    await chooseSubstance(page, server.url, 'Alldayine 100')
    await enterPrevious(page, { bottle: 'W-1', container: '10', substance: '3.2' })
    const list = dialogOf(page, 'Full Draw')
    const all = list.getByRole('button', { name: 'ADD ALL 8 OF 11/19/2026' })
    await page.setViewportSize({ width: 390, height: 844 })
    await all.click()
    // Six leave 0.2 ml, and the seventh needs more.
    await entriesInList(page, 6)
    await list
      .getByText(`Stopped before ${patientOf(7)}: the balance would be below zero.`, { exact: false })
      .waitFor()
    // Its row is in sight. ADD ALL, which would stop there again, is gone until somebody decides.
    await list.locator('.draw-row', { hasText: patientOf(7) }).waitFor()
    await expect
      .poll(() => list.locator('.draw-row', { hasText: patientOf(7) }).evaluate(isInItsList))
      .toBe(true)
    expect(await list.getByRole('button', { name: 'ADD ALL', exact: false }).count()).toBe(0)
    await page.setViewportSize({ width: 1180, height: 820 })
    const messages = page.getByRole('list', { name: 'Messages' })
    await messages.getByText('6 draws added').waitFor()
    await messages.getByRole('button', { name: 'UNDO' }).click()
    await all.waitFor()
    expect(await list.getByText('Stopped before', { exact: false }).count()).toBe(0)
    await all.press('Enter')
    await entriesInList(page, 6)
    // The keyboard goes on from the last one that was added: a second Enter adds none that nobody looked at.
    const focused = list.locator('.draw-row:focus')
    await focused.waitFor()
    expect(await focused.textContent()).toContain(patientOf(6))
    await done(page)
    const rows = page.locator('.create-table tbody tr')
    expect((await rows.allTextContents()).filter((row) => row.includes('Rex'))).toHaveLength(6)
    await page.goto(server.url)
  })

  test('a draw whose volume is not confirmed says so without breaking a name, and ADD ALL adds none from there on', async () => {
    const { page } = tablet
    const given = { concentration: 100, dosage: 5, route: 'IM', form: 'INJECTION', controlled: true }
    await api.push('drug.create', [controlledDrug('Aflagine')])
    for (const volume of [1.5, 0.5])
      await api.post('/sheets/', {
        species: 0,
        name: 'Bartholomew Montgomery the Third',
        weight: 10,
        weight_units: 'kg',
        procedure: { name: 'Ovariohysterectomy' },
        anesthesia_protocol: {
          name: 'Routine',
          sections: [{ title: 'Opioids', drugs: [{ ...given, name: 'Aflagine', volume }] }],
        },
      })
    const ofSheets = (await api.records('draws')).find(({ content }) => content?.['drug_name'] === 'Aflagine')
    const day = String(ofSheets?.content?.['day'])
    await api.push('draw.create', drawOps(6, 1, { drug: 'Aflagine', day }))
    await chooseSubstance(page, server.url, 'Aflagine 100')
    await enterPrevious(page, { bottle: 'W-2', container: '10', substance: '9' })
    const list = dialogOf(page, 'Full Draw')
    const row = list.locator('.draw-row', { hasText: 'Volume not confirmed' })
    await row.waitFor()
    await pressDraw(page, 1)
    await entriesInList(page, 1)
    await list.getByRole('searchbox').fill('')
    await row.waitFor()
    for (const [width, height] of [
      [390, 844],
      [820, 1180],
      [1180, 820],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect([width, ...(await brokenWords(page, '.draw-row .picker-name'))]).toEqual([width])
    }
    await list.getByRole('button', { name: 'ADD ALL 2', exact: false }).click()
    await list.getByText('the volume is not confirmed.', { exact: false }).waitFor()
    await entriesInList(page, 1)
    await page.goto(server.url)
  })
})

describe('a balance on Home', () => {
  test('is one press from its sheet', async () => {
    const { page } = second
    const substance = { drug_name: 'Leftamine', drug_concentration: 100 }
    const draws = [{ patient: 'Rex', volume: 20 }]
    const counted = balanceOfDay(substance, { day: '2026-11-17', bottle: 'L-1', opening: 500, draws })
    await api.push('drug.create', [controlledDrug('Leftamine')])
    await api.push('balance.create', [balanceOp(counted)])
    await page.goto(server.url)
    await page
      .getByRole('list', { name: 'Controlled substances' })
      .getByRole('link', { name: /^Leftamine 100 mg\/ml/ })
      .click()
    const sheet = dialogOf(page, 'Balance Sheet for Leftamine 100')
    await sheet.getByText('L-1', { exact: true }).first().waitFor()
  })
})

describe('what is still to record', () => {
  test('stands on Home until a balance sheet has it, one press from the previous balance', async () => {
    const { page } = second
    const substance = { drug_name: 'Hydromorphone HCl', drug_concentration: 100 }
    const draws = [{ patient: 'Rex', volume: 20 }]
    const counted = balanceOfDay(substance, { day: '2026-11-18', bottle: 'R-7', opening: 500, draws })
    await api.push('drug.create', [controlledDrug('Hydromorphone HCl')])
    await api.push('balance.create', [balanceOp(counted)])
    await api.push('draw.create', drawOps(7, 3, { drug: 'Hydromorphone HCl' }))
    await page.goto(server.url)
    const line = page
      .getByRole('list', { name: 'Draws to record' })
      .getByRole('link', { name: /^Hydromorphone HCl 100 mg\/ml/ })
    await expect.poll(() => line.textContent()).toBe('Hydromorphone HCl 100 mg/ml3 draws')
    expect(await line.innerText()).toContain('HYDROmorphone HCl')
    await line.click()
    const previous = dialogOf(page, 'Previous Balance')
    await previous.getByText('Hydromorphone HCl 100 mg/ml', { exact: true }).waitFor()
    expect(await previous.getByLabel('Bottle Number').inputValue()).toBe('R-7')
    await previous.getByRole('button', { name: 'CONTINUE' }).click()
    await dialogOf(page, 'Full Draw').getByRole('button', { name: 'ADD ALL 3 OF 11/19/2026' }).click()
    await entriesInList(page, 3)
    await done(page)
    await keptOnTablet(page)
    await page.goto(server.url)
    const begun = page.getByRole('list', { name: 'Open balance tables' })
    await begun.getByText('Hydromorphone HCl 100 mg/ml').waitFor()
    expect(await line.count()).toBe(0)
  })
})

describe('the flow by keyboard alone', () => {
  test('from CREATE to the saved sheet, without a fault that a checker finds', async () => {
    const { page } = tablet
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: at } = document
        return at?.getAttribute('aria-label') ?? at?.textContent ?? ''
      })
    /** Walks on until the focus is on what is meant. */
    const walkTo = async (name: RegExp, key = 'Tab', most = 40) => {
      for (let steps = 0; steps < most; steps++) {
        if (name.test(await focused())) return
        await page.keyboard.press(key)
      }
      throw new Error(`The keyboard never reaches ${name}; it stands on ${await focused()}.`)
    }
    await page.goto(`${server.url}/controlled-substances`)
    await page.getByRole('button', { name: 'CREATE', exact: true }).first().waitFor()
    await walkTo(/^CREATE$/)
    await press('Enter')
    await dialogOf(page, 'Select Controlled Substance').waitFor()
    await dialogOf(page, 'Select Controlled Substance').getByRole('searchbox').waitFor()
    expect(await faults(page)).toEqual([])
    await walkTo(/^Alfaxalone/)
    await walkTo(/^Keyboardine/, 'ArrowDown')
    await press('Enter')
    await dialogOf(page, 'Previous Balance').waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'bottle_number')
    await page.keyboard.type('K-1')
    await press('Tab')
    await page.keyboard.type('10')
    await press('Tab')
    await page.keyboard.type('3')
    expect(await faults(page)).toEqual([])
    await press('Enter')
    await dialogOf(page, 'Full Draw').waitFor()
    await page.locator('.draw-row').first().waitFor()
    expect(await faults(page)).toEqual([])
    await walkTo(new RegExp(`^${patientOf(4)}`))
    await walkTo(new RegExp(`^${patientOf(1)}`), 'ArrowDown')
    await press('Enter')
    await entriesInList(page, 1)
    await walkTo(new RegExp(`2${patientOf(2)}`), 'ArrowDown')
    await press('Enter')
    await dialogOf(page, 'Full Draw').waitFor({ state: 'hidden' })
    await page.getByText('Use PARTIAL DRAW: balance is below zero').waitFor()
    expect(await faults(page)).toEqual([])
    const last = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: patientOf(2) }) })
    const edit = new RegExp(`^Edit the draw volume of ${patientOf(2)}, -\\d`)
    await last.getByRole('button', { name: edit }).waitFor()
    await walkTo(/^DRAW$/)
    await press('Enter')
    await page.getByRole('menuitem', { name: 'PARTIAL DRAW' }).waitFor()
    await walkTo(/^PARTIAL DRAW$/, 'ArrowDown')
    await press('Enter')
    await dialogOf(page, 'Partial Draw').waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'drawn')
    await page.keyboard.type('1')
    await press('Tab')
    await page.keyboard.type('k-1')
    await press('Enter')
    await page.getByText('New bottle number cannot be the same as the old bottle number.').waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'bottle_number')
    await press('End', 'Backspace')
    await page.keyboard.type('2')
    await press('Tab')
    await page.keyboard.type('10')
    await press('Enter')
    await dialogOf(page, 'Partial Draw').waitFor({ state: 'hidden' })
    await walkTo(/^BALANCE$/)
    await press('Enter')
    await page.getByRole('menuitem', { name: 'EDIT BALANCE' }).waitFor()
    await walkTo(/^EDIT BALANCE$/, 'ArrowDown')
    await press('Enter')
    await dialogOf(page, 'Edit Balance').waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'volume')
    await page.keyboard.type('8.9')
    expect(await faults(page)).toEqual([])
    await press('Enter')
    await page.getByRole('row', { name: /Adjusted Balance/ }).waitFor()
    await walkTo(/^BALANCE$/)
    await press('Enter')
    await page.getByRole('menuitem', { name: 'EDIT BALANCE' }).waitFor()
    await walkTo(/^EDIT BALANCE$/, 'ArrowDown')
    await press('Enter')
    const form = dialogOf(page, 'Edit Balance')
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'volume')
    await page.keyboard.type('0.5')
    await form.locator('.create-below', { hasText: '-8.4 ml' }).waitFor()
    expect(await faults(page)).toEqual([])
    await press('Enter')
    await form.getByText('Please enter the reason for the difference.').waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'reason')
    await walkTo(/^spill$/)
    await press('Enter')
    await form.getByRole('button', { name: 'spill', pressed: true }).waitFor()
    await walkTo(/^SAVE$/)
    await press('Enter')
    await page.getByRole('row', { name: /Difference -8.4 ml: spill/ }).waitFor()
    await walkTo(/^SAVE AND EXPORT$/)
    await press('Enter')
    await dialogOf(page, 'Saved Controlled Substance Sheet').waitFor()
    expect(await faults(page)).toEqual([])
    await syncSays(page, 'All sent', 60_000)
    const sheet = (await balances()).find(({ drug_name }) => drug_name === 'Keyboardine')
    expect(
      sheet &&
        rowsOf(sheet).map(({ kind, bottle_number, used, balance }) => [kind, bottle_number, used, balance]),
    ).toEqual([
      ['opening', 'K-1', null, 3],
      ['draw', 'K-1', 2, 1],
      ['draw', 'K-1', 1, 0],
      ['bottle', 'k-2', null, 10],
      ['draw', 'k-2', 1, 9],
      ['adjustment', 'k-2', null, 8.9],
      ['adjustment', 'k-2', null, 0.5],
    ])
    expect(sheet && rowsOf(sheet).at(-1)).toMatchObject({
      reason: 'Adjusted Balance',
      description: 'Difference -8.4 ml: spill',
      added: null,
    })
  })
})
