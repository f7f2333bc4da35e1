import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { halfMgProtocol, signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { focused, focusReturns } from './keyboard-steps.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { buildSheet, closeAndSave, openExport, readyForOffline, signIn } from './steps.ts'

let server: Server
let tablet: Tablet
let page: Page

picturesOfFailures(() => tablet)

beforeAll(async () => {
  server = await startServer()
  const password = demonstrationPassword(server)
  const lead = await signInToApi(server.url, 'lead@demo.test', password)
  await lead.push('anesthesia_protocol.create', [halfMgProtocol('Half a milligram')])
  tablet = await openTablet()
  page = tablet.page
  await signIn(page, server.url, 'technician@demo.test', password)
  await readyForOffline(page)
  await page.goto(`${server.url}/new-sheet`)
  for (const [name, procedure] of [
    ['Bella', 'Castration'],
    ['Isabella', 'Ovariohysterectomy'],
  ] as const) {
    await buildSheet(page, { name, weight: '10', unit: 'kg', procedure, protocol: 'Half a milligram' })
    await openExport(page)
    await closeAndSave(page, 'YES')
    await page.getByRole('link', { name: 'Veterinary Anesthesia, home' }).click()
    await page.getByRole('link', { name: /^Create New Anesthesia Sheet/ }).click()
  }
  await page.goto(`${server.url}/`)
})
afterAll(async () => {
  await tablet.close()
  await server.stop()
})

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const search = () => page.getByRole('combobox')
const rows = () => page.getByRole('option')
const rowsOf = (group: string) => page.getByRole('group', { name: group }).getByRole('option')
const chosen = () => page.locator('[role=option][aria-selected=true] .palette-name').textContent()

async function openPalette(): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await search().waitFor()
  await focusReturns(page, /^Patients, drugs, screens$/)
}

test('the server is gone: a patient of any day is found by name, and opens over the screen', async () => {
  await server.stop()
  await page.goto(`${server.url}/`)
  await page.getByRole('link', { name: /^Create New Anesthesia Sheet/ }).waitFor()
  await openPalette()
  await page.keyboard.type('infus')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/calculator`)
  await openPalette()
  await page.keyboard.type('bella')
  await page.getByRole('option', { name: /^Bella .*Canine · 10 kg · Castration/ }).waitFor()
  // The beginning of a name before what is inside of one.
  expect(await page.locator('[role=option] .palette-name').allTextContents()).toEqual(['Bella', 'Isabella'])
  expect(await chosen()).toBe('Bella')
  await page.keyboard.type(' ovario')
  await expect.poll(chosen).toBe('Isabella')
  expect(await rows().count()).toBe(1)
  await page.keyboard.press('Enter')
  await dialog('Anesthesia Sheet for Isabella').waitFor()
  expect(new URL(page.url()).pathname).toBe('/calculator')
  await page.keyboard.press('Escape')
  await dialog(/./).waitFor({ state: 'detached' })
  // What was chosen lately is offered first, and comes first among equals.
  await openPalette()
  expect((await rowsOf('Recent').first().textContent())?.trim()).toMatch(/^Isabella/)
  await page.keyboard.press('Escape')
  await dialog(/./).waitFor({ state: 'detached' })
  // After a reload too, and nothing of it but ids is stored outside of the records.
  await page.reload()
  await page.locator('#screen button').first().waitFor()
  await openPalette()
  await expect.poll(() => rowsOf('Recent').locator('.palette-name').allTextContents()).toEqual(['Isabella'])
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  expect(kept).toContain('sheets/')
  expect(kept).not.toContain('Isabella')
  await page.keyboard.press('Escape')
  await dialog(/./).waitFor({ state: 'detached' })
})

test('arrows walk, Back closes, and a press opens a screen', async () => {
  await openPalette()
  // Nothing is taken of what nobody searched for.
  await page.keyboard.press('Enter')
  expect(await search().count()).toBe(1)
  await page.keyboard.type('drugs')
  await expect.poll(chosen).toBe('Canine Drugs')
  await page.keyboard.press('ArrowDown')
  expect(await chosen()).toBe('Feline Drugs')
  expect(await search().getAttribute('aria-activedescendant')).toBe(
    await page.locator('[role=option][aria-selected=true]').getAttribute('id'),
  )
  await page.keyboard.press('ArrowUp')
  expect(await chosen()).toBe('Canine Drugs')
  await page.goBack()
  await search().waitFor({ state: 'detached' })
  // The browser has gone back, and is led forward again.
  await expect.poll(() => new URL(page.url()).pathname).toBe('/calculator')
  await openPalette()
  await page.keyboard.type('feline dr')
  await page.getByRole('option', { name: 'Feline Drugs' }).click()
  await page.waitForURL(`${server.url}/drugs/feline`)
})

test('a drug, a protocol and a substance are found, each in its place', async () => {
  await page.getByRole('searchbox').waitFor()
  await openPalette()
  await page.keyboard.type('methadone')
  await page
    .getByRole('option', { name: /^Methadone 10 mg\/ml .*C-II/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  // The library that is open.
  await dialog('View Methadone').waitFor()
  expect(new URL(page.url()).pathname).toBe('/drugs/feline')
  await page.keyboard.press('Escape')
  await dialog(/./).waitFor({ state: 'detached' })
  await openPalette()
  await page.keyboard.type('half a')
  await expect.poll(chosen).toBe('Half a milligram')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/anesthesia/canine`)
  await dialog('View Half a milligram').waitFor()
  await page.keyboard.press('Escape')
  await dialog(/./).waitFor({ state: 'detached' })
  await openPalette()
  await page.keyboard.type('ketamine')
  await page.getByRole('option', { name: /balance sheets/ }).click()
  await page.waitForURL(`${server.url}/controlled-substances`)
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('Ketamine')
})

