import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceContentOf } from 'sync-protocol/rules/balance-sheet'
import { tableOf } from 'sync-protocol/rules/balance-table'
import { accessibilityFaults } from './accessibility-faults.ts'
import { lostInSpacing } from './accessibility-spacing.ts'
import { signInToApi } from './api-client.ts'
import { balanceOp } from './balance-samples.ts'
import { brokenWords } from './broken-words.ts'
import { holdStore, isThereWhenGone } from './held-store.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  choose,
  chooseUnit,
  closeAndSave,
  generate,
  openExport,
  pressReset,
  signIn,
  syncSays,
} from './steps.ts'

const LONG = 'W'.repeat(50)
const phone = { width: 390, height: 844 }

/** A protocol as large as one may be, its names as long and as wide as they may be. */
const largest = {
  species: 0,
  name: LONG,
  sections: Array.from({ length: 9 }, (_, section) => ({
    key: 1000 + section,
    title_s: LONG,
    title_p: LONG,
    drugs: Array.from({ length: 5 }, () => ({
      name: LONG,
      concentration: 0.54,
      dosage: 0.001,
      dosage_from: -1,
      dosage_to: -1,
      route: 'EPIDURAL',
      form: 'INJECTION',
      controlled: true,
      schedule: 'II',
    })),
  })),
  fluids: Array.from({ length: 5 }, () => ({ name: LONG, rate: 5 })),
}

const otherLetters = {
  ...largest,
  name: 'Other letters',
  sections: largest.sections.slice(0, 1).map((section) => ({
    ...section,
    drugs: section.drugs.slice(0, 1).map((drug) => ({ ...drug, name: '氯胺酮' })),
  })),
}

/** A balance sheet of it, its numbers as large as they may be. */
const widest = balanceContentOf(
  tableOf([
    { kind: 'start', bottle_number: LONG, container_size: 100_000_000, balance: 99_999_999 },
    {
      kind: 'full_draw',
      draw_id: randomUUID(),
      day: '2026-11-20',
      title: LONG,
      description: LONG,
      species: 0,
      reason: LONG,
      volume: 9_999_999,
      procedure_number: 1,
    },
    { kind: 'add_balance', bottle_number: LONG, volume: 9_999_999 },
  ]),
  { drug_name: LONG, drug_concentration: 0.54 },
)

let server: Server
let tablet: Tablet
let page: Page

picturesOfFailures(() => tablet)

beforeAll(async () => {
  server = await startServer()
  const password = demonstrationPassword(server)
  const api = await signInToApi(server.url, 'lead@demo.test', password)
  await api.push('anesthesia_protocol.create', [
    { op: 'create', collection: 'anesthesia_protocols', _id: randomUUID(), content: largest },
    { op: 'create', collection: 'anesthesia_protocols', _id: randomUUID(), content: otherLetters },
  ])
  await api.push('injection.create', [
    { op: 'create', collection: 'injections', _id: randomUUID(), content: { species: 0, name: LONG } },
  ])
  await api.push('balance.create', [balanceOp(widest)])
  tablet = await openTablet(phone)
  page = tablet.page
  await signIn(page, server.url, 'technician@demo.test', password)
  await syncSays(page, 'All sent')
})
afterAll(async () => {
  await tablet.close()
  await server.stop()
})

const right = (one: Element) => one.getBoundingClientRect().right
const faults = () => accessibilityFaults(page)

/** True while everything that holds a volume lies within the screen. */
const volumesInSight = () =>
  page.evaluate(
    () =>
      document.documentElement.scrollWidth <= innerWidth &&
      [...document.querySelectorAll('.volume')].every(
        (one) => one.getBoundingClientRect().right <= innerWidth,
      ),
  )

