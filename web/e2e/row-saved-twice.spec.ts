import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseSubstance, dialogOf, enterPrevious } from './balance-steps.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
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
let toms: Tablet
let veras: Tablet

picturesOfFailures(() => toms)

beforeAll(async () => {
  server = await startServer()
  const password = demonstrationPassword(server)
  const tabletOf = async (email: string) => {
    const tablet = await openTablet()
    await signIn(tablet.page, server.url, email, password)
    await readyForOffline(tablet.page)
    return tablet
  }
  toms = await tabletOf('technician@demo.test')
  veras = await tabletOf('veterinarian@demo.test')
})
afterAll(async () => {
  for (const tablet of [toms, veras]) await tablet.close()
  await server.stop()
})

const weightOn = (page: Page) => page.getByLabel('Patient Weight')

async function list(page: Page, names: readonly string[], says: string | RegExp = 'All sent'): Promise<void> {
  await page.goto(`${server.url}/day`)
  await page.getByRole('button', { name: 'ADD PATIENT' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Patient' })
  await dialog.getByText('Canine', { exact: true }).click()
  for (const name of names) {
    await dialog.getByLabel('Patient Name').fill(name)
    await dialog.getByRole('button', { name: 'ADD', exact: true }).click()
    await expect.poll(() => dialog.getByLabel('Patient Name').inputValue()).toBe('')
  }
  await dialog.getByRole('button', { name: 'CLOSE', exact: true }).click()
  await syncSays(page, says)
}

/** From Home to the sheet of who is next in the day's list. */
async function drawUp(page: Page, name: string, weight: string): Promise<void> {
  await page.goto(server.url)
  await page
    .getByRole('list', { name: 'Next' })
    .getByRole('link', { name: new RegExp(name) })
    .click()
  await expect.poll(() => page.getByLabel('Patient Name').inputValue()).toBe(name)
  await choose(page, 'Procedure', 'Castration')
  await choose(page, 'Anesthesia Protocol', 'TTDex')
  await page.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).click()
  await weightOn(page).fill(weight)
  await chooseUnit(page, 'kg')
}

async function save(page: Page): Promise<void> {
  await openExport(page)
  await closeAndSave(page, 'YES')
}

test('[M8] one patient of the day’s list whom two tablets without a network saved a sheet for', async () => {
  const [tom, vera] = [toms.page, veras.page]
  await list(tom, ['Ivy', 'Finn'])
  await vera.goto(server.url)
  await vera.getByRole('list', { name: 'Next' }).getByRole('link', { name: /Ivy/ }).waitFor()
  await server.kill()
  await drawUp(tom, 'Ivy', '12')
  await drawUp(vera, 'Ivy', '15')
  for (const page of [tom, vera]) await save(page)
  await server.restart()
  for (const page of [tom, vera]) {
    await serverIsBack(page)
    await syncSays(page, /1 needs attention/)
  }
  // Both hear of the other one's, where they draw: on the sheet that was saved, and at EMERGENCY.
  await tom.getByText('Saved on another tablet with 15 kg').waitFor()
  await vera.getByText('Saved on another tablet with 12 kg').waitFor()
  const says = async (page: Page, words: string) => {
    await page.locator('.bar-emergency').first().click()
    await page.locator('.patient-unusual').getByText(words).first().waitFor()
  }
  await says(tom, 'Saved on another tablet with 15 kg. This sheet still has 12 kg.')
  await says(vera, 'Saved on another tablet with 12 kg. This sheet still has 15 kg.')
  await tom.goto(`${server.url}/patients/canine`)
  const twice = tom.getByText('This sheet was saved twice: another tablet saved one for the same patient.')
  await expect.poll(() => twice.count()).toBe(2)
  await tom.goto(`${server.url}/needs-attention`)
  const group = tom.locator('.twice-group', { hasText: 'Ivy' })
  await expect
    .poll(() => group.locator('li').allTextContents())
    .toEqual([
      expect.stringMatching(/^12 kg, by Tom Technician/),
      expect.stringMatching(/^15 kg, by Vera Veterinarian/),
    ])
})

test('a sheet that is corrected says so, wherever it is read, and its draw is not added unseen', async () => {
  const [tom, vera] = [toms.page, veras.page]
  await drawUp(tom, 'Finn', '20')
  await save(tom)
  await syncSays(tom, /1 needs attention/)
  await server.kill()
  await weightOn(tom).fill('22')
  await save(tom)
  await server.restart()
  await serverIsBack(tom)
  await syncSays(tom, /1 needs attention/)
  await vera.goto(`${server.url}/patients/canine`)
  const first = vera.locator('li', { hasText: 'Finn' }).filter({ hasText: '20 kg' })
  await first.getByText('Corrected later', { exact: true }).waitFor()
  await first.locator('.card-title').click()
  const view = vera.getByRole('dialog')
  await view.getByText('Corrected later: 22 kg').first().waitFor()
  await view.getByText(/^This sheet still has 20 kg\. Tom Technician saved it once more, /).waitFor()
  await view.getByRole('button', { name: 'Close', exact: true }).click()
  const second = vera.locator('li', { hasText: 'Finn' }).filter({ hasText: '22 kg' })
  expect(await second.getByText('Corrected later').count()).toBe(0)
  // Nobody counted them as saved twice: it was known.
  await vera.goto(`${server.url}/needs-attention`)
  await vera.getByRole('heading', { level: 1 }).waitFor()
  await vera.locator('.twice-group', { hasText: 'Ivy' }).waitFor()
  expect(await vera.locator('.twice-group', { hasText: 'Finn' }).count()).toBe(0)
  // Of four draws only the one of the correction is plain.
  await chooseSubstance(vera, server.url, 'Butorphanol')
  await enterPrevious(vera, { bottle: 'B-1', container: '10', substance: '10' })
  const rows = dialogOf(vera, 'Full Draw').locator('.draw-row')
  await expect.poll(() => rows.count()).toBe(4)
  const marked = async (name: string) =>
    (await rows.filter({ hasText: name }).allTextContents()).map(
      (row) => /Sheet (saved twice|corrected later)/.exec(row)?.[0] ?? '',
    )
  await expect.poll(() => marked('Ivy')).toEqual(['Sheet saved twice', 'Sheet saved twice'])
  expect((await marked('Finn')).filter(Boolean)).toEqual(['Sheet corrected later'])
})

const whose = (page: Page) => page.getByRole('alertdialog', { name: 'Another Patient?' })

/** Another name, typed over the saved sheet; it is asked about as soon as the name is left. */
async function typeOver(page: Page, name: string, saved: string): Promise<void> {
  await page.getByLabel('Patient Name').fill(name)
  await page.keyboard.press('Tab')
  await whose(page).getByText(`This sheet was saved for ${saved}. Is it for another patient now?`).waitFor()
}

/** EMERGENCY of a saved sheet, with all that is said of it. */
async function emergencyOf(page: Page, words: RegExp): Promise<void> {
  await page.goto(`${server.url}/emergency-now`)
  const more = page.getByRole('button', { name: /^ALL / })
  const patient = page.locator('.patient-sheet', { hasText: words }).first()
  await page.locator('.patient-sheet').first().waitFor()
  if (await more.isVisible()) await more.click()
  await patient.click()
  await page.getByRole('table').first().waitFor()
}

test('of a name that was typed over a saved sheet is asked whose it is, and another patient’s is a sheet of its own', async () => {
  const [tom, vera] = [toms.page, veras.page]
  await list(tom, ['Rowi'], /1 needs attention/)
  await drawUp(tom, 'Rowi', '7')
  await save(tom)
  await typeOver(tom, 'Zeppelin', 'Rowi, 7 kg')
  await whose(tom).getByRole('button', { name: 'ANOTHER PATIENT' }).click()
  // Nobody weighed Zeppelin.
  await expect.poll(() => weightOn(tom).inputValue()).toBe('')
  await tom.locator('.toast', { hasText: 'The saved one of Rowi stays as it is.' }).waitFor()
  await weightOn(tom).fill('20')
  await chooseUnit(tom, 'kg')
  // CPR is Zeppelin's before anything of Zeppelin was saved.
  await tom.locator('.bar-emergency').first().click()
  await tom.getByRole('button', { name: 'CODE' }).click()
  const code = tom.getByRole('dialog')
  await code.getByRole('button', { name: /^EPINEPHRINE/ }).click()
  await code.getByText('Epinephrine given').first().waitFor()
  await tom.goto(`${server.url}/new-sheet`)
  await expect.poll(() => tom.getByLabel('Patient Name').inputValue()).toBe('Zeppelin')
  await save(tom)
  // Their own sheet may be corrected, and the patient of the list keeps the first one.
  await weightOn(tom).fill('21')
  await save(tom)
  await typeOver(tom, 'Quastel', 'Zeppelin, 21 kg')
  await whose(tom).getByRole('button', { name: 'THE SAME PATIENT' }).click()
  expect(await weightOn(tom).inputValue()).toBe('21')
  await save(tom)
  await syncSays(tom, /1 needs attention/)
  await vera.goto(`${server.url}/patients/canine`)
  const cards = async (name: string) => {
    const found = vera.locator('li', { hasText: name })
    await found.first().waitFor()
    const texts = await found.allTextContents()
    return texts.map((text) => [/Corrected later|saved twice/.exec(text)?.[0] ?? '', text.includes('Code')])
  }
  expect(await cards('Quastel')).toEqual([['', expect.any(Boolean)]])
  expect((await cards('Zeppelin')).map(([said]) => said)).toEqual(['Corrected later', 'Corrected later'])
  expect((await cards('Zeppelin')).filter(([, hasCode]) => hasCode)).toHaveLength(1)
  expect(await cards('Rowi')).toEqual([['', false]])
  await emergencyOf(vera, /Rowi/)
  expect(
    await vera
      .locator('.patient-unusual')
      .getByText(/Corrected|Saved on another/)
      .count(),
  ).toBe(0)
  await vera.goto(`${server.url}/day`)
  await vera.getByRole('button', { name: 'Saved sheet of Rowi' }).click()
  await vera.getByRole('dialog').getByText('7 kg').first().waitFor()
})

test('a correction with the same weight and another protocol is said at EMERGENCY', async () => {
  const [tom, vera] = [toms.page, veras.page]
  await list(tom, ['Prota'], /1 needs attention/)
  await drawUp(tom, 'Prota', '12')
  await save(tom)
  await syncSays(tom, /1 needs attention/)
  await emergencyOf(vera, /Prota/)
  await tom.getByRole('button', { name: /^Anesthesia Protocol/ }).click()
  await tom.getByRole('dialog').getByRole('button', { name: 'REMOVE', exact: true }).click()
  await choose(tom, 'Anesthesia Protocol', 'Dental (Dex-Methadone, Alfaxalone)')
  await tom.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).click()
  await save(tom)
  const says = vera
    .locator('.patient-unusual')
    .getByText('Corrected later, with the same weight and other drugs')
    .first()
  await says.waitFor()
  await vera.goto(`${server.url}/emergency-now`)
  await vera
    .locator('.patient-sheet', { hasText: 'Corrected later' })
    .filter({ hasText: 'Prota' })
    .first()
    .waitFor()
})
