import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { choose, readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

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
    await syncSays(first.page, 'All sent')
    await namesAre(second.page, ['Max', 'Rex', 'Luna'])
    await server.kill()
    const { page } = first
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
      await each.locator('.day-row', { hasText: 'Rex' }).getByText('DECIDE').waitFor()
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
})