test('on a phone, the longest names leave the volumes in sight, in the review, on the sheet and when saved', async () => {
  await page.goto(`${server.url}/new-sheet`)
  await page.getByRole('button', { name: /^Species: Not selected/ }).waitFor()
  expect(await faults()).toEqual([])
  await page.getByRole('button', { name: /^Species: Not selected/ }).click()
  await choose(page, 'Procedure', 'Castration')
  await choose(page, 'Anesthesia Protocol', LONG)
  const add = page.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true })
  await add.waitFor()
  await page.getByRole('group', { name: LONG }).waitFor()
  expect(await volumesInSight()).toBe(true)
  expect(await faults()).toEqual([])
  await add.click()
  await page.getByLabel('Patient Name').fill(LONG)
  await page.getByLabel('Patient Weight').fill('22')
  await chooseUnit(page, 'kg')
  await page
    .getByRole('button', { name: /W, 0\.04 ml/ })
    .first()
    .waitFor()
  expect(await volumesInSight()).toBe(true)
  await page.getByRole('region', { name: 'Injections' }).getByRole('button', { name: 'ADD' }).click()
  await page.getByRole('dialog').locator('.picker-row', { hasText: LONG }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'DONE', exact: true }).click()
  const remove = page.getByRole('button', { name: `Remove ${LONG}` })
  expect(await remove.evaluate(right)).toBeLessThanOrEqual(phone.width)
  expect(await volumesInSight()).toBe(true)
  const title = page.locator('.bar-title')
  expect(await title.evaluate((one) => one.scrollHeight <= one.clientHeight)).toBe(true)
  expect(await faults()).toEqual([])
  await openExport(page)
  await closeAndSave(page, 'YES')
  await page.goto(`${server.url}/patients/canine`)
  await page.getByRole('button', { name: /^Patient · Date/, expanded: false }).click()
  const chosen = page.locator('.record-list-tools button.field-box > span')
  await chosen.nth(2).waitFor()
  expect(await chosen.evaluateAll((words) => words.map((one) => one.scrollWidth <= one.clientWidth))).toEqual(
    [true, true, true],
  )
  await page.locator('.card [data-item-focus]').first().click()
  await page.getByRole('dialog', { name: `Anesthesia Sheet for ${LONG}` }).waitFor()
  expect(await volumesInSight()).toBe(true)
  expect(await faults()).toEqual([])
})

/** How many lines the decimal points of the plan stand on. */
const pointLines = () =>
  page.evaluate(() => {
    const after = [...document.querySelectorAll('.doses-plan .volume-after')]
    return new Set(after.map((one) => Math.round(one.getBoundingClientRect().left))).size
  })

/** How far the right ends of these headings of two columns are from the second decimals below them, in px. */
const fromDigits = (heads: string, volumes: string) =>
  page.evaluate(
    ([head = '', volume = '']) => {
      const cells = [...document.querySelectorAll(volume)]
      const wordsEnd = (one: Node) => {
        const range = document.createRange()
        range.selectNodeContents(one)
        return range.getBoundingClientRect().right
      }
      return [...document.querySelectorAll(head)].flatMap((one, column) =>
        cells
          .filter((cell, at) => at % 2 === column && /\.\d\d/.test(cell.textContent))
          .map((cell) =>
            Math.round(wordsEnd(cell.querySelector('.volume-after')?.firstChild ?? cell) - wordsEnd(one)),
          ),
      )
    },
    [heads, volumes],
  )

test('the longest words of a balance sheet leave its numbers in sight', async () => {
  await page.goto(`${server.url}/controlled-substances`)
  await page.locator('.card [data-item-focus]').first().click()
  await page.getByRole('dialog', { name: `Balance Sheet for ${LONG} 0.54` }).waitFor()
  for (const size of [phone, { width: 820, height: 1180 }, { width: 1180, height: 820 }]) {
    await page.setViewportSize(size)
    const numbers = await page
      .locator('td.balance-number')
      .evaluateAll((cells) =>
        cells.map((cell) => Math.max(0, Math.round(cell.getBoundingClientRect().right - innerWidth + 8))),
      )
    expect(numbers).toHaveLength(9)
    expect([size.width, ...numbers]).toEqual([size.width, ...numbers.map(() => 0)])
  }
  await page.setViewportSize(phone)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('[SHEET-23] RESET SHEET of a sheet that the server knows is accepted there, and comes back after a reload', async () => {
  await page.goto(`${server.url}/new-sheet`)
  await page.getByRole('button', { name: /^Species: Not selected/ }).click()
  await choose(page, 'Procedure', 'Castration')
  await page.getByLabel('Patient Name').fill('Bella')
  await syncSays(page, 'All sent')
  await pressReset(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
  const sent = page.waitForResponse(
    (reply) => reply.url().endsWith('/sync/push') && reply.request().postData()?.includes('A-12') === true,
  )
  await page.getByLabel('Patient ID').fill('A-12')
  expect((await sent).status()).toBe(200)
  await syncSays(page, 'All sent')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: /^Species: Canine/ }).waitFor()
  expect(await page.getByLabel('Patient ID').inputValue()).toBe('A-12')
  expect(await page.getByLabel('Patient Name').inputValue()).toBe('')
})

test('DONE waits for the injection that was chosen, so that nobody exports the sheet without it', async () => {
  const injections = page.getByRole('region', { name: 'Injections' })
  await injections.getByRole('button', { name: 'ADD', exact: true }).click()
  const row = page.getByRole('dialog').locator('.picker-row').first()
  await row.waitFor()
  const whenGone = await isThereWhenGone(page, '.injection', 0)
  const letGo = await holdStore(page, 'injections')
  await row.click()
  await page.getByRole('dialog').getByRole('button', { name: 'DONE', exact: true }).press('Enter')
  await letGo()
  expect(await whenGone()).toBe(true)
  await injections.getByRole('button', { name: 'RESET', exact: true }).click()
  await injections.getByText('0/10').waitFor()
})

test('the keyboard stays where it was when injections are added, removed and reset', async () => {
  const injections = page.getByRole('region', { name: 'Injections' })
  const add = injections.getByRole('button', { name: 'ADD', exact: true })
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await add.press('Enter')
  const row = page.getByRole('dialog').locator('.picker-row').first()
  for (let count = 0; count < 11; count++) await row.press('Enter')
  expect(await row.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole('dialog').getByText('Injections 10/10').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  // A dialog gives the focus back with the next frames.
  await expect.poll(focused).toBe('ADD')
  await injections
    .getByRole('button', { name: /^Remove/ })
    .last()
    .press('Enter')
  await injections.getByText('9/10').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toMatch(/^Remove/)
  await injections.getByRole('button', { name: 'RESET', exact: true }).press('Enter')
  await injections.getByText('0/10').waitFor()
  await expect.poll(focused).toBe('RESET')
})

test('Enter held down makes one file', async () => {
  await choose(page, 'Procedure', 'Castration')
  await choose(page, 'Anesthesia Protocol', LONG)
  await page.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).click()
  await page.getByLabel('Patient Name').fill(LONG)
  await page.getByLabel('Patient Weight').fill('22')
  await chooseUnit(page, 'kg')
  await openExport(page)
  const names: string[] = []
  page.on('download', (file) => names.push(file.suggestedFilename()))
  const name = page.getByRole('dialog').getByLabel('File Name')
  await name.fill('One')
  await name.evaluate((input) => {
    for (let press = 0; press < 3; press++)
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
  await page.getByText('Downloaded One.pdf').waitFor()
  expect(names).toEqual(['One.pdf'])
})

test('the name of the last patient stands above the buttons, not broken between them', async () => {
  await closeAndSave(page, 'YES')
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.getByRole('button', { name: 'NEXT PATIENT' }).click()
  const state = page.getByText(`Same procedure and protocols as ${LONG}`)
  const said = await state.boundingBox()
  const buttons = await page.getByRole('button', { name: 'RESET SHEET' }).boundingBox()
  expect((said?.y ?? Infinity) + (said?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0)
  expect(said?.height).toBeLessThan(80)
})

/** Rows of two volumes that do not stand below their own name, above the next line, or do not say which they are. */
const unclearRows = (rows: string) =>
  page.locator(rows).evaluateAll((all) =>
    all.flatMap((row) => {
      const name = row.querySelector('.dose-title, .drug-name')
      const words = [...row.querySelectorAll('td:has(.volume)')]
        .filter((cell) => cell.checkVisibility())
        .map((cell) => {
          const { top, bottom } = cell.getBoundingClientRect()
          const isBelow = top >= (name?.getBoundingClientRect().bottom ?? Infinity) - 1
          const isIn = bottom <= row.getBoundingClientRect().bottom + 1
          return `${getComputedStyle(cell, '::before').content} ${isBelow && isIn}`
        })
      return words.join() === '"Low" true,"High" true' ? [] : [`${name?.textContent ?? ''}: ${words.join()}`]
    }),
  )

test('on a phone no drug name is broken, and all points stand below each other, whatever the patient weighs', async () => {
  await choose(page, 'Emergency Protocol', 'CPR and Reversals')
  const review = page.getByRole('dialog')
  await review.getByRole('button', { name: 'ADD', exact: true }).click()
  const found: string[] = []
  for (const protocol of ['Dental (Dex-Methadone, Alfaxalone)', 'TTDex']) {
    await page.getByRole('button', { name: /^Anesthesia Protocol/ }).click()
    const another = review.getByRole('button', { name: 'CHOOSE ANOTHER' })
    await another.or(review.getByRole('searchbox')).first().waitFor()
    if (await another.isVisible()) await another.click()
    await review.getByRole('searchbox').fill(protocol)
    await review.locator('.picker-row', { has: page.getByText(protocol, { exact: true }) }).click()
    await review.getByRole('button', { name: /^(ADD|SAVE CHANGES)$/ }).click()
    await review.waitFor({ state: 'hidden' })
    for (const weight of ['0.9', '8.5', '45', '60', '121']) {
      await page.getByLabel('Patient Weight').fill(weight)
      await chooseUnit(page, 'kg')
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        const where = `${protocol} ${weight} kg ${width} px`
        found.push(...(await brokenWords(page, '.volumes .drug-name')).map((name) => `${where}: ${name}`))
        if ((await pointLines()) !== 1) found.push(`${where}: points`)
        if (!(await volumesInSight())) found.push(`${where}: out of sight`)
      }
    }
  }
  expect(found).toEqual([])
  await page.getByLabel('Patient Weight').fill('8.5')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await unclearRows('.doses-emergency .dose')).toEqual([])
  }
  await page.setViewportSize({ width: 1180, height: 820 })
  const off = await fromDigits('.doses-emergency .dose-of > span', '.doses-emergency .volume')
  expect(off.filter((px) => Math.abs(px) < 5)).toEqual(off)
  expect(off.length).toBeGreaterThan(0)
  await page.setViewportSize(phone)
})

test('on a phone the whole weight stands in its field, whatever it is', async () => {
  const weight = page.getByLabel('Patient Weight')
  await chooseUnit(page, 'kg')
  const cut: string[] = []
  for (const typed of ['12.44', '154.35'])
    for (const width of [320, 360, 375, 385, 390, 412, 430]) {
      await page.setViewportSize({ width, height: 844 })
      await weight.fill(typed)
      const hidden = await weight.evaluate((field) => field.scrollWidth - field.clientWidth)
      if (hidden > 0) cut.push(`${typed} at ${width} px: ${hidden}`)
    }
  await page.setViewportSize(phone)
  await weight.fill('8.5')
  expect(cut).toEqual([])
})

test('on a tablet no drug name is broken, with the scrollbars of a desktop beside a long sheet', async () => {
  for (const width of [1180, 1366, 820]) {
    await page.setViewportSize({ width, height: 820 })
    expect(await brokenWords(page, '.volumes .drug-name')).toEqual([])
  }
  // Few rows are larger.
  const review = page.getByRole('dialog')
  await page.getByRole('button', { name: /^Emergency Protocol/ }).click()
  await review.getByRole('button', { name: 'REMOVE' }).click()
  await page.getByRole('button', { name: /^Anesthesia Protocol/ }).click()
  await review.getByRole('button', { name: 'CHOOSE ANOTHER' }).click()
  await review.getByRole('searchbox').fill('Dental')
  await review.locator('.picker-row', { hasText: 'Dental (Dex-Methadone, Alfaxalone)' }).click()
  await review.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await page.locator('.volumes-few').waitFor()
  // As narrow as a second scrollbar leaves it.
  for (const width of [1180, 1150]) {
    await page.setViewportSize({ width, height: 820 })
    expect(await brokenWords(page, '.volumes .drug-name')).toEqual([])
  }
  await choose(page, 'Emergency Protocol', 'CPR and Reversals')
  await page.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.setViewportSize(phone)
})

test('on the smallest phone no word of what is chosen is broken', async () => {
  await page.setViewportSize({ width: 320, height: 844 })
  await choose(page, 'Procedure', 'Ovariohysterectomy')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await brokenWords(page, '.choice-value')).toEqual([])
  expect(await brokenWords(page, '.species-name')).toEqual([])
  expect(await volumesInSight()).toBe(true)
})

