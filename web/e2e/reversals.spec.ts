import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { add, card, chooseSection, dialog, fillDrug, refused, save } from './drug-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { describedBy, readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

const LEAD = 'lead@demo.test'
const SECTION = 'Reversal Agents'
const REVERSES = [
  { name: 'Xylazine', species: 0, rule: 'mg_per_kg', value: 0.11, route: 'IV', note: 'Slowly' },
  { name: 'Dexmedetomidine', species: 0, rule: 'times_mass', value: 2.5, route: 'IM' },
]

const reversal = (page: Page, name: string) => dialog(page).getByRole('group', { name, exact: true })

/** What a list of choices of a row is set to, by its label. */
async function choose(page: Page, row: string, label: RegExp, option: string): Promise<void> {
  await reversal(page, row).getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const addReversal = (page: Page) => dialog(page).getByRole('button', { name: 'ADD REVERSAL' }).click()
const openDrug = (page: Page) => card(page, 'Yohimbine').locator('.card-words').click()

describe('what a drug reverses, entered without a network', () => {
  let server: Server
  let tablet: Tablet
  let other: Tablet | undefined
  let password: string

  picturesOfFailures(() => other ?? tablet)

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

  test('[Q-16] the form says at the field what is wrong in a row, and points out a name that finds no drug', async () => {
    const { page } = tablet
    await chooseSection(page, SECTION)
    await add(page)
    await fillDrug(page, { 'Drug name': 'Yohimbine', 'Drug concentration': '2', 'Canine dosage': '0.11' })
    await addReversal(page)
    const name = reversal(page, 'New reversal').getByLabel('Reversed drug')
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('Xylazin')
    const typed = reversal(page, 'Xylazin (canine)')
    await typed.getByText('No drug in your library has this name.').waitFor()
    expect(await describedBy(typed.getByLabel('Reversed drug'))).toContain('No drug in your library')
    await refused(page, 'Reversal dose is required.', 'reverses.0.value')
    await typed.getByLabel('Reversed drug').fill('Xylazine')
    const xylazine = reversal(page, 'Xylazine (canine)')
    await xylazine.getByText('No drug in your library has this name.').waitFor({ state: 'detached' })
    await xylazine.getByLabel('Reversal dose').fill('0.11')
    await xylazine.getByLabel('Reversal note').fill('Slowly')

    await addReversal(page)
    await reversal(page, 'New reversal').getByLabel('Reversed drug').fill('xylazine')
    const second = reversal(page, 'xylazine (canine)')
    await second.getByLabel('Reversal dose').fill('2.5')
    await refused(page, 'xylazine is already listed for dogs.', 'reverses.1.name')
    await second.getByLabel('Reversed drug').fill('Dexmedetomidine')
    await choose(page, 'Dexmedetomidine (canine)', /Dose in/, 'times its dose')
    await choose(page, 'Dexmedetomidine (canine)', /Route/, 'IM')

    // Nothing is typed into the third: it is not saved.
    await addReversal(page)
    await save(page)
  })

  test('[Q-16] it stays on the tablet, and is on another one when the network is back', async () => {
    await tablet.page.reload()
    await server.restart()
    await serverIsBack(tablet.page)
    await syncSays(tablet.page, 'All sent')
    const api = await signInToApi(server.url, LEAD, password)
    const saved = (await api.records('drugs')).find(({ content }) => content?.['name'] === 'Yohimbine')
    expect(saved?.content?.['reverses']).toEqual(REVERSES)

    other = await openTablet()
    const { page } = other
    await signIn(page, server.url, LEAD, password)
    await page.goto(`${server.url}/drugs/canine`)
    await chooseSection(page, SECTION)
    await openDrug(page)
    const xylazine = reversal(page, 'Xylazine (canine)')
    expect(await xylazine.getByLabel('Reversal dose').inputValue()).toBe('0.11')
    expect(await xylazine.getByLabel('Reversal note').inputValue()).toBe('Slowly')
    await xylazine.getByRole('button', { name: /mg\/kg/ }).waitFor()
    const dexmedetomidine = reversal(page, 'Dexmedetomidine (canine)')
    expect(await dexmedetomidine.getByLabel('Reversal dose').inputValue()).toBe('2.5')
    await dexmedetomidine.getByRole('button', { name: /times its dose/ }).waitFor()
    await dexmedetomidine.getByRole('button', { name: /IM/ }).waitFor()
    expect(await dialog(page).getByRole('group', { name: 'New reversal' }).count()).toBe(0)
  })

  test('[Q-16] a row that is taken away there is gone here', async () => {
    if (other === undefined) throw new Error('The other tablet is open.')
    await dialog(other.page).getByRole('button', { name: 'Remove Xylazine (canine)' }).click()
    await save(other.page)
    await syncSays(other.page, 'All sent')
    const { page } = tablet
    await serverIsBack(page)
    await chooseSection(page, SECTION)
    await expect
      .poll(async () => {
        await openDrug(page)
        await reversal(page, 'Dexmedetomidine (canine)').waitFor()
        const count = await dialog(page).locator('.reversal-row').count()
        await dialog(page).getByRole('button', { name: 'CANCEL', exact: true }).click()
        await dialog(page).waitFor({ state: 'hidden' })
        return count
      })
      .toBe(1)
  })
})
