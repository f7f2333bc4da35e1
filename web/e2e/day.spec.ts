import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { focusReturns } from './keyboard-steps.ts'
import { pdfFacts, pdfText } from './read-paper.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { choose, pressReset, readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const names = (page: Page) => page.locator('.day-name').allTextContents()
async function namesAre(page: Page, wanted: string[]): Promise<void> {
  await expect.poll(() => names(page)).toEqual(wanted)
}

async function add(page: Page, name: string): Promise<void> {
  await dialog(page, 'Add Patient').getByLabel('Patient Name').fill(name)
  await dialog(page, 'Add Patient').getByRole('button', { name: 'ADD', exact: true }).click()
  await page.locator('.day-name', { hasText: name }).waitFor({ state: 'attached' })
}

/** On the large keys. */
async function weigh(page: Page, name: string, digits: string, unit: 'kg' | 'lb'): Promise<void> {
  const pad = dialog(page, `Weight of ${name}`)
  await pad.waitFor()
  for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click()
  await pad.getByRole('button', { name: new RegExp(`^${unit}`) }).click()
  await pad.getByRole('button', { name: /^DONE/ }).click()
  await pad.waitFor({ state: 'detached' })
}

describe('the day list on two tablets', () => {
  let server: Server
  let first: Tablet
  let second: Tablet

  picturesOfFailures(() => first)

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    first = await openTablet()
    second = await openTablet({ width: 390, height: 844 })
    await signIn(first.page, server.url, 'technician@demo.test', password)
    await signIn(second.page, server.url, 'veterinarian@demo.test', password)
    await readyForOffline(first.page)
    await readyForOffline(second.page)
  })
  afterAll(async () => {
    await first.close()
    await second.close()
    await server.stop()
  })

  test('patients are added one after the other, and each tablet has them in one order', async () => {
    const { page } = first
    await page.getByRole('link', { name: /^Day List/ }).click()
    await button(page, 'ADD PATIENT').click()
    await dialog(page, 'Add Patient').getByText('Canine', { exact: true }).click()
    for (const name of ['Rex', 'Max', 'Luna']) await add(page, name)
    await dialog(page, 'Add Patient').getByRole('button', { name: 'CLOSE', exact: true }).click()
    await page.getByRole('button', { name: /^Move Luna/ }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await second.page.goto(`${server.url}/day`)
    await namesAre(second.page, ['Rex', 'Luna', 'Max'])
    await namesAre(page, ['Rex', 'Luna', 'Max'])
  })

  test('a row is dragged by its handle, and a deleted one comes back with UNDO', async () => {
    const { page } = first
    const handle = page.getByRole('button', { name: /^Move Max/ })
    const [from, to] = [await handle.boundingBox(), await page.locator('.day-row').first().boundingBox()]
    if (!from || !to) throw new Error('The rows have no place.')
    await page.mouse.move(from.x + 10, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x + 10, to.y + 2, { steps: 4 })
    await page.mouse.up()
    await namesAre(page, ['Max', 'Rex', 'Luna'])
    await button(page, 'More for Rex').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await namesAre(page, ['Max', 'Luna'])
    await button(page, 'UNDO').click()
    await namesAre(page, ['Max', 'Rex', 'Luna'])
  })

  test('without a server two people weigh the list; what they did to one row stands beside each other', async () => {
    const { page } = first
    // A slip on the keys: UNDO, and Luna is to be weighed again.
    await button(page, 'Weigh Luna').click()
    await weigh(page, 'Luna', '3', 'kg')
    await page
      .locator('.toast', { hasText: 'Luna: 3 kg · 6.62 lb.' })
      .getByRole('button', { name: 'UNDO' })
      .click()
    await button(page, 'Luna: Listed. Set to Weighed').waitFor()
    // One after the other, the one before stands above the keys, and is taken back there.
    await button(page, 'WEIGH 3').click()
    await weigh(page, 'Max', '3', 'kg')
    const next = dialog(page, 'Weight of Rex')
    await next.getByText('Max: 3 kg · 6.62 lb.').waitFor()
    await next.getByRole('button', { name: 'UNDO', exact: true }).click()
    await next.getByText('3 to weigh').waitFor()
    await next.getByRole('button', { name: 'Close', exact: true }).click()
    await syncSays(page, 'All sent')
    await namesAre(second.page, ['Max', 'Rex', 'Luna'])
    for (const name of ['Max', 'Luna']) await button(second.page, `Weigh ${name}`).waitFor()
    await server.kill()
    await button(page, 'WEIGH 3').click()
    await weigh(page, 'Max', '12', 'kg')
    await weigh(page, 'Rex', '8', 'kg')
    await dialog(page, 'Weight of Luna').getByRole('button', { name: 'Close', exact: true }).click()
    // One press a step.
    await button(page, 'Max: Weighed. Set to Checked').click()
    await button(page, 'Max: Checked. Set to Drawn').waitFor()

    await button(second.page, 'Weigh Rex').click()
    await weigh(second.page, 'Rex', '18', 'lb')
    await button(second.page, 'Weigh Luna').click()
    await weigh(second.page, 'Luna', '4', 'kg')

    await server.restart()
    for (const tablet of [first, second]) await serverIsBack(tablet.page)
    for (const { page: each } of [first, second]) {
      const decision = each.getByRole('group', { name: 'Two versions of Rex' })
      for (const side of [/8 kg · 17.64 lb/, /18 lb · 8.16 kg/])
        await decision.getByRole('button', { name: side }).waitFor()
      await button(each, 'Weight of Luna: 4 kg · 8.82 lb').waitFor()
      await button(each, 'Max: Checked. Set to Drawn').waitFor()
    }
  })

  test('a row opens its sheet; SAVE sets it drawn on each tablet, and NEXT PATIENT is the next of the list', async () => {
    const { page } = first
    await button(page, /^Sheet of Max/).click()
    await page.waitForURL(`${server.url}/new-sheet`)
    await page.getByText('12 kg · 26.46 lb').first().waitFor()
    expect(await page.getByLabel('Patient Name').inputValue()).toBe('Max')
    await choose(page, 'Procedure', 'Castration')
    await choose(page, 'Anesthesia Protocol', 'TTDex')
    await page.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).click()
    await button(page, 'SAVE').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'NO' }).click()
    await button(page, 'NEXT PATIENT').click()
    await expect.poll(() => page.getByLabel('Patient Name').inputValue()).toBe('Rex')
    expect(await button(page, /^Anesthesia Protocol/).textContent()).toContain('TTDex')
    await button(second.page, 'Max: Drawn. Set to In surgery').waitFor()
    // Two people weighed Rex.
    await page.getByText('Two versions of Rex wait for a decision', { exact: false }).first().waitFor()
    expect(await page.getByLabel('Patient Weight').inputValue()).toBe('')
    // Nothing was entered for Rex: nothing is asked.
    await page.goto(`${server.url}/day`)
    await button(page, /^Saved sheet of Max/).click()
    await dialog(page, 'Anesthesia Sheet for Max').getByText('Castration').waitFor()
    await dialog(page, 'Anesthesia Sheet for Max').getByRole('button', { name: 'Close' }).click()
  })

  test('[D1] a colleague’s open sheet is taken over from the list, the other tablet says so, and it is taken back', async () => {
    const [tom, vera] = [first.page, second.page]
    const patientId = (page: Page) => page.getByLabel('Patient ID')
    // He came to Rex by NEXT PATIENT.
    await button(tom, /^Sheet of Rex/).click()
    await patientId(tom).waitFor()
    await vera.goto(`${server.url}/day`)
    const row = vera.locator('.day-row', { hasText: 'Rex' })
    await row.getByText('Open: Tom Technician', { exact: false }).waitFor()
    // Which of the two weights it is, is decided in the row, and so on each tablet.
    const decision = vera.getByRole('group', { name: 'Two versions of Rex' })
    await decision.getByText('Tom Technician', { exact: false }).waitFor()
    await decision.getByRole('button', { name: /18 lb/ }).click()
    await decision.waitFor({ state: 'detached' })
    await button(vera, 'Weight of Rex: 18 lb · 8.16 kg').waitFor()
    await button(vera, /^Sheet of Rex/).click()
    const question = vera.getByRole('alertdialog', { name: 'Tom Technician has an open sheet for Rex.' })
    await question.getByRole('button', { name: 'TAKE OVER' }).click()
    await patientId(vera).waitFor()
    // It was not hers.
    expect(await vera.getByText('as you left it').count()).toBe(0)
    await patientId(vera).fill('A-17')
    await syncSays(vera, /all sent$/i)
    await tom.bringToFront()
    await tom.getByText(/^Taken over by Vera Veterinarian at /).waitFor()
    expect(await button(tom, 'EXPORT').count()).toBe(0)

    await button(tom, 'TAKE IT BACK').click()
    await expect.poll(() => patientId(tom).inputValue()).toBe('A-17')
    await vera.bringToFront()
    await vera.getByText(/^Taken over by Tom Technician at /).waitFor()
    await vera.goto(server.url)
    await button(vera, 'Take over the open sheet for Rex from Tom Technician').click()
    await expect.poll(() => patientId(vera).inputValue()).toBe('A-17')
    const lead = await signInToApi(server.url, 'lead@demo.test', demonstrationPassword(server))
    const log = async () => JSON.stringify(await lead.get('/organization/action-log?search=Took'))
    await expect.poll(log).toContain('Took over the open sheet: Rex, from Tom Technician')
    await pressReset(vera)
    await vera.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await tom.bringToFront()
    await tom.goto(`${server.url}/day`)
  })

  test('a reload finds the patient that was being typed, and the day that was open', async () => {
    const { page } = first
    await button(page, 'The day after').click()
    await page.getByText('No patients on this day yet').waitFor()
    await button(page, 'ADD PATIENT').click()
    await dialog(page, 'Add Patient').getByLabel('Patient Name').fill('Coco')
    await page.reload()
    await page.getByText('No patients on this day yet').waitFor()
    await button(page, 'ADD PATIENT').click()
    expect(await dialog(page, 'Add Patient').getByLabel('Patient Name').inputValue()).toBe('Coco')
  })

  test('Home says how the day goes, and each line leads to the work', async () => {
    const { page } = second
    await page.goto(`${server.url}/new-sheet`)
    await page.getByLabel('Patient Name').fill('Bruno')
    await page.getByRole('button', { name: 'More for this sheet' }).waitFor()
    await first.page.goto(server.url)
    const today = first.page.getByRole('region', { name: /^Today/ })
    const statuses = today.getByRole('list', { name: 'Day list: 3 patients' }).getByRole('link')
    await expect.poll(() => statuses.allTextContents()).toEqual(['2 weighed 1 drawn'])
    const open = today.getByRole('list', { name: 'Open sheets' })
    await open.getByText('Bruno').waitFor()
    await open.getByText('Vera Veterinarian', { exact: false }).waitFor()
    expect(await today.getByRole('list', { name: 'Saved today' }).getByRole('link').count()).toBeGreaterThan(
      0,
    )
    // Beside the ways, or on a phone still in the first screen below them.
    for (const [width, height, lowest] of [
      [1180, 820, 300],
      [820, 1180, 300],
      [390, 844, 800],
    ] as const) {
      await first.page.setViewportSize({ width, height })
      await expect
        .poll(async () => (await statuses.boundingBox())?.y ?? Infinity, { message: `${width} px` })
        .toBeLessThan(lowest)
    }
    await first.page.setViewportSize({ width: 1180, height: 820 })
    await statuses.click()
    await first.page.waitForURL(`${server.url}/day`)
    await pressReset(page)
    // Who has no sheet yet is named, and one press from it; who has one, open too, is not.
    await first.page.goto(server.url)
    const next = today.getByRole('list', { name: 'Next' }).getByRole('link')
    await expect.poll(() => next.allTextContents()).toEqual(['Rex18 lb', 'Luna4 kg'])
    await next.first().click()
    await expect.poll(() => first.page.getByLabel('Patient Name').inputValue()).toBe('Rex')
    expect(await first.page.getByLabel('Patient Weight').inputValue()).toBe('18')
    await first.page.getByLabel('Patient ID').fill('E-1')
    // The other tablet has it as an open sheet before this one leaves it.
    await second.page.goto(server.url)
    const there = second.page.getByRole('list', { name: 'Open sheets' })
    await there.getByText('Rex').waitFor()
    await first.page.goto(server.url)
    await expect.poll(() => next.allTextContents()).toEqual(['Luna4 kg'])
    await first.page.goto(`${server.url}/new-sheet`)
    await pressReset(first.page)
    await first.page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
  })

  test('thirty patients are pasted without a network: what is in doubt is marked in its cell, and UNDO takes them back', async () => {
    const { page, context } = first
    const planted = new Map([
      [3, 'Pet 3\tdog\t12,5'],
      [8, 'Pet 8\tcat\t4.1kg'],
      [11, '\tcat\t3.9'],
      [17, 'Pet 17\tC\t5'],
      [21, 'Pet 21\tdog\t0'],
      [29, 'Pet 29\trabbit\t2'],
    ])
    const rows = Array.from(
      { length: 30 },
      (_, at) =>
        planted.get(at + 1) ?? `Pet ${at + 1}\t${at % 2 === 0 ? 'dog' : 'cat'}\t${(4 + at / 10).toFixed(1)}`,
    )
    await page.goto(`${server.url}/day?day=2026-12-24`)
    await page.getByText('No patients on this day yet').waitFor()
    await context.setOffline(true)
    await button(page, 'PASTE').click()
    const paste = dialog(page, 'Paste Patients')
    await paste.getByLabel('Patients, one row each').fill(['Name\tSpecies\tWeight', ...rows].join('\n'))
    await page.setViewportSize({ width: 390, height: 844 })
    await paste.getByRole('button', { name: 'SHOW PATIENTS' }).click()
    // On a phone the first weight that needs a correction is in sight, with its patient's name and box.
    const sides = async (part: Locator) => {
      const { x = NaN, width = NaN } = (await part.boundingBox()) ?? {}
      return [x, x + width] as const
    }
    const [start, end] = await sides(paste.locator('.paste-scroll'))
    for (const part of [
      paste.getByRole('checkbox', { name: 'Add row 3, Pet 3' }),
      paste.getByRole('textbox', { name: 'Name, row 3', exact: true }),
      paste.getByRole('textbox', { name: 'Weight, row 3', exact: true }),
    ]) {
      const [left, right] = await sides(part)
      expect(left).toBeGreaterThanOrEqual(start)
      expect(right).toBeLessThanOrEqual(end)
    }
    // Right beside the name, with nothing of another column between.
    const row = paste.locator('tbody tr').nth(2)
    const [, nameEnds] = await sides(row.locator('td[data-name]'))
    const [weightBegins] = await sides(row.locator('td', { has: page.locator('[aria-invalid=true]') }))
    expect(Math.abs(weightBegins - nameEnds)).toBeLessThanOrEqual(1)
    await page.setViewportSize({ width: 1180, height: 820 })
    // What stands there is back after a reload, and nothing of it is on the list.
    await paste.getByRole('textbox', { name: 'Name, row 30' }).waitFor()
    await page.reload()
    expect(await names(page)).toEqual([])
    await button(page, 'PASTE').click()
    await paste.getByText('kg or lb?').waitFor()
    await paste.getByRole('group', { name: 'Weights are in' }).getByText('kg', { exact: true }).click()
    await paste.getByText('24 patients can be added 6 rows need a correction').waitFor()
    await paste.getByRole('button', { name: '6 rows need a correction' }).click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Weight, row 3')
    // On a phone the name stays beside the weight.
    await page.setViewportSize({ width: 390, height: 844 })
    const table = paste.locator('.paste-scroll')
    const scrolled = () => table.evaluate((box) => (box.scrollTo(box.scrollWidth, 0), box.scrollLeft))
    await expect.poll(scrolled).toBeGreaterThan(40)
    const edge = async (part: Locator) => (await part.boundingBox())?.x ?? -1
    expect(await edge(paste.locator('td[data-name]').first())).toBeGreaterThanOrEqual(await edge(table))
    await page.setViewportSize({ width: 1180, height: 820 })
    const doubts = paste.locator('td .field-error')
    expect(await doubts.allTextContents()).toEqual([
      'Weight: Use a decimal point, such as 12.5.',
      'Name: The name is missing.',
      'Species: Write dog or cat.',
      'Weight: A weight must be more than zero.',
      'Species: Write dog or cat.',
    ])
    // Each is marked in its cell, which says the same; of a unit in the cell one sentence above says it.
    const saidOf = (cell: string) =>
      paste.getByRole('textbox', { name: cell, exact: true }).evaluate((input) => {
        const said = document.getElementById(input.getAttribute('aria-describedby') ?? '')
        return [input.getAttribute('aria-invalid'), said?.textContent]
      })
    expect(await saidOf('Weight, row 3')).toEqual(['true', 'Weight: Use a decimal point, such as 12.5.'])
    expect(await saidOf('Weight, row 8')).toEqual(['true', '1 weight has kg or lb in its cell.'])
    expect(await saidOf('Species, row 29')).toEqual(['true', 'Species: Write dog or cat.'])
    await paste.getByRole('textbox', { name: 'Weight, row 3', exact: true }).fill('12.5')
    await paste.getByRole('checkbox', { name: 'Add row 29, Pet 29' }).uncheck({ force: true })
    await paste.getByText('25 patients can be added 4 rows need a correction 1 row is left out').waitFor()
    await paste.getByRole('button', { name: 'ADD 25' }).click()
    await paste.getByText('0 patients can be added 4 rows need a correction 1 row is left out').waitFor()
    await paste.getByRole('button', { name: 'Close' }).click()
    await expect.poll(async () => (await names(page)).length).toBe(25)
    expect((await names(page)).slice(0, 4)).toEqual(['Pet 1', 'Pet 2', 'Pet 3', 'Pet 4'])
    await page.getByRole('button', { name: 'Weight of Pet 3: about 12.5 kg · 27.56 lb' }).waitFor()
    await button(page, 'WEIGH 25').waitFor()
    await button(page, 'UNDO').click()
    await namesAre(page, [])
    // What waits for a correction is still there.
    await button(page, 'PASTE').click()
    await paste.getByText('0 patients can be added').waitFor()
    await paste.getByRole('button', { name: 'BACK' }).click()
    await paste.getByLabel('Patients, one row each').fill('Otto;feline\nMia;feline')
    await paste.getByRole('button', { name: 'SHOW PATIENTS' }).click()
    await paste.getByRole('button', { name: 'ADD 2' }).click()
    await paste.waitFor({ state: 'detached' })
    await context.setOffline(false)
    await serverIsBack(page)
    await second.page.goto(`${server.url}/day?day=2026-12-24`)
    await namesAre(second.page, ['Otto', 'Mia'])
  })

  test('who was pasted with a weight is weighed by typing it; messages leave the keys their room', async () => {
    const { page } = first
    await page.goto(`${server.url}/day?day=2026-12-17`)
    await page.getByText('No patients on this day yet').waitFor()
    await button(page, 'PASTE').click()
    const paste = dialog(page, 'Paste Patients')
    await paste
      .getByLabel('Patients, one row each')
      .fill('Name\tSpecies\tWeight\nAce\tcanine\t12.4\nKit\tfeline\t40')
    await paste.getByRole('button', { name: 'SHOW PATIENTS' }).click()
    await paste.getByRole('group', { name: 'Weights are in' }).getByText('kg', { exact: true }).click()
    // Nobody is a cat of 40 kg; the number below leads to it.
    await paste.getByRole('button', { name: '1 weight to check' }).click()
    await focusReturns(page, /^Weight, row 2$/)
    await paste.getByRole('textbox', { name: 'Weight, row 2', exact: true }).fill('4')
    await paste.getByText('2 patients can be added').waitFor()
    await paste.getByText('1 weight to check').waitFor({ state: 'detached' })
    await paste.getByRole('button', { name: 'ADD 2' }).click()
    const added = page.locator('.toast', { hasText: '2 patients were added.' })
    await added.waitFor()
    // A slow tablet: the keys come before the frames after which the number has the focus.
    const frames = await page.evaluateHandle(() => {
      const held: FrameRequestCallback[] = []
      const real = window.requestAnimationFrame
      window.requestAnimationFrame = (callback) => held.push(callback)
      return () => {
        window.requestAnimationFrame = real
        for (const callback of held) real(callback)
      }
    })
    await button(page, 'WEIGH 2').click()
    const pad = dialog(page, 'Weight of Ace')
    await pad.getByRole('checkbox', { name: 'Estimated', checked: true }).waitFor()
    await page.keyboard.type('12.9')
    await frames.evaluate((release) => release())
    await added.waitFor({ state: 'detached' })
    await pad.getByRole('checkbox', { name: 'Estimated', checked: false }).waitFor()
    await page.keyboard.press('Enter')
    // The list was in kg; the scale may not be.
    await pad.getByText('12.9 lb (5.85 kg) or 12.9 kg (28.44 lb)?').waitFor()
    await pad.getByRole('button', { name: /^kg/ }).click()
    await pad.getByRole('button', { name: /^DONE/ }).click()
    // Who leaves the next one's number leaves it an estimate. A key, at once: the list may not have Ace's weight yet.
    await dialog(page, 'Weight of Kit').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await button(page, 'Weight of Ace: 12.9 kg · 28.44 lb').waitFor()
    await button(page, 'Ace: Weighed. Set to Checked').waitFor()
    await button(page, 'Weight of Kit: about 4 kg · 8.82 lb').waitFor()
    await button(page, 'WEIGH 1').waitFor()
    await added.getByRole('button', { name: 'UNDO' }).waitFor()
  })

  test('a patient of another day’s list is found by name, and leads to that list', async () => {
    const { page } = first
    await page.goto(`${server.url}/`)
    await page.getByRole('link', { name: /^Day List/ }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').fill('kit')
    await page.getByRole('option', { name: /^Kit .*12\/17\/2026 · Listed · Feline/ }).click()
    await page.waitForURL(`${server.url}/day?day=2026-12-17`)
    await namesAre(page, ['Ace', 'Kit'])
  })

  test('without a network one protocol is set for all dogs that have none; who has one keeps it unless asked for', async () => {
    const { page, context } = first
    await page.goto(`${server.url}/day?day=2026-12-23`)
    await page.getByText('No patients on this day yet').waitFor()
    await context.setOffline(true)
    await button(page, 'PASTE').click()
    const paste = dialog(page, 'Paste Patients')
    await paste
      .getByLabel('Patients, one row each')
      .fill('Ace;canine\nBo;canine\nKit;feline\nCody;canine\nTom;feline')
    await paste.getByRole('button', { name: 'SHOW PATIENTS' }).click()
    await paste.getByRole('button', { name: 'ADD 5' }).click()
    await namesAre(page, ['Ace', 'Bo', 'Kit', 'Cody', 'Tom'])
    const planOf = (name: string) =>
      page.locator('.day-row', { hasText: name }).locator('.day-facts').textContent()
    const many = dialog(page, 'Set for Many Patients')
    const open = async () => {
      await button(page, 'PLAN').click()
      await page.getByRole('menuitem', { name: 'Set a procedure or protocol for many' }).click()
      await many.waitFor()
    }
    const pick = async (name: string) => {
      await dialog(page, 'Select Anesthesia Protocol').getByText(name, { exact: true }).click()
    }

    const setForDogs = async () => {
      await open()
      await many.getByRole('button', { name: 'CHOOSE FOR 3' }).click()
      await pick('TTDex')
      for (const name of ['Ace', 'Bo', 'Cody']) await expect.poll(() => planOf(name)).toBe('Canine · TTDex')
    }
    await setForDogs()
    await page.getByText('TTDex is set for 3 patients. 2 feline patients were not included.').last().waitFor()
    expect(await planOf('Kit')).toBe('Feline')
    await page.locator('.toast', { hasText: 'TTDex' }).getByRole('button', { name: 'UNDO' }).click()
    for (const name of ['Ace', 'Bo', 'Cody']) await expect.poll(() => planOf(name)).toBe('Canine')
    await setForDogs()

    // Who has one keeps it, unless that is asked for.
    await open()
    await many.getByText('Canine (3)').click()
    await many.getByText('0 dogs chosen').waitFor()
    await many.getByText('Left out: 3 have one and keep it · 2 feline').waitFor()
    await many.getByRole('button', { name: 'CHOOSE', exact: true }).click()
    await many.getByText('Please choose at least one patient.').waitFor()
    await many.getByRole('checkbox', { name: '2 · Bo' }).check({ force: true })
    await many.getByText('Has TTDex, which is replaced').waitFor()
    await many.getByRole('button', { name: 'CHOOSE FOR 1' }).click()
    await page.getByRole('dialog').locator('.picker-row').first().waitFor()
    const others = await page.getByRole('dialog').locator('.picker-name').allTextContents()
    const other = others.find((name) => name !== 'TTDex') ?? ''
    await pick(other)
    await expect.poll(() => planOf('Bo')).toBe(`Canine · ${other}`)
    await context.setOffline(false)
    await serverIsBack(page)
    await second.page.goto(`${server.url}/day?day=2026-12-23`)
    await second.page.locator('.day-row', { hasText: 'Bo' }).getByText(other).waitFor()
  })

  test('what the day needs of a controlled drug is what the sheet prints; who is not counted is named', async () => {
    const { page } = first
    await page.goto(`${server.url}/day?day=2026-12-22`)
    await page.getByText('No patients on this day yet').waitFor()
    await button(page, 'PASTE').click()
    const paste = dialog(page, 'Paste Patients')
    await paste
      .getByLabel('Patients, one row each')
      .fill('Name\tSpecies\tWeight\nAce\tcanine\t12.4\nBella\tcanine\t\nKit\tfeline\t4')
    await paste.getByRole('button', { name: 'SHOW PATIENTS' }).click()
    await paste.getByRole('group', { name: 'Weights are in' }).getByText('kg', { exact: true }).click()
    await paste.getByRole('button', { name: 'ADD 3' }).click()
    await namesAre(page, ['Ace', 'Bella', 'Kit'])
    await button(page, 'PLAN').click()
    await page.getByRole('menuitem', { name: 'Set a procedure or protocol for many' }).click()
    await dialog(page, 'Set for Many Patients').getByRole('button', { name: 'CHOOSE FOR 2' }).click()
    await dialog(page, 'Select Anesthesia Protocol').getByText('TTDex', { exact: true }).click()
    await button(page, 'PLAN').click()
    await page.getByRole('menuitem', { name: 'Controlled drugs needed' }).click()
    const needs = dialog(page, 'Controlled Drugs Needed')
    await needs.getByText('2 patients are not counted: Bella (no weight), Kit (no protocol).').waitFor()
    await needs
      .getByText('1 patient still to be drawn is counted. The weight of 1 of them is estimated.')
      .waitFor()
    const drug = needs.locator('.needs-list > li').first()
    const volume = await drug.locator('.volume').getAttribute('aria-label')
    const [, name, ml] = /^(.+): ([\d.]+) ml needed$/.exec(volume ?? '') ?? []
    await needs.getByRole('button', { name: 'CLOSE', exact: true }).click()
    await button(page, /^Sheet of Ace/).click()
    await page.waitForURL(`${server.url}/new-sheet`)
    await page
      .locator('.dose-row, tr, li', { hasText: name ?? 'no drug' })
      .filter({ hasText: `${ml}` })
      .first()
      .waitFor()
    // The sheet stays open, with the weight of the list.
    await second.page.goto(`${server.url}/day?day=2026-12-22`)
    await second.page.locator('.day-row', { hasText: 'Ace' }).getByText('Open: Tom').waitFor()
  })

  test('labels of the day are made without a network, each page one label; a second time they say 2nd print', async () => {
    const { page, context } = first
    await page.goto(`${server.url}/day?day=2026-12-22`)
    await namesAre(page, ['Ace', 'Bella', 'Kit'])
    await context.setOffline(true)
    const labels = dialog(page, 'Print Labels')
    const open = async () => {
      await button(page, 'PLAN').click()
      await page.getByRole('menuitem', { name: 'Print labels' }).click()
      await labels.waitFor()
    }
    const print = async (name: string | RegExp) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        labels.getByRole('button', { name, exact: true }).click(),
      ])
      const path = join(mkdtempSync(join(tmpdir(), 'e2e-labels-')), file.suggestedFilename())
      await file.saveAs(path)
      await labels.waitFor({ state: 'detached' })
      return { name: file.suggestedFilename(), text: pdfText(path), facts: pdfFacts(path) }
    }
    await open()
    await labels.getByText('2 patients have no labels yet: Bella (no weight), Kit (no protocol).').waitFor()
    const made = await print(/^PRINT \d+$/)
    expect(made.name).toBe('12.22.2026 - Syringe labels.pdf')
    expect(made.text).toContain('Butorphanol')
    expect(made.text).toContain('1 · Ace')
    expect(made.text).not.toContain('2nd print')
    expect(made.facts.size).toBe('144 x 72')

    await open()
    await labels.getByText(', printed once on this tablet').waitFor()
    await labels.getByRole('button', { name: 'PRINT', exact: true }).click()
    await labels.getByText('Please choose at least one patient.').waitFor()
    await labels.getByRole('button', { name: 'ALL (1)' }).click()
    const again = await print(/^PRINT \d+$/)
    expect(again.text.match(/2nd print/g)).toHaveLength(again.facts.pages)
    expect(again.facts.pages).toBe(made.facts.pages)

    await open()
    await labels.getByText('Patients', { exact: true }).click()
    await labels.getByText('57 x 32').click()
    const people = await print('PRINT 3')
    expect(people.text).toContain('2 · Bella')
    expect(people.text).toContain('about 12.4 kg')
    expect(people.facts.pages).toBe(3)

    // Another weight: the row says for which one the labels are, and so does the sheet; both print them again.
    const stale = 'Labels were printed for 12.4 kg.'
    await button(page, /^Weight of Ace/).click()
    await dialog(page, 'Weight of Ace').locator('.keypad-number').fill('24.8')
    // It came with the list: the scale's number is in no unit yet.
    await dialog(page, 'Weight of Ace').getByRole('button', { name: /^kg/ }).click()
    await dialog(page, 'Weight of Ace').getByRole('button', { name: 'DONE', exact: true }).click()
    const ace = page.locator('.day-row', { hasText: 'Ace' })
    await ace.getByText(stale).waitFor()
    await ace.getByRole('button', { name: 'LABELS' }).click()
    await labels.getByText('Syringes', { exact: true }).waitFor()
    const heavier = await print(/^PRINT \d+$/)
    expect(heavier.text).toContain('3rd print')
    // The sheet was open before: it says what the scale said since, and takes it with one press.
    await button(page, /^Sheet of Ace/).click()
    const since = page.locator('.banner', { hasText: /Ace was weighed at .*: 24\.8 kg/ })
    await since.getByText('This sheet still has about 12.4 kg.').waitFor()
    await page.locator('.volumes-head').getByText('Weighed: 24.8 kg').waitFor()
    await button(page, 'ROOM VIEW').click()
    const words = /Ace was weighed at .*: 24\.8 kg\. This sheet still has about 12\.4 kg\./
    await page.locator('.room').getByText(words).waitFor()
    await page.keyboard.press('Escape')
    // One press on a unit and back leaves the guess a guess.
    await page.getByRole('button', { name: 'lb', exact: true }).click()
    await page.getByRole('button', { name: 'kg', exact: true }).click()
    await since.waitFor()
    await page.getByText('EMERGENCY', { exact: true }).first().click()
    await page.locator('.patient-unusual').getByText(words).waitFor()
    await page.goBack()
    await since.getByRole('button', { name: 'USE 24.8 kg' }).click()
    await since.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Patient Weight').inputValue()).toBe('24.8')
    await page.getByRole('button', { name: 'Estimated', pressed: false }).waitFor()
    await page.getByLabel('Patient Weight').fill('20')
    const banner = page.locator('.volumes-labels', { hasText: /Labels were printed for [\d.]+ kg\./ })
    await banner.getByRole('button', { name: 'LABELS' }).click()
    const ofSheet = await print(/^PRINT \d+$/)
    expect(ofSheet.text).toContain('4th print')
    expect(ofSheet.text).toContain('1 · Ace')
    expect(ofSheet.facts.pages).toBe(made.facts.pages)
    // The patient's own label has the first weight still.
    await banner.getByText(stale).waitFor()
    await banner.getByRole('button', { name: 'LABELS' }).click()
    await labels.getByText('Patients', { exact: true }).click()
    expect((await print('PRINT 1')).text).toContain('20 kg')
    await banner.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Volumes' }).getByRole('button', { name: 'LABELS' }).click()
    await labels.getByText('1 · Ace').waitFor()
    await labels.getByRole('button', { name: 'CANCEL' }).click()
    await page.goto(`${server.url}/day?day=2026-12-22`)
    await namesAre(page, ['Ace', 'Bella', 'Kit'])
    await ace.getByText('Labels were printed for 20 kg.').waitFor()
    await context.setOffline(false)
    await serverIsBack(page)
  })

  test('SAVE of a sheet that got another name asks whether it is still the patient of the list', async () => {
    const { page } = first
    await page.goto(`${server.url}/day?day=2026-12-28`)
    await button(page, 'ADD PATIENT').click()
    await dialog(page, 'Add Patient').getByText('Canine', { exact: true }).click()
    await add(page, 'Bella')
    await dialog(page, 'Add Patient').getByRole('button', { name: 'CLOSE', exact: true }).click()
    await button(page, /^Sheet of Bella/).click()
    await page.getByLabel('Patient Name').fill('Milo')
    await page.getByLabel('Patient Weight').fill('12')
    // Suggested, where it was the last one pressed.
    await page.getByRole('button', { name: /^kg/ }).click()
    await choose(page, 'Procedure', 'Castration')
    await choose(page, 'Anesthesia Protocol', 'TTDex')
    await page.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).click()
    await button(page, 'SAVE').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'NO' }).click()
    const question = page.getByRole('alertdialog', { name: 'Save Anesthesia Sheet?' })
    const words = question.getByText(
      'This sheet was begun for Bella of the day list. YES sets Bella as drawn.',
    )
    await words.waitFor()
    await question.getByRole('button', { name: 'ANOTHER PATIENT' }).click()
    await words.waitFor({ state: 'detached' })
    await question.getByRole('button', { name: 'YES' }).click()
    await button(page, 'NEXT PATIENT').waitFor()
    await page.goto(`${server.url}/day?day=2026-12-28`)
    await button(page, 'Bella: Listed. Set to Weighed').waitFor()
  })

  test('READY? says what a day without a network lacks here, and fetches what can be fetched', async () => {
    const { page, context } = first
    await page.goto(`${server.url}/day`)
    await page.getByRole('link', { name: 'READY?' }).click()
    const says = (words: string | RegExp) => page.getByRole('listitem').filter({ hasText: words }).waitFor()
    const heading = (words: string | RegExp) => page.getByRole('heading', { name: words, level: 2 }).waitFor()
    await says('Good: This tablet is up to date')
    await says(/Good: All \d+ files of the app are here/)
    await says('To know: Only you can log in without a network')
    await heading(/^Ready, with \d things to know$/)
    await server.kill()
    const session = await context.newCDPSession(page)
    await session.send('Network.clearBrowserCache')
    const lost = await page.evaluate(async () => {
      const name = (await caches.keys()).find((each) => each.includes('precache')) ?? ''
      const cache = await caches.open(name)
      const [file] = (await cache.keys()).filter(({ url }) => url.includes('docx'))
      if (file === undefined || !(await cache.delete(file))) throw new Error('There is no such file.')
      return file.url
    })
    await button(page, 'CHECK AGAIN').click()
    await says('To know: The server does not answer now')
    await says(/To do: 1 of the app’s \d+ files is missing/)
    await heading('Not ready: 1 thing to do first')
    await server.restart()
    await button(page, 'CHECK AGAIN').click()
    await says(/Good: All \d+ files of the app are here/)
    await heading(/^Ready, with \d things to know$/)
    expect(await page.evaluate(async (url) => (await caches.match(url))?.ok, lost)).toBe(true)
    await serverIsBack(page)
  })
})
