import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  choose,
  chooseUnit,
  closeAndSave,
  openExport,
  readyForOffline,
  serverIsBack,
  signIn,
  syncSays,
} from './steps.ts'

let server: Server
let anas: Tablet
let bens: Tablet
let veras: Tablet

picturesOfFailures(() => anas)

beforeAll(async () => {
  server = await startServer()
  const password = demonstrationPassword(server)
  const tabletOf = async (email: string) => {
    const tablet = await openTablet()
    await signIn(tablet.page, server.url, email, password)
    await readyForOffline(tablet.page)
    return tablet
  }
  anas = await tabletOf('technician@demo.test')
  bens = await tabletOf('technician@demo.test')
  veras = await tabletOf('veterinarian@demo.test')
})
afterAll(async () => {
  for (const tablet of [anas, bens, veras]) await tablet.close()
  await server.stop()
})

const nameOn = (page: Page) => page.getByLabel('Patient Name')
const weightOn = (page: Page) => page.getByLabel('Patient Weight')
const emergency = (page: Page) => page.locator('.bar-emergency').first().click()
const back = (page: Page) => page.getByRole('button', { name: 'Return to New Anesthesia Sheet' }).click()
const warning = (page: Page) => page.locator('.patient-unusual').first()

/** Whose doses stand on EMERGENCY, of what weight: 'Onn, 12 kg'. */
const shown = (page: Page) =>
  page.locator('.patient-head').evaluate((head) => {
    const said = (part: string) => head.querySelector(part)?.textContent?.trim() ?? ''
    return `${said('.patient-name-said')}, ${said('.patient-weight').split(' · ')[0]}`
  })

async function beginSheet(page: Page, name: string): Promise<void> {
  await page.goto(`${server.url}/new-sheet`)
  await buildSheet(page, { name, weight: '12', unit: 'kg', procedure: 'Castration', protocol: 'TTDex' })
  await syncSays(page, 'All sent')
}

async function continueSheet(page: Page, name: string): Promise<void> {
  await page.goto(server.url)
  await page.getByRole('link', { name: `Continue the open sheet for ${name}` }).click()
  await expect.poll(() => weightOn(page).inputValue()).toBe('12')
}

/** SAVE, by way of the export window. */
async function saveSheet(page: Page): Promise<void> {
  await openExport(page)
  await closeAndSave(page, 'YES')
}

/** From EMERGENCY to the code of the sheet. */
async function openCode(page: Page) {
  await page.getByRole('button', { name: 'CODE', exact: true }).click()
  return page.getByRole('dialog')
}

async function stopAndClose(code: Locator): Promise<void> {
  await code.getByRole('button', { name: 'STOP CPR' }).click()
  await code.getByRole('button', { name: 'OTHER REASON', exact: true }).click()
  await code.getByRole('button', { name: 'CLOSE' }).click()
}

async function resetSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'RESET SHEET' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
  await expect.poll(() => nameOn(page).inputValue()).toBe('')
}

/** After RESET the species and the protocol are remembered. */
async function beginAgain(page: Page, name: string): Promise<void> {
  await page.goto(`${server.url}/new-sheet`)
  await page.getByRole('button', { name: /^Species: Canine/ }).waitFor()
  await choose(page, 'Procedure', 'Castration')
  await nameOn(page).fill(name)
  await weightOn(page).fill('12')
  await chooseUnit(page, 'kg')
  await syncSays(page, 'All sent')
}

test('two weights that were entered at once are said at EMERGENCY, on both tablets, until one is chosen', async () => {
  const [ana, ben] = [anas.page, bens.page]
  await beginSheet(ana, 'Fif')
  await continueSheet(ben, 'Fif')
  await server.kill()
  await weightOn(ana).fill('13')
  await emergency(ana)
  await nameOn(ben).fill('Quill')
  await weightOn(ben).fill('44')
  await emergency(ben)
  await bens.context.setOffline(true)
  await server.restart()
  await serverIsBack(ana)
  await syncSays(ana, 'All sent')
  await bens.context.setOffline(false)
  await serverIsBack(ben)
  for (const page of [ana, ben]) {
    await warning(page).getByText('Two weights were entered: 13 kg and 44 kg').first().waitFor()
    expect(await shown(page)).toBe('Quill, 13 kg')
  }
  await ben.reload()
  await warning(ben).getByText('Two weights were entered: 13 kg and 44 kg').first().waitFor()
  // So does a code, whatever it was started with.
  const code = await openCode(ana)
  await code.getByText('Two weights were entered: 13 kg and 44 kg.').first().waitFor()
  await stopAndClose(code)
  await back(ana)
  await ana.getByRole('button', { name: 'USE 44 kg' }).click()
  await emergency(ana)
  for (const page of [ana, ben]) {
    await expect.poll(() => shown(page)).toBe('Quill, 44 kg')
    await expect.poll(() => page.getByText('Two weights were entered').count()).toBe(0)
  }
  await back(ana)
  await resetSheet(ana)
})

