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
  sectionShown,
  showsSection,
} from './drug-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  describedBy,
  offersDelete,
  pressDelete,
  readyForOffline,
  serverIsBack,
  signIn,
  syncSays,
} from './steps.ts'

const LEAD = 'lead@demo.test'
const TECHNICIAN = 'technician@demo.test'

describe('the drug library without a network, and what another tablet sees of it', () => {
  let server: Server
  let tablet: Tablet
  let other: Tablet | undefined
  let password: string

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    tablet = await openTablet()
    await signIn(tablet.page, server.url, LEAD, password)
    await readyForOffline(tablet.page)
    await server.kill()
    await tablet.page.goto(`${server.url}/drugs/canine`)
  })
  afterAll(async () => {
    await other?.close()
    await tablet.close()
    await server.stop()
  })

  const said = (words: string) => tablet.page.getByText(words, { exact: true }).waitFor()
  const question = (answer: string) =>
    tablet.page.getByRole('alertdialog').getByRole('button', { name: answer }).click()

  test('[Q-119] the first section is shown, and the dropdown has them all in their order', async () => {
    const { page } = tablet
    await showsSection(page, 'Tranquilizers/Sedatives')
    await sectionShown(page).click()
    await page.getByRole('option', { name: 'EDIT SECTIONS' }).waitFor()
    expect(await page.getByRole('option').allTextContents()).toEqual([
      'TranquilizerTranquilizers/Sedatives',
      'OpioidOpioids',
      'Induction agentInduction Agents',
      'AnticholinergicAnticholinergics',
      'Local anestheticLocal Anesthetics',
      'NSAIDs',
      'AntagonistReversal Agents',
      'Supportive Medications',
      'Euthanasia Solutions',
      'Emergency Medications',
      'Unset Medications',
      'FLUIDS',
      'EDIT SECTIONS',
    ])
    await page.keyboard.press('Escape')
  })

  test('[DRUG-19] [Q-02] a new drug shows what is rounded, and refuses a micro-dose that would double', async () => {
    const { page } = tablet
    await chooseSection(page, 'Opioids')
    await add(page)
    await refused(page, 'Drug name is required.', 'name')
    await fillDrug(page, { 'Drug name': 'Remifentanil', 'Drug concentration': '0.05049' })
    await said('Will be saved as 0.05 mg/ml.')
    await refused(page, 'Canine dosage is required.', 'dosage.0')
    await fillDrug(page, { 'Canine dosage': '0.0005' })
    await refused(
      page,
      'Canine dosage 0.0005 would be saved as 0.001, another amount. Only 3 decimals are kept.',
      'dosage.0',
    )
    await fillDrug(page, { 'Canine dosage': '0.003' })
    expect(await page.locator('.field-error').count()).toBe(0)
    await save(page)
    await card(page, 'Remifentanil').getByText('0.05 mg/ml', { exact: true }).waitFor()
    await card(page, 'Remifentanil').getByText('0.003 mg/kg', { exact: true }).waitFor()
  })

  test('[DRUG-28] it is edited, then moved, and its new section is shown', async () => {
    const { page } = tablet
    await card(page, 'Remifentanil').locator('.card-words').click()
    await dialog(page).getByLabel('Canine dosage').fill('0.004')
    await save(page)
    await card(page, 'Remifentanil').getByText('0.004 mg/kg', { exact: true }).waitFor()
    await fromMenu(page, 'Remifentanil', 'Move to another section')
    expect(await dialog(page).getByRole('button', { name: 'Emergency Medications' }).count()).toBe(0)
    await dialog(page).getByRole('button', { name: 'NSAIDs' }).click()
    await showsSection(page, 'NSAIDs')
    await card(page, 'Remifentanil').waitFor()
  })

  test('[Q-15] a slipped point and a strong dosage are said at the field, and are saved all the same', async () => {
    const { page } = tablet
    const open = () => card(page, 'Remifentanil').locator('.card-words').click()
    const dosage = () => dialog(page).getByLabel('Canine dosage')
    const point = 'Ten times the 0.004 mg/kg saved before. Is the point in the right place?'
    await open()
    await dosage().fill('0.04')
    await said(point)
    await dialog(page).getByLabel('Highest usual dosage').fill('0.01')
    await said('4 times the highest, 0.01 mg/kg.')
    expect(await describedBy(dosage())).toContain(`Warning: ${point}`)
    const strength = dialog(page).getByLabel('Drug concentration')
    const typed = await strength.inputValue()
    await strength.fill(String(Number(typed) * 10))
    const moved = `Ten times the ${typed} mg/ml saved before. Is the point in the right place?`
    await said(moved)
    expect(await describedBy(strength)).toContain(`Check: ${moved}`)
    await strength.fill(typed)
    await page.getByText(moved).waitFor({ state: 'detached' })
    await save(page)
    await card(page, 'Remifentanil').getByText('0.04 mg/kg', { exact: true }).waitFor()
    await open()
    await said('4 times the highest, 0.01 mg/kg.')
    expect(await page.getByText('saved before').count()).toBe(0)
    await dialog(page).getByLabel('Highest usual dosage').fill('')
    await dosage().fill('0.004')
    await save(page)
    await fromMenu(page, 'Remifentanil', 'Copy')
    await fillDrug(page, { 'Drug concentration': '0.5' })
    await said('Your library also has Remifentanil 0.05 mg/ml.')
    await fillDrug(page, { 'Drug concentration': '0.05' })
    await page.getByText('Your library also has').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  })

  test('[Q-105] a copy into Emergency Medications asks for a low and a high dosage, and cannot be moved', async () => {
    const { page } = tablet
    await fromMenu(page, 'Remifentanil', 'Copy')
    await dialog(page).getByLabel('Drug name').fill('Remifentanil rescue')
    await dialog(page)
      .getByRole('button', { name: /Section/ })
      .click()
    await page.getByRole('option', { name: 'Emergency Medications' }).click()
    await refused(page, 'Canine low dosage is required.', 'dosage_from.0')
    await fillDrug(page, { 'Canine low dosage': '0.009' })
    await refused(page, 'Canine high dosage is required.', 'dosage_to.0')
    await fillDrug(page, { 'Canine high dosage': '0.006' })
    await said('The low dosage is greater than the high dosage.')
    await dialog(page).getByLabel('Lowest usual dosage').fill('0.01')
    await dialog(page).getByLabel('Maximum dose').fill('1')
    await said('60\u00a0% of the lowest, 0.01 mg/kg.')
    await save(page)
    await showsSection(page, 'Emergency Medications')
    const copy = card(page, 'Remifentanil rescue')
    await copy.getByText('Low is above high', { exact: true }).waitFor()
    await copy.getByText('0.009 to 0.006 mg/kg', { exact: true }).waitFor()
    await copy.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Copy' }).waitFor()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Copy', 'Delete'])
    await page.keyboard.press('Escape')
  })

  test('[Q-151] another edit of an emergency drug leaves its limits as they are', async () => {
    const { page } = tablet
    const open = () => card(page, 'Remifentanil rescue').locator('.card-words').click()
    await open()
    await fillDrug(page, { 'Canine low dosage': '0.005' })
    await said('50\u00a0% of the lowest, 0.01 mg/kg.')
    await save(page)
    await open()
    expect(await dialog(page).getByLabel('Lowest usual dosage').inputValue()).toBe('0.01')
    expect(await dialog(page).getByLabel('Maximum dose').inputValue()).toBe('1')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  })

  test('[DRUG-36] [DRUG-37] a deletion is undone; then it goes together with another', async () => {
    const { page } = tablet
    await pressDelete(page, 'Remifentanil rescue')
    await question('YES')
    await card(page, 'Remifentanil rescue').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'UNDO' }).last().click()
    await card(page, 'Remifentanil rescue').waitFor()
    // Only rows in sight are there to be pressed: a search brings both to the top.
    await page.getByRole('searchbox', { name: 'Search' }).fill('mi')
    await page.getByRole('checkbox', { name: 'Select Remifentanil rescue' }).check()
    await page.getByRole('checkbox', { name: 'Select Amiodarone' }).check()
    await said('2 SELECTED')
    await page.getByRole('button', { name: 'Delete selected' }).click()
    await question('YES')
    await card(page, 'Remifentanil rescue').waitFor({ state: 'detached' })
    await card(page, 'Amiodarone').waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: 'Search' }).fill('')
  })

  test('a search without a hit in the section says which section has one, and leads there', async () => {
    const { page } = tablet
    await chooseSection(page, 'Emergency Medications')
    await page.getByRole('searchbox', { name: 'Search' }).fill('ketamine')
    await page.getByText('Found in Induction Agents.').waitFor()
    await page.getByRole('button', { name: 'SHOW THERE' }).click()
    await card(page, 'Ketamine').first().waitFor()
    expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('ketamine')
    await page.getByRole('searchbox', { name: 'Search' }).fill('')
  })

  test('[FLUID-03] [FLUID-06] a fluid, with each of its messages', async () => {
    const { page } = tablet
    await chooseSection(page, 'FLUIDS')
    await add(page)
    await dialog(page).getByRole('checkbox', { name: 'Canine' }).uncheck()
    await refused(page, 'Please select at least one species.', 'species')
    await dialog(page).getByRole('checkbox', { name: 'Canine' }).check()
    await refused(page, 'Fluid name is required.', 'name')
    await fillDrug(page, { 'Fluid name': 'Ringer acetate', 'Fluid rate': '100001' })
    await refused(page, 'Fluid rate is too large.', 'rate')
    await fillDrug(page, { 'Fluid rate': '2.3456' })
    await said('Will be saved as 2.346 ml/kg.')
    await save(page)
    await card(page, 'Ringer acetate').getByText('2.346 ml/kg', { exact: true }).waitFor()
  })

  test('[DRUG-29] when the network is back the server has each of it, once', async () => {
    const { page } = tablet
    await server.restart()
    await serverIsBack(page)
    await syncSays(page, 'All sent')
    const api = await signInToApi(server.url, LEAD, password)
    const sections = await api.records('sections')
    const nsaids = sections.find(({ content }) => content?.['title_p'] === 'NSAIDs')
    const drugs = (await api.records('drugs')).map(({ content }) => content)
    expect(drugs.filter((drug) => String(drug?.['name']).startsWith('Remifentanil'))).toEqual([
      {
        name: 'Remifentanil',
        concentration: 0.05,
        dosage: [0.004, -1],
        dosage_from: [-1, -1],
        dosage_to: [-1, -1],
        route: ['IV', 'IV'],
        form: 'INJECTION',
        controlled: false,
        species: [0],
        section_key: nsaids?.content?.['key'],
      },
    ])
    expect(drugs.filter((drug) => drug?.['name'] === 'Amiodarone')).toEqual([])
    const fluids = await api.records('fluids')
    expect(fluids.filter(({ content }) => content?.['name'] === 'Ringer acetate')).toMatchObject([
      { content: { species: [0], name: 'Ringer acetate', rate: 2.346 } },
    ])
  })

  test('[DRUG-38] [DRUG-45] [Q-84] another person sees it and may not change it; a move arrives while they look', async () => {
    other = await openTablet()
    const { page } = other
    await signIn(page, server.url, TECHNICIAN, password)
    await syncSays(page, 'All sent')
    await page.goto(`${server.url}/drugs/canine`)
    await sectionShown(page).click()
    await page.getByRole('option', { name: 'FLUIDS' }).waitFor()
    expect(await page.getByRole('option', { name: 'EDIT SECTIONS' }).count()).toBe(0)
    await page.getByRole('option', { name: 'NSAIDs' }).click()
    await card(page, 'Remifentanil').getByText('LEE LEAD').waitFor()
    expect(await offersDelete(card(page, 'Remifentanil'))).toBe(false)
    await card(page, 'Remifentanil').locator('.card-words').click()
    await page.getByRole('dialog', { name: 'View Remifentanil' }).waitFor()
    expect(await dialog(page).getByRole('button', { name: 'SAVE' }).count()).toBe(0)
    await dialog(page).getByRole('button', { name: 'CLOSE', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Delete selected' }).click()
    await page
      .getByText(
        "We cannot delete the selected drugs because one or more are owned by other members of your organization, and you don't have permissions to delete their records.",
      )
      .waitFor()
    await page.getByRole('button', { name: 'OKAY' }).click()

    await chooseSection(tablet.page, 'NSAIDs')
    await fromMenu(tablet.page, 'Remifentanil', 'Move to another section')
    await dialog(tablet.page).getByRole('button', { name: 'Opioids' }).click()
    await showsSection(tablet.page, 'Opioids')
    await syncSays(tablet.page, 'All sent')
    await serverIsBack(page)
    await card(page, 'Remifentanil').waitFor({ state: 'detached' })
    await chooseSection(page, 'Opioids')
    await card(page, 'Remifentanil').waitFor()
  })
})