test('in a low window the longest name takes two lines above the large keys, and is read out whole', async () => {
  const name = 'Bartholomew Maximilian of the Northern Highlands'
  await page.getByLabel('Patient Name').fill(name)
  await page.setViewportSize({ width: 320, height: 256 })
  await page.getByRole('button', { name: 'Open keypad' }).click()
  const dialog = page.getByRole('dialog', { name: `Weight of ${name}`, exact: true })
  const title = dialog.getByRole('heading')
  const lines = await title.evaluate((one) => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight))
  expect(Math.round(lines)).toBe(2)
  await dialog.getByRole('button', { name: 'DONE' }).click()
  await page.setViewportSize(phone)
})

test('of a saved sheet Low and High stand at their volumes, on a wide screen over their digits', async () => {
  await page.getByRole('button', { name: 'EXPORT', exact: true }).click()
  await page.getByRole('dialog', { name: 'Saved Anesthesia Sheet' }).waitFor()
  await closeAndSave(page, 'YES')
  await page.goto(`${server.url}/patients/canine`)
  await page.locator('.card [data-item-focus]', { hasText: 'Bartholomew' }).click()
  await page.getByRole('dialog', { name: /^Anesthesia Sheet for Bartholomew/ }).waitFor()
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await unclearRows('.sheet-two')).toEqual([])
    expect(await brokenWords(page, '.sheet-table .drug-name')).toEqual([])
    expect(await volumesInSight()).toBe(true)
  }
  await page.setViewportSize({ width: 1180, height: 820 })
  const table = '.sheet-table:has(thead .sheet-volume + .sheet-volume)'
  const off = await fromDigits(`${table} thead .sheet-volume > span`, `${table} .volume`)
  expect(off.filter((px) => Math.abs(px) < 6)).toEqual(off)
  expect(off.length).toBeGreaterThan(0)
  expect(await volumesInSight()).toBe(true)
})

