import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import {
  add,
  card,
  chooseSection,
  dialog,
  fillDrug,
  fromMenu,
  refused,
  save,
  showsSection,
} from './drug-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { docxText, pdfText } from './read-paper.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  choose,
  closeAndSave,
  generate,
  readyForOffline,
  serverIsBack,
  signIn,
  syncSays,
} from './steps.ts'

const SECTION = 'Supportive Medications'

/** What a list of choices is set to by its label. */
async function select(page: Page, label: RegExp, option: string): Promise<void> {
  await dialog(page).getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Adds one drug in the open picker, whose row says these facts, and goes back to the form. */
async function pick(page: Page, title: string, drug: string, facts: string): Promise<void> {
  const picker = page.getByRole('dialog', { name: title })
  const row = picker.locator('.picker-row', { has: page.getByText(drug, { exact: true }) })
  await row.getByText(facts, { exact: true }).waitFor()
  await row.click()
  // By key: SAVE comes into sight at its place, and a press there would be taken for the second half of this one.
  await picker.getByRole('button', { name: 'DONE', exact: true }).press('Enter')
  await picker.waitFor({ state: 'hidden' })
}

const squeezed = (words: string) => words.replaceAll(/\s+/g, ' ')

describe('a drug in units/ml, from its form to the papers, without a network', () => {
  let server: Server
  let tablet: Tablet
  let password: string

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    tablet = await openTablet()
    await signIn(tablet.page, server.url, 'lead@demo.test', password)
    await readyForOffline(tablet.page)
    await server.kill()
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  test('its form asks in what it is measured, and refuses a cap in mg and a controlled one', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/drugs/canine`)
    await chooseSection(page, SECTION)
    await add(page)
    const values = { 'Drug name': 'Vasopressin', 'Drug concentration': '20', 'Canine dosage': '0.8' }
    await fillDrug(page, values)
    await dialog(page).getByLabel('Maximum dose').fill('3')
    await select(page, /Measured in/, 'units')
    const suffixes = async () => dialog(page).locator('.field-suffix').allTextContents()
    const perHour = ['units/kg/h', 'units/kg/h']
    const perKg = ['units/kg', 'units/kg', 'units/kg']
    await expect.poll(suffixes).toEqual(['units/ml', ...perKg, 'mg', ...perHour, 'months'])
    await refused(page, 'Only a drug measured in mg can have a maximum dose in mg.', 'range_cap.0')
    const cap = dialog(page).getByLabel('Maximum dose')
    await cap.fill('')
    await expect.poll(() => cap.evaluate((field) => field === document.activeElement)).toBe(true)
    await dialog(page).getByText('Controlled substance', { exact: true }).click()
    await dialog(page).getByRole('button', { name: 'SAVE', exact: true }).click()
    await page.getByText('A controlled drug must be measured in mg.', { exact: true }).waitFor()
    const unit = dialog(page).getByRole('button', { name: /Measured in/ })
    await expect.poll(() => unit.evaluate((button) => button === document.activeElement)).toBe(true)
    await dialog(page).getByText('Controlled substance', { exact: true }).click()
    await save(page)
    await card(page, 'Vasopressin').getByText('20 units/ml', { exact: true }).waitFor()
    await card(page, 'Vasopressin').getByText('0.8 units/kg', { exact: true }).waitFor()
    await card(page, 'Vasopressin').locator('.card-words').click()
    await expect.poll(suffixes).toEqual(['units/ml', ...perKg, ...perHour, 'months'])
    await dialog(page).getByRole('button', { name: 'CANCEL', exact: true }).click()

    await fromMenu(page, 'Vasopressin', 'Copy')
    await dialog(page).getByLabel('Drug name').fill('Vasopressin (CPR)')
    await select(page, /Section/, 'Emergency Medications')
    await fillDrug(page, { 'Canine low dosage': '0.4', 'Canine high dosage': '0.8' })
    await save(page)
    await showsSection(page, 'Emergency Medications')
    await card(page, 'Vasopressin (CPR)').getByText('0.4 to 0.8 units/kg', { exact: true }).waitFor()
  })

  test('protocols take it over, and keep it when the library’s drug changes to mg', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/anesthesia/canine`)
    await page.getByRole('button', { name: 'ADD', exact: true }).click()
    await dialog(page).getByLabel('Protocol Name').fill('Shock')
    await dialog(page)
      .getByRole('button', { name: /^ADD SECTION/ })
      .click()
    const titles = page.getByRole('dialog', { name: 'Add Section' })
    await titles.getByRole('button', { name: new RegExp(`^${SECTION}`) }).click()
    await pick(page, `Add Drugs to ${SECTION}`, 'Vasopressin', '20 units/ml · 0.8 units/kg · IV')
    const row = page.locator('[data-row="sections.0.drugs.0"]')
    await expect.poll(() => row.locator('.field-suffix').allTextContents()).toEqual(['units/ml', 'units/kg'])
    await save(page)

    await page.goto(`${server.url}/emergency/canine`)
    await page.getByRole('button', { name: 'ADD', exact: true }).first().click()
    await dialog(page).getByLabel('Emergency Protocol Name').fill('Arrest')
    await dialog(page).getByRole('button', { name: 'ADD DRUG', exact: true }).click()
    await pick(page, 'Add Emergency Drugs', 'Vasopressin (CPR)', '20 units/ml · 0.4 to 0.8 units/kg · IV')
    await expect
      .poll(() => page.locator('[data-row="drugs.0"] .field-suffix').allTextContents())
      .toEqual(['units/ml', 'units/kg', 'units/kg'])
    await save(page)

    await page.goto(`${server.url}/drugs/canine`)
    await chooseSection(page, SECTION)
    await card(page, 'Vasopressin').locator('.card-words').click()
    await select(page, /Measured in/, 'mg')
    await save(page)
    await card(page, 'Vasopressin').getByText('20 mg/ml', { exact: true }).waitFor()
    await page.goto(`${server.url}/anesthesia/canine`)
    await card(page, 'Shock').locator('.card-words').click()
    await row.getByText('Differs from the library: 20 mg/ml, 0.8 mg/kg.').waitFor()
    await expect.poll(() => row.locator('.field-suffix').allTextContents()).toEqual(['units/ml', 'units/kg'])
    await dialog(page).getByRole('button', { name: 'CANCEL', exact: true }).click()
  })

  test('a sheet, its PDF and its DOCX say units, and no mg', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/new-sheet`)
    await buildSheet(page, {
      name: 'Rex',
      weight: '20',
      unit: 'kg',
      procedure: 'Castration',
      protocol: 'Shock',
    })
    await choose(page, 'Emergency Protocol', 'Arrest')
    await dialog(page).getByText('0.4 to 0.8 units/kg', { exact: true }).waitFor()
    await dialog(page).getByRole('button', { name: 'ADD', exact: true }).click()
    await page.getByText('0.8 units/kg', { exact: true }).filter({ visible: true }).waitFor()
    await page.getByRole('button', { name: /^Vasopressin, 0\.8 ml/ }).click()
    await page.getByText('20 kg x 0.8 units/kg / 20 units/ml = 0.8 ml').waitFor()
    expect(await page.locator('main').innerText()).not.toContain('mg/')
    await page.getByRole('button', { name: 'EXPORT', exact: true }).click()
    await page.getByRole('dialog', { name: 'Saved Anesthesia Sheet' }).waitFor()
    const docx = squeezed(docxText((await generate(page, 'DOCX')).path))
    const pdf = squeezed(pdfText((await generate(page, 'PDF')).path))
    expect(pdf).toContain('Vasopressin Vasopressor 0.8 units/kg 20 units/ml 0.8 ml IV')
    expect(pdf).toContain('Vasopressin (CPR) Vasopressor 20 units/ml 0.4 ml 0.8 ml IV')
    expect(docx).toContain('Vasopressin ■ Vasopressor 0.8 units/kg 20 units/ml 0.8 ml IV')
    expect(docx).toContain('Vasopressin (CPR) ■ Vasopressor 20 units/ml 0.4 ml 0.8 ml IV')
    expect(pdf + docx).not.toContain('mg/')
    await closeAndSave(page, 'YES')
    await page.goto(`${server.url}/patients/canine`)
    await page.locator('.card-title', { hasText: 'Rex' }).click()
    await dialog(page)
      .getByRole('button', { name: /^Vasopressin, 0\.8 ml/ })
      .click()
    await dialog(page).getByText('20 kg x 0.8 units/kg / 20 units/ml = 0.8 ml').waitFor()
    expect(await dialog(page).innerText()).not.toContain('mg/')
  })

  test('the action log says it in units, and the change to mg at each number', async () => {
    await server.restart()
    await serverIsBack(tablet.page)
    await syncSays(tablet.page, 'All sent', 90_000)
    const api = await signInToApi(server.url, 'administrator@demo.test', password)
    const { entries } = await api.get<{ entries: { message: string }[] }>('/organization/action-log')
    const said = entries.map(({ message }) => message).filter((message) => message.includes('Vasopressin'))
    expect(said.find((message) => message.startsWith("Created drug 'Vasopressin' ("))).toContain(
      'concentration 20 units/ml, canine dosage 0.8 units/kg',
    )
    expect(said.find((message) => message.startsWith('Created anesthesia protocol'))).toContain(
      "'Vasopressin' in Supportive Medications (concentration 20 units/ml, dosage 0.8 units/kg",
    )
    expect(said.find((message) => message.startsWith('Created emergency protocol'))).toContain(
      'concentration 20 units/ml, low dosage 0.4 units/kg, high dosage 0.8 units/kg',
    )
    expect(said).toContain(
      "Edited drug 'Vasopressin' (concentration 20 units/ml to 20 mg/ml, canine dosage 0.8 units/kg to 0.8 mg/kg)",
    )
  })
})