test('the letters do nothing in a field, no key over a dialog; / leads to the search, N to a sheet, H, D and C to their screens, ? lists them', async () => {
  await page.locator('#screen').focus()
  await page.keyboard.press('/')
  await focusReturns(page, /^Search$/)
  await page.keyboard.type('n?/')
  expect(await page.getByRole('searchbox').inputValue()).toBe('n?/')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.locator('#screen').focus()
  await page.keyboard.press('?')
  await dialog('Keys').waitFor()
  await page.keyboard.press('n')
  await page.keyboard.press('ControlOrMeta+k')
  expect(await search().count()).toBe(0)
  await dialog('Keys').getByText('Off', { exact: true }).click()
  await page.keyboard.press('Escape')
  await dialog('Keys').waitFor({ state: 'detached' })
  await page.locator('#screen').focus()
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  await openPalette()
  expect(new URL(page.url()).pathname).toBe('/controlled-substances')
  await page.keyboard.type('keys')
  await page.keyboard.press('Enter')
  await dialog('Keys').getByText('On', { exact: true }).click()
  await page.keyboard.press('Escape')
  await dialog('Keys').waitFor({ state: 'detached' })
  for (const [key, path] of [
    ['d', '/day'],
    ['c', '/controlled-substances'],
    ['h', '/'],
    ['n', '/new-sheet'],
  ] as const) {
    await page.locator('#screen').focus()
    await page.keyboard.press(key)
    await page.waitForURL(`${server.url}${path}`)
  }
})

test('what is done on another screen is done from here, by its letters, and once', async () => {
  await page.goto(`${server.url}/calculator`)
  await page.locator('#screen button').first().waitFor()
  await page.locator('#screen').focus()
  const run = async (typed: string, name: string) => {
    await openPalette()
    await page.keyboard.type(typed)
    await expect.poll(chosen).toBe(name)
    await page.keyboard.press('Enter')
  }
  const closed = async () => {
    await page.keyboard.press('Escape')
    await dialog(/./).waitFor({ state: 'detached' })
  }
  await run('ncd', 'New Canine Drug')
  await dialog('New Drug').waitFor()
  expect(new URL(page.url()).pathname).toBe('/drugs/canine')
  await closed()
  await page.reload()
  await page.getByRole('searchbox').waitFor()
  // The screen's own come first, and a fluid has its own list.
  await openPalette()
  expect(await page.locator('.palette-group').first().textContent()).toBe('On this screen')
  expect(await rowsOf('On this screen').locator('.palette-name').allTextContents()).toEqual([
    'New Canine Drug',
    'New Canine Fluid',
    'Import drugs (CSV)',
    'Export all drugs (CSV)',
    'Search this list',
  ])
  expect(await dialog(/^New/).count()).toBe(0)
  await closed()
  await run('ncf', 'New Canine Fluid')
  await dialog('New Fluid').waitFor()
  await closed()
  await run('import', 'Import drugs (CSV)')
  await dialog('Import Drugs').waitFor()
  await closed()
  await run('paste', 'Paste patients')
  await dialog('Paste Patients').waitFor()
  expect(new URL(page.url()).pathname).toBe('/day')
  await closed()
  // Nobody is on the list: there is nothing to weigh, and nothing that says so.
  await openPalette()
  expect(await rowsOf('On this screen').locator('.palette-name').allTextContents()).toEqual([
    'Paste patients',
    'Add a patient',
    'READY?',
  ])
  await page.keyboard.type('export all')
  await page.getByRole('option').first().waitFor()
  expect(await page.getByRole('option', { name: /^EXPORT ALL DATA/ }).count()).toBe(0)
  await closed()
  await run('switch', 'Switch user')
  await dialog('Switch user').waitFor()
  await closed()
  await run('add a pa', 'Add a patient')
  await dialog(/Patient/).waitFor()
  await closed()
  // No way back leads to a window that was closed.
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/drugs/canine')
  expect(await page.getByRole('dialog').count()).toBe(0)
  // What was done on its own screen is done from this one too.
  await page.getByRole('searchbox').waitFor()
  await openPalette()
  await rowsOf('Recent').filter({ hasText: 'Add a patient' }).click()
  await dialog(/Patient/).waitFor()
  expect(new URL(page.url()).pathname).toBe('/day')
  await closed()
  await page.goto(`${server.url}/new-sheet`)
  await page.getByLabel('Patient Name').waitFor()
})