test('who gave a sheet away never reads its old weight again, whatever becomes of it', async () => {
  const [ana, vera] = [anas.page, veras.page]
  await beginAgain(ana, 'Tak')
  await emergency(ana)
  await vera.goto(server.url)
  await vera.getByRole('button', { name: 'Take over the open sheet for Tak from Tom Technician' }).click()
  await weightOn(vera).fill('44')
  await expect.poll(() => shown(ana)).toBe('Tak, 44 kg')
  await resetSheet(vera)
  await warning(ana)
    .getByText('This sheet was reset or deleted. What you see is for Tak, 44 kg.')
    .first()
    .waitFor()
  expect(await shown(ana)).toBe('Tak, 44 kg')
  await ana.reload()
  await warning(ana).getByText('What you see is for Tak, 44 kg.').first().waitFor()
})

test('a name that comes before its weight is not read as the name of the weight, and a code says what the sheet says', async () => {
  const [ana, ben] = [anas.page, bens.page]
  await beginSheet(ana, 'Onn')
  await continueSheet(ben, 'Onn')
  await emergency(ana)
  await expect.poll(() => shown(ana)).toBe('Onn, 12 kg')
  await ana.getByRole('button', { name: 'CODE', exact: true }).click()
  const code = ana.getByRole('dialog')
  await code.getByRole('heading', { name: 'Code: Onn' }).waitFor()
  await nameOn(ben).fill('Zed')
  await code.getByText('The sheet is of another patient now: Zed, 12 kg.').first().waitFor()
  await warning(ana)
    .getByText('The weight is still that of Onn, 12 kg.')
    .first()
    .waitFor({ state: 'attached' })
  await weightOn(ben).fill('')
  await warning(ana).getByText('What you see is still for Onn, 12 kg.').first().waitFor({ state: 'attached' })
  await weightOn(ben).fill('44')
  await code.getByText('The sheet is of another patient now: Zed, 44 kg.').first().waitFor()
  // The animal of the sheet gets a code of its own, once the other one is over.
  await code.getByRole('button', { name: 'STOP CPR' }).click()
  await code.getByRole('button', { name: 'OTHER REASON' }).click()
  await code.getByRole('button', { name: 'CLOSE' }).click()
  await ana.getByRole('button', { name: 'CODE', exact: true }).click()
  await code.getByRole('heading', { name: 'Code: Zed' }).waitFor()
  await code.locator('.code-weight').getByText('44 kg').waitFor()
  await code.getByRole('button', { name: 'STOP CPR' }).click()
  await code.getByRole('button', { name: 'OTHER REASON' }).click()
  // Started again without leaving it, it goes by what the sheet says by then.
  await weightOn(ben).fill('31')
  await code.getByRole('button', { name: 'START CPR AGAIN 31 kg' }).click()
  await code.locator('.code-weight').getByText('31 kg').waitFor()
  expect(await code.getByText('The sheet says').count()).toBe(0)
  await code.getByRole('button', { name: 'STOP CPR' }).click()
  await code.getByRole('button', { name: 'OTHER REASON', exact: true }).click()
  await code.getByRole('button', { name: 'CLOSE' }).click()
})

test('a sheet that was saved elsewhere keeps its code, and who reads its doses hears of its correction', async () => {
  const [ana, ben] = [anas.page, bens.page]
  await back(ana)
  await resetSheet(ana)
  await beginAgain(ana, 'Epi')
  await continueSheet(ben, 'Epi')
  await emergency(ana)
  await expect.poll(() => shown(ana)).toBe('Epi, 12 kg')
  await saveSheet(ben)
  await syncSays(ben, 'All sent')
  // A dose that was given at one tablet is known at the other.
  const anasCode = await openCode(ana)
  await anasCode.getByRole('button', { name: /^EPINEPHRINE/ }).click()
  await anasCode.getByText(/^Dose 1 was/).waitFor()
  await emergency(ben)
  const bensCode = await openCode(ben)
  await bensCode.getByText(/^Dose 1 was/).waitFor()
  await anasCode.getByRole('button', { name: 'STOP CPR' }).click()
  await anasCode.getByRole('button', { name: 'OTHER REASON', exact: true }).click()
  for (const code of [anasCode, bensCode]) {
    await code.getByRole('button', { name: 'START CPR AGAIN' }).waitFor()
    await code.getByRole('button', { name: 'CLOSE' }).click()
  }
  await back(ben)
  await weightOn(ben).fill('15')
  const says = (page: Page, words: string) => warning(page).getByText(words).first().waitFor()
  await says(ana, 'Corrected on another tablet: 15 kg. This sheet still has 12 kg.')
  await saveSheet(ben)
  await says(ana, 'Corrected later: 15 kg. This sheet still has 12 kg.')
  expect(await shown(ana)).toBe('Epi, 12 kg')
  // The code says it too, and is the same one at both.
  await openCode(ana)
  await anasCode.getByText('The doses here are for 12 kg.').first().waitFor()
  await anasCode.getByRole('button', { name: /^EPINEPHRINE/ }).click()
  await anasCode.getByText(/^Dose \d was/).waitFor()
  await emergency(ben)
  await openCode(ben)
  await bensCode.getByText(/^Dose \d was/).waitFor()
  await bensCode.getByRole('button', { name: 'STOP CPR' }).click()
  await bensCode.getByRole('button', { name: 'OTHER REASON', exact: true }).click()
  for (const code of [anasCode, bensCode]) {
    await code.getByRole('button', { name: 'START CPR AGAIN' }).waitFor()
    await code.getByRole('button', { name: 'CLOSE' }).click()
  }
  // Who comes back to it, or loads it again, is told still.
  await back(ana)
  await ana.getByText('Corrected later: 15 kg').first().waitFor()
  await emergency(ana)
  await says(ana, 'Corrected later: 15 kg.')
})