test('a drug whose letters a PDF lacks is named before the export: no PDF without its name, but a DOCX', async () => {
  await page.goto(`${server.url}/new-sheet`)
  await buildSheet(page, {
    name: 'Rex',
    weight: '22',
    unit: 'kg',
    procedure: 'Castration',
    protocol: 'Other letters',
  })
  await openExport(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('No PDF can be made: a drug would appear without its name').waitFor()
  await dialog.getByText('Drug: 氯胺酮').waitFor()
  const press = dialog.getByRole('button', { name: 'GENERATE' })
  expect(await press.isDisabled()).toBe(true)
  expect(await faults()).toEqual([])
  await dialog.getByRole('button', { name: 'USE DOCX' }).click()
  expect(await press.evaluate((button) => button === document.activeElement)).toBe(true)
  expect((await generate(page, 'DOCX')).name).toMatch(/\.docx$/)
})

/** How many lines its text takes. */
const linesOf = (text: Locator) =>
  text.evaluate((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })

/** What the mark of the bar shows then. */
const markSays = (label: string, before = '', after = '') =>
  page.locator('.bar-sync .sync-mark-label').evaluate(
    (mark, parts) => {
      mark.replaceChildren(
        ...parts.map(([className, words]) => {
          const part = document.createElement('span')
          part.className = className
          part.textContent = words
          return part
        }),
      )
    },
    [
      ['sync-mark-more', before],
      ['', label],
      ['sync-mark-more', after],
    ] as const,
  )

test('whatever the mark says takes one line, and leaves the title two, at every width', async () => {
  const mark = page.locator('.bar-sync .sync-mark-label')
  for (const path of ['/new-sheet', '/injections/canine']) {
    await page.goto(`${server.url}${path}`)
    await page.locator('.bar-emergency').waitFor({ state: 'attached' })
    await syncSays(page, 'All sent')
    for (const width of [1440, 1180, 1024, 900, 820]) {
      await page.setViewportSize({ width, height: 1180 })
      for (const [label, before, after] of [
        ['12', '', ' need attention'],
        ['113 to send', 'Offline, ', ''],
        ['Not up to date', '', ''],
      ] as const) {
        const words = `${before}${label}${after}`
        await markSays(label, before, after)
        expect([path, width, words, await linesOf(mark)]).toEqual([path, width, words, 1])
        const { title, mark: left } = await page.evaluate(() => {
          const edge = (part: string) => document.querySelector(part)?.getBoundingClientRect()
          return { title: edge('.bar-title')?.right ?? Infinity, mark: edge('.bar-sync')?.left ?? 0 }
        })
        expect([path, width, words, title <= left]).toEqual([path, width, words, true])
        expect([path, width, words, (await linesOf(page.locator('.bar-title'))) <= 2]).toEqual([
          path,
          width,
          words,
          true,
        ])
      }
    }
  }
})

test('the bar has room for the longest words of the mark beside the longest title, also with wide text', async () => {
  await page.setViewportSize({ width: 1180, height: 820 })
  await page.goto(`${server.url}/injections/canine`)
  await page.locator('.bar-emergency').waitFor()
  await syncSays(page, 'All sent')
  const mark = page.locator('.bar-sync .sync-mark-label')
  const place = async () => (await page.locator('.bar-user').boundingBox())?.x
  const before = await place()
  await markSays('999 to send', 'Offline, ')
  expect(await page.evaluate(lostInSpacing)).toEqual([])
  expect(await linesOf(mark)).toBe(1)
  // It had the room: what stands beside it stays.
  expect(await place()).toBe(before)
  const [bar, words] = await Promise.all([page.locator('.bar-row').boundingBox(), mark.boundingBox()])
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
})

test('on a phone the name of each ordinary protocol takes two lines at most, and six stand on a screen', async () => {
  await page.setViewportSize(phone)
  await page.goto(`${server.url}/anesthesia/canine`)
  const cards = page.locator('.card', { hasNotText: LONG })
  await cards.getByText('ASA III-V (Midaz-Methadone, Fentanyl-Propofol)').first().waitFor()
  const heights: number[] = []
  for (const one of await cards.all()) {
    const name = one.locator('.card-title')
    expect([await name.textContent(), (await linesOf(name)) <= 2]).toEqual([await name.textContent(), true])
    heights.push((await one.boundingBox())?.height ?? Infinity)
  }
  const list = await page.locator('.record-list-rows').boundingBox()
  const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length
  expect((list?.height ?? 0) / mean).toBeGreaterThanOrEqual(6)
})