test('an open sheet stays below a saved one, and asks before it is left', async () => {
  const name = page.getByLabel('Patient Name')
  await name.fill('Milo')
  // From inside the field too; the focus returns to it, and nothing is typed into it.
  await openPalette()
  await page.keyboard.press('Escape')
  await dialog(/./).waitFor({ state: 'detached' })
  await expect.poll(() => name.evaluate((field) => document.activeElement === field)).toBe(true)
  expect(await name.inputValue()).toBe('Milo')
  await openPalette()
  await page.keyboard.type('bella')
  await expect.poll(chosen).toBe('Bella')
  await page.keyboard.press('Enter')
  await dialog('Anesthesia Sheet for Bella').waitFor()
  await page.keyboard.press('Escape')
  await dialog(/./).waitFor({ state: 'detached' })
  expect(await page.getByLabel('Patient Name').inputValue()).toBe('Milo')
  await page.locator('#screen').focus()
  await openPalette()
  await page.keyboard.type('day list')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Leave This Page?' })
  await question.getByRole('button', { name: 'NO' }).click()
  await question.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/new-sheet')
  // COPY of the saved one begins another sheet in the place of this one.
  await page.locator('#screen').focus()
  await openPalette()
  await page.keyboard.type('bella')
  await expect.poll(chosen).toBe('Bella')
  await page.keyboard.press('Enter')
  await dialog('Anesthesia Sheet for Bella').getByRole('button', { name: 'COPY TO A NEW SHEET' }).click()
  await question.getByRole('button', { name: 'YES' }).click()
  await expect.poll(() => page.getByLabel('Patient Name').inputValue()).toBe('Bella')
  // A button of the screen by its words; the focus is on it afterwards.
  await page.locator('#screen').focus()
  await openPalette()
  await page.keyboard.type('exp')
  await expect.poll(chosen).toBe('EXPORT')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await focused(page)).name).not.toBe('')
})

test('a sheet for a dog or a cat begins with keys alone; one that is open comes back as it is', async () => {
  const choose = async (typed: string, name: string | RegExp) => {
    await openPalette()
    await page.keyboard.type(typed)
    await expect.poll(chosen).toMatch(name)
    await page.keyboard.press('Enter')
    await dialog(/./).waitFor({ state: 'detached' })
  }
  const species = (word: string) => page.getByRole('button', { name: new RegExp(`Species.*${word}`, 'i') })
  await page.goto(`${server.url}/drugs/canine`)
  await page.getByRole('searchbox').waitFor()
  // Nobody's sheet is open: what the test before left is put away.
  await choose('new an', 'New Anesthesia Sheet')
  const emptied = page.getByRole('button', { name: 'START EMPTY' })
  await page.getByLabel('Patient Name').waitFor()
  if ((await emptied.count()) > 0) await emptied.click()
  await choose('home', 'Home')
  await page.waitForURL(`${server.url}/`)
  await choose('dog', 'New Sheet for a Dog')
  await species('canine').waitFor()
  // Nothing was entered: nobody is asked, and the other species is not mixed into it.
  await choose('infus', /^Infusions and Fluids$/i)
  await page.waitForURL(`${server.url}/calculator`)
  await choose('cat', 'New Sheet for a Cat')
  await species('feline').waitFor()
  await page.getByLabel('Patient Name').focus()
  await page.keyboard.type('Milo')
  await choose('infus', /^Infusions and Fluids$/i)
  await page.waitForURL(`${server.url}/calculator`)
  await choose('dog', 'New Sheet for a Dog')
  await page.getByText('The sheet for Milo is still open').waitFor()
  await species('feline').waitFor()
  expect(await page.getByLabel('Patient Name').inputValue()).toBe('Milo')
  await page.goto(`${server.url}/calculator`)
  await page.locator('#screen button').first().waitFor()
  await choose('dog', 'New Sheet for a Dog')
  await emptied.waitFor()
  await species('feline').waitFor()
  expect(await page.getByLabel('Patient Name').inputValue()).toBe('Milo')
  await emptied.focus()
  await page.keyboard.press('Enter')
  await species('canine').waitFor()
  expect(await page.getByLabel('Patient Name').inputValue()).toBe('')
  await page.goto(`${server.url}/`)
})

test('a finger finds it on Home and in the menu', async () => {
  await page.goto(`${server.url}/`)
  await page.getByRole('button', { name: /^Search patients/ }).click()
  await search().fill('isab')
  await page.getByRole('option', { name: /^Isabella/ }).click()
  await dialog('Anesthesia Sheet for Isabella').waitFor()
  await page.keyboard.press('Escape')
  await dialog(/./).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await dialog('You').getByRole('button', { name: 'Search', exact: true }).click()
  await search().waitFor()
  await search().fill('sign out')
  await page.getByRole('option', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
  await page.waitForURL(`${server.url}/login`)
  // Nobody is signed in: there is nothing to search.
  await page.locator('#screen').focus()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.press('?')
  expect(await page.getByRole('dialog').count()).toBe(0)
})