test('a saved sheet that is corrected on one tablet and saved again on another is followed', async () => {
  const [ana, ben] = [anas.page, bens.page]
  // What stood here is saved: another one begins.
  await back(ana)
  await ana.getByRole('button', { name: 'NEW SHEET' }).click()
  await beginSheet(ana, 'Sav')
  await saveSheet(ana)
  await ana.getByLabel('Patient ID').fill('S-1')
  await ben.goto(server.url)
  const open = ben.getByRole('link', { name: /Sav/ }).first()
  await open.waitFor()
  await emergency(ana)
  await ana.reload()
  await expect.poll(() => shown(ana)).toBe('Sav, 12 kg')
  await open.click()
  await expect.poll(() => weightOn(ben).inputValue()).toBe('12')
  await weightOn(ben).fill('15')
  await expect.poll(() => shown(ana)).toBe('Sav, 15 kg')
  await saveSheet(ben)
  await syncSays(ben, 'All sent')
  await warning(ana).getByText('it was 12 kg').first().waitFor()
  expect(await shown(ana)).toBe('Sav, 15 kg')
  await ana.reload()
  await warning(ana).getByText('it was 12 kg').first().waitFor()
  expect(await shown(ana)).toBe('Sav, 15 kg')
  // Its code goes by what was saved last.
  const code = await openCode(ana)
  await code.locator('.code-weight').getByText('15 kg').waitFor()
  await code.getByRole('button', { name: 'STOP CPR' }).click()
  await code.getByRole('button', { name: 'OTHER REASON', exact: true }).click()
  await code.getByRole('button', { name: 'START CPR AGAIN', exact: true }).click()
  await code.locator('.code-weight').getByText('15 kg').waitFor()
  expect(await code.getByText('12 kg').count()).toBe(0)
})

test('who was not looking hears of a correction too, and of a sheet that was deleted since', async () => {
  const [ana, ben, vera] = [anas.page, bens.page, veras.page]
  await vera.goto(server.url)
  await beginSheet(ana, 'Del')
  await saveSheet(ana)
  await weightOn(ana).fill('15')
  await syncSays(ana, 'All sent')
  await saveSheet(ana)
  await syncSays(ana, 'All sent')
  await emergency(vera)
  await vera.locator('.patient-sheet', { hasText: /Del.*12 kg/ }).click()
  const says = (words: string) => warning(vera).getByText(words).first().waitFor()
  await says('Corrected later: 15 kg. This sheet still has 12 kg.')
  await ben.goto(`${server.url}/patients/canine`)
  const card = ben.locator('li', { hasText: 'Del' }).filter({ hasText: '12 kg' })
  // Whoever reads it there, or in the room, is told as well.
  await card.locator('.card-title').click()
  const view = ben.getByRole('dialog')
  await view.getByText('Corrected later: 15 kg').first().waitFor()
  await view.getByText('This sheet still has 12 kg.').first().waitFor()
  await view.getByRole('button', { name: 'Close', exact: true }).click()
  await card.getByRole('button', { name: 'More for Del' }).click()
  await ben.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await ben.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
  await says('This sheet was reset or deleted. What you see is for Del, 12 kg.')
  // What it was corrected to stands: nothing is said there, until that is deleted too.
  expect(await ana.getByText('The saved sheet was deleted').count()).toBe(0)
  await says('Corrected later: 15 kg.')
  const rest = ben.locator('li', { hasText: 'Del' })
  await rest.getByRole('button', { name: 'More for Del' }).click()
  await ben.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await ben.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
  await ana.getByText('The saved sheet was deleted', { exact: true }).waitFor()
})

test('a correction that was made without a network is said once it is sent', async () => {
  const [ana, vera] = [anas.page, veras.page]
  await beginSheet(ana, 'Off')
  await saveSheet(ana)
  await syncSays(ana, 'All sent')
  await vera.goto(server.url)
  await emergency(vera)
  await vera.locator('.patient-sheet', { hasText: /Off.*12 kg/ }).click()
  await expect.poll(() => shown(vera)).toBe('Off, 12 kg')
  await server.kill()
  await weightOn(ana).fill('15')
  await saveSheet(ana)
  await server.restart()
  await serverIsBack(ana)
  await syncSays(ana, 'All sent')
  const words = 'Corrected later: 15 kg. This sheet still has 12 kg.'
  await warning(vera).getByText(words).first().waitFor()
  await (await openCode(vera)).getByText('Corrected later: 15 kg.').first().waitFor()
})
