import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'

export async function signIn(page: Page, url: string, email: string, password: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'LOG IN' }).click()
  await page.waitForURL(`${url}/`)
}

/** The words of the sync mark in the navigation bar. */
export async function syncSays(page: Page, words: string | RegExp, withinMs = 30_000): Promise<void> {
  const name = typeof words === 'string' ? `Sync: ${words}` : words
  await page.getByRole('button', { name }).waitFor({ timeout: withinMs })
}

/** Ready to work without a network: the library is here, and the app is kept by the service worker. */
export async function readyForOffline(page: Page): Promise<void> {
  await syncSays(page, 'All sent')
  await workerControls(page)
}

/** The app is kept by the service worker. */
export async function workerControls(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

export async function choose(page: Page, picker: string, record: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${picker}`) }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill(record)
  await page
    .getByRole('dialog')
    .locator('.picker-row', { has: page.getByText(record, { exact: true }) })
    .click()
}

/** Delete in the menu of a row, up to the question. `called`: what the row's menu calls it; the first row where it is absent. */
export async function pressDelete(rows: Page | Locator, called?: string): Promise<void> {
  const menu = called === undefined ? /^More for / : `More for ${called}`
  await rows.getByRole('button', { name: menu, exact: true }).first().click()
  const page = 'page' in rows ? rows.page() : rows
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
}

/** Whether the menu of a row offers to delete it. */
export async function offersDelete(row: Locator): Promise<boolean> {
  const menu = row.getByRole('button', { name: /^More for / })
  if ((await menu.count()) === 0) return false
  await menu.click()
  const items = row.page().getByRole('menuitem')
  await items.first().waitFor()
  const offers = (await items.filter({ hasText: /^Delete$/ }).count()) > 0
  await row.page().keyboard.press('Escape')
  await items.first().waitFor({ state: 'detached' })
  return offers
}

export interface Patient {
  name: string
  weight: string
  unit: 'kg' | 'lb'
  procedure: string
  protocol: string
}

export const unitButton = (page: Page, unit: 'kg' | 'lb') =>
  page.getByRole('group', { name: 'Weight Units' }).getByRole('button', { name: new RegExp(`^${unit}`) })

/** The unit of the patient on the screen, by one press. */
export async function chooseUnit(page: Page, unit: 'kg' | 'lb'): Promise<void> {
  await unitButton(page, unit).click()
  await page.locator('.unit-button[aria-pressed=true]', { hasText: unit }).waitFor()
}

/** Builds a canine sheet on /new-sheet. */
export async function buildSheet(page: Page, patient: Patient): Promise<void> {
  await page.getByRole('button', { name: /^Species: Not selected/ }).click()
  await page.getByRole('button', { name: /^Species: Canine/ }).waitFor()
  await choose(page, 'Procedure', patient.procedure)
  await choose(page, 'Anesthesia Protocol', patient.protocol)
  await page.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).click()
  await page.getByLabel('Patient Name').fill(patient.name)
  await page.getByLabel('Patient Weight').fill(patient.weight)
  await chooseUnit(page, patient.unit)
}

/** An act of the bar below the open sheet; a phone has all but SAVE and EXPORT in the menu of the sheet. */
export async function pressInBar(page: Page, name: 'RESET SHEET' | 'ROOM VIEW'): Promise<void> {
  const menu = page.getByRole('button', { name: 'More for this sheet' })
  const button = page.getByRole('button', { name })
  await menu.or(button).waitFor()
  if (await button.isVisible()) return button.click()
  await menu.click()
  await page.getByRole('menuitem', { name }).click()
}

/** RESET SHEET, up to its question. */
export const pressReset = (page: Page): Promise<void> => pressInBar(page, 'RESET SHEET')

/** From EXPORT to the open export window, without an emergency protocol. */
export async function openExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'EXPORT', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'NO' }).click()
  await page.getByRole('dialog', { name: 'Saved Anesthesia Sheet' }).waitFor()
}

/** Makes a file in the open export window; gives its path on this machine and its name. */
export async function generate(page: Page, format: 'PDF' | 'DOCX'): Promise<{ path: string; name: string }> {
  const dialog = page.getByRole('dialog')
  const select = dialog.getByRole('button', { name: /Select Format/ })
  if (!(await select.textContent())?.includes(format)) {
    await select.click()
    await page.getByRole('option', { name: format, exact: true }).click()
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'GENERATE' }).click(),
  ])
  const name = download.suggestedFilename()
  const path = join(mkdtempSync(join(tmpdir(), 'e2e-file-')), name)
  await download.saveAs(path)
  return { path, name }
}

/** Closes the export window and answers 'Save Anesthesia Sheet?'. */
export async function closeAndSave(page: Page, answer: 'YES' | 'NO'): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('alertdialog', { name: 'Save Anesthesia Sheet?' })
  await question.getByRole('button', { name: answer }).click()
  await question.waitFor({ state: 'hidden' })
}

/** LOG OUT, wherever the page is; what is unsent stays. */
export async function logOut(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/`)
  await page.getByRole('button', { name: 'LOG OUT' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
  await page.waitForURL(`${url}/login`)
}

/** The browser's own word that there is a network again, which ends the tablet's wait. */
export async function serverIsBack(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

/** The next patient with the same protocol, from a saved sheet to a saved sheet. */
export async function saveNextPatient(page: Page, name: string, procedure: string): Promise<void> {
  await page.getByRole('button', { name: 'NEXT PATIENT' }).click()
  await choose(page, 'Procedure', procedure)
  await page.getByLabel('Patient Name').fill(name)
  await page.getByLabel('Patient Weight').fill('10')
  await chooseUnit(page, 'kg')
  await openExport(page)
  await closeAndSave(page, 'YES')
}

/** What is read out of a field besides its label. */
export const describedBy = (field: Locator): Promise<string> =>
  field.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )
