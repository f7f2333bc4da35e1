import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { add, card, chooseSection, dialog, fillDrug, refused, save, showsSection } from './drug-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

const LEAD = 'lead@demo.test'
const SECTIONS = 'sections@demo.test'

describe('two tablets add sections without a network', () => {
  let server: Server
  let first: Tablet
  let second: Tablet
  let password: string

  picturesOfFailures(() => first)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    first = await openTablet()
    second = await openTablet()
    for (const [{ page }, email] of [
      [first, LEAD],
      [second, SECTIONS],
    ] as const) {
      await signIn(page, server.url, email, password)
      await readyForOffline(page)
    }
    await server.kill()
    for (const { page } of [first, second]) await page.goto(`${server.url}/drugs/canine`)
  })
  afterAll(async () => {
    await second.close()
    await first.close()
    await server.stop()
  })

  const rowOf = (page: Page, title: string) => dialog(page).getByRole('group', { name: title, exact: true })

  async function addSection(page: Page, singular: string, plural: string): Promise<void> {
    await chooseSection(page, 'EDIT SECTIONS')
    await dialog(page).getByRole('button', { name: 'ADD SECTION' }).click()
    const row = rowOf(page, 'New section')
    await row.getByLabel('Singular title').fill(singular)
    await dialog(page).getByRole('button', { name: 'SAVE', exact: true }).click()
    await page
      .getByText('Please make sure all sections have singular and plural titles.', { exact: true })
      .waitFor()
    await row.getByLabel('Plural title').fill(plural)
    await save(page)
  }

  async function addDrug(page: Page, section: string, name: string): Promise<void> {
    await chooseSection(page, section)
    await add(page)
    await fillDrug(page, { 'Drug name': name, 'Drug concentration': '4' })
    await refused(page, 'Canine dosage is required.', 'dosage.0')
    await fillDrug(page, { 'Canine dosage': '0.25' })
    await save(page)
    await card(page, name).waitFor()
  }

  test('[SECT-05] [SECT-07] each has its own, with a drug, and both stand when they meet', async () => {
    await addSection(first.page, 'Steroid', 'Steroids')
    await addDrug(first.page, 'Steroids', 'Prednisolone test')
    await addSection(second.page, 'Antiemetic', 'Antiemetics')
    await addDrug(second.page, 'Antiemetics', 'Metoclopramide test')

    await server.restart()
    for (const { page } of [first, second]) {
      await serverIsBack(page)
      await syncSays(page, 'All sent')
    }
    await serverIsBack(first.page)
    const api = await signInToApi(server.url, LEAD, password)
    const sections = await api.records('sections')
    const keys = sections.map(({ content }) => content?.['key'])
    expect(sections).toHaveLength(11)
    expect(new Set(keys).size).toBe(keys.length)
    const drugs = await api.records('drugs')
    for (const [title, drug] of [
      ['Steroids', 'Prednisolone test'],
      ['Antiemetics', 'Metoclopramide test'],
    ] as const) {
      const section = sections.find(({ content }) => content?.['title_p'] === title)
      const added = drugs.filter(({ content }) => content?.['name'] === drug)
      expect(added.map(({ content }) => content?.['section_key'])).toEqual([section?.content?.['key']])
    }
    await chooseSection(first.page, 'Antiemetics')
    await card(first.page, 'Metoclopramide test').waitFor()
    await chooseSection(second.page, 'Steroids')
    await card(second.page, 'Prednisolone test').waitFor()
  })

  test('[SECT-08] [Q-106] a section that another tablet shows is removed: its drugs are unset, and nothing else is written', async () => {
    const { page } = first
    await chooseSection(page, 'EDIT SECTIONS')
    await rowOf(page, 'Steroids').getByRole('button', { name: 'Remove Steroids' }).click()
    await dialog(page).getByText('Its 1 drug becomes unset.').waitFor()
    await save(page)
    await page.getByText('Sections saved. 1 drug is now unset.', { exact: true }).waitFor()
    await syncSays(page, 'All sent')

    await serverIsBack(second.page)
    await showsSection(second.page, 'Unset Medications')
    await second.page.getByText('The section Steroids was removed.').waitFor()
    await card(second.page, 'Prednisolone test').locator('.card-title').click()
    await dialog(second.page)
      .getByRole('button', { name: /Unset Medications/ })
      .waitFor()
    await second.page.keyboard.press('Escape')
    const api = await signInToApi(server.url, LEAD, password)
    const drugs = await api.records('drugs')
    const [drug] = drugs.filter(({ content }) => content?.['name'] === 'Prednisolone test')
    expect(drug).toMatchObject({ version: 1 })
    expect(drug?.meta).not.toHaveProperty('date_edited')
  })

  test('UNDO puts a removed section back under its key, with its drugs', async () => {
    const { page } = first
    await chooseSection(page, 'EDIT SECTIONS')
    await rowOf(page, 'Antiemetics').getByRole('button', { name: 'Remove Antiemetics' }).click()
    await save(page)
    await page.getByRole('button', { name: 'UNDO' }).last().click()
    await page.getByText('The sections are back as they were.', { exact: true }).waitFor()
    await chooseSection(page, 'Antiemetics')
    await card(page, 'Metoclopramide test').waitFor()
    await syncSays(page, 'All sent')
    const api = await signInToApi(server.url, LEAD, password)
    const sections = await api.records('sections')
    expect(sections.filter(({ content }) => content?.['title_p'] === 'Antiemetics')).toHaveLength(1)
  })

  test('ADD SECTION pressed twice in a moment adds two, and what was typed before stays', async () => {
    const { page } = first
    await chooseSection(page, 'EDIT SECTIONS')
    await rowOf(page, 'Antiemetics').getByLabel('Plural title').fill('Antiemetics typed')
    await dialog(page)
      .getByRole('button', { name: 'ADD SECTION' })
      .evaluate((button: HTMLButtonElement) => {
        button.click()
        button.click()
      })
    await rowOf(page, 'New section').nth(1).waitFor()
    await rowOf(page, 'Antiemetics typed').waitFor()
    await dialog(page).getByRole('button', { name: 'CANCEL', exact: true }).click()
  })
})
