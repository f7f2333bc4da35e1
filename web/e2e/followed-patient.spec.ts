import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { buildSheet, choose, chooseUnit, readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

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
const emergency = (page: Page) => page.getByRole('link', { name: 'EMERGENCY', exact: true }).first().click()
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
