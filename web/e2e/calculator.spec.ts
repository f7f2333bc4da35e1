import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults } from './accessibility-faults.ts'
import { signInToApi, type ApiClient } from './api-client.ts'
import { brokenWords } from './broken-words.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  closeAndSave,
  describedBy,
  openExport,
  logOut,
  readyForOffline,
  signIn,
  syncSays,
} from './steps.ts'

const LINE = '20 kg x 30 mcg/kg/min x 60 / 1000 / 20 mg/ml = 1.8 ml/h'
const SIZES = [
  { width: 1180, height: 820 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
] as const

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const number = (page: Page) => page.getByRole('textbox', { name: 'Weight' })
const result = (page: Page, said: string) => page.getByRole('img', { name: said, exact: true })
const home = (page: Page) => page.getByRole('link', { name: 'Veterinary Anesthesia, home' })

async function fromHome(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Calculate Infusions and Fluids/ }).click()
  await button(page, 'CALCULATE').waitFor()
}

async function enter(
  page: Page,
  species: 'Canine' | 'Feline',
  weight: string,
  unit: 'kg' | 'lb',
): Promise<void> {
  await button(page, species).click()
  await number(page).fill(weight)
  await button(page, new RegExp(`^${unit}`)).click()
  await button(page, 'CALCULATE').click()
  await field(page, 'Concentration').waitFor()
}

async function pick(page: Page, drug: string): Promise<void> {
  await button(page, /^Drug/).click()
  await page.getByRole('dialog', { name: 'Choose Drug' }).getByRole('searchbox').fill(drug)
  await page.locator('.picker-row', { hasText: drug }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Of the buttons below the sheet, and of what is said beside them. */
const linesOfActions = async (page: Page): Promise<number> => {
  const middles = await page.locator('.sheet-actions > *').evaluateAll((all) =>
    all
      .filter((each) => each.checkVisibility())
      .map((each) => {
        const { top, bottom } = each.getBoundingClientRect()
        return Math.round((top + bottom) / 2)
      }),
  )
  return new Set(middles).size
}

/** What no screen may do: leave room for a scroll to the side. */
const widerThanScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe('infusions and fluids', () => {
  let server: Server
  let api: ApiClient
  let tablet: Tablet
  let password: string
  const page = () => tablet.page

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    tablet = await openTablet()
    await signIn(page(), server.url, 'technician@demo.test', password)
    await readyForOffline(page())
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  describe('without a sheet, and without a network', () => {
    beforeAll(() => tablet.context.setOffline(true))
    afterAll(() => tablet.context.setOffline(false))

    test('nothing is counted before the unit of the weight is pressed', async () => {
      await page().reload()
      await fromHome(page())
      expect(await page().title()).toBe('Infusions and Fluids | Veterinary Anesthesia')
      await button(page(), 'Canine').click()
      await number(page()).fill('20')
      await button(page(), 'CALCULATE').click()
      await page().getByText('20 lb (9.07 kg) or 20 kg (44.1 lb)?').waitFor()
      await button(page(), /^kg/).click()
      await button(page(), 'CALCULATE').click()
      expect(await page().locator('.patient-head').textContent()).toContain('20 kg · 44.1 lb')
      await page().getByText('Still needed: concentration, dose, unit of the dose.').waitFor()
    })

    test('the rate follows from a drug of the library, and shows its line', async () => {
      await pick(page(), 'Lidocaine 2%')
      expect(await field(page(), 'Concentration').inputValue()).toBe('20')
      await field(page(), 'Dose').fill('30')
      await page().getByText('Still needed: unit of the dose.').waitFor()
      expect(await page().locator('.calc-line').count()).toBe(0)
      await button(page(), 'mcg/kg/min').click()
      await result(page(), 'Rate 1.8 ml/h').waitFor()
      await page().getByText(LINE, { exact: true }).waitFor()
      // Within its limits nothing is said, nor that it is right.
      expect(await page().locator('.calc-rate .guard-line').count()).toBe(0)
      expect(await button(page(), 'units/kg/h').count()).toBe(0)
      expect(await accessibilityFaults(page())).toEqual([])
    })

    test('fentanyl per minute in place of per hour is red, and asked for; without limits that is said', async () => {
      await pick(page(), 'Fentanyl')
      await field(page(), 'Dose').fill('5')
      await result(page(), 'Rate 120 ml/h').waitFor()
      const asked = '30 times the highest, 10 mcg/kg/h. Is it 5 mcg/kg/h, not 5 mcg/kg/min?'
      await page().locator('.guard-line-red', { hasText: asked }).waitFor()
      expect(await accessibilityFaults(page())).toEqual([])
      for (const size of SIZES) {
        await page().setViewportSize(size)
        expect({ size, wider: await widerThanScreen(page()) }).toEqual({ size, wider: 0 })
      }
      await page().setViewportSize(SIZES[0])
      await button(page(), 'mcg/kg/h').click()
      await page().keyboard.type('5')
      await result(page(), 'Rate 2 ml/h').waitFor()
      expect(await page().locator('.calc-rate .guard-line').count()).toBe(0)
      await field(page(), 'Dose').fill('12')
      await page().locator('.guard-line-amber', { hasText: '1.2 times the highest, 10 mcg/kg/h.' }).waitFor()
      await pick(page(), 'Hydromorphone')
      await field(page(), 'Dose').fill('30')
      await page().getByText('No limits recorded for infusions of Hydromorphone.').waitFor()
      await pick(page(), 'Lidocaine 2%')
      await field(page(), 'Dose').fill('30')
      await page().locator('.guard-line-red', { hasText: 'Is it 30 mcg/kg/min, not 30 mcg/kg/h?' }).waitFor()
      await button(page(), 'mcg/kg/min').click()
      await page().keyboard.type('30')
      await result(page(), 'Rate 1.8 ml/h').waitFor()
    })

    test('has the largest digits of the screen, at every size, with nothing to the side', async () => {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const size of SIZES) {
          await page().setViewportSize(size)
          await page().emulateMedia({ colorScheme })
          const sizes = await page().evaluate(() =>
            [...document.querySelectorAll<HTMLElement>('#screen *')]
              .filter((each) => each.checkVisibility() && (each.textContent ?? '').trim() !== '')
              .map(
                (each) =>
                  [
                    parseFloat(getComputedStyle(each).fontSize),
                    each.closest('.calc-result-main') !== null,
                  ] as const,
              ),
          )
          const largest = Math.max(...sizes.map(([px]) => px))
          expect(sizes.filter(([px]) => px === largest).every(([, isRate]) => isRate)).toBe(true)
          expect({ size, wider: await widerThanScreen(page()) }).toEqual({ size, wider: 0 })
        }
      await page().emulateMedia({ colorScheme: null })
      await page().setViewportSize(SIZES[0])
    })

    test('another unit asks for the dose again, and never converts it', async () => {
      await button(page(), 'mcg/kg/h').click()
      expect(await field(page(), 'Dose').inputValue()).toBe('')
      expect(await result(page(), 'Rate 1.8 ml/h').count()).toBe(0)
      await page().getByText('Still needed: dose.').waitFor()
      expect(await describedBy(field(page(), 'Dose'))).toContain(
        '30 mcg/kg/min was typed. Type the dose in mcg/kg/h.',
      )
      // It has the focus: the number is typed at once.
      await page().keyboard.type('1800')
      await page().getByText('20 kg x 1800 mcg/kg/h / 1000 / 20 mg/ml = 1.8 ml/h', { exact: true }).waitFor()
      await button(page(), 'mcg/kg/min').click()
      await field(page(), 'Dose').fill('30')
      await result(page(), 'Rate 1.8 ml/h').waitFor()
    })

    test('bad input is said at its field, and leaves no number behind', async () => {
      for (const [typed, message] of [
        ['0', 'Dose must be greater than zero.'],
        ['-3', 'Dose must be greater than zero.'],
        ['1,5', 'Dose must be a valid number.'],
        ['3O', 'Dose must be a valid number.'],
        ['100001', 'Dose is too large.'],
      ] as const) {
        await field(page(), 'Dose').fill(typed)
        await field(page(), 'Dose').blur()
        await page().getByText(message).waitFor()
        expect(await describedBy(field(page(), 'Dose'))).toContain(message)
        expect(await page().locator('.calc-result .volume:not(.volume-none)').count()).toBe(0)
      }
      // On the way to 0.5 nothing is said of its zero.
      await field(page(), 'Dose').fill('')
      await field(page(), 'Dose').pressSequentially('0.')
      expect(await page().locator('.field-error').count()).toBe(0)
      await field(page(), 'Concentration').fill('100001')
      await page().getByText('Concentration is too large.').waitFor()
      await field(page(), 'Concentration').fill('20')
    })

    test('says what a pump cannot be set to, and a concentration that the library does not have', async () => {
      await field(page(), 'Dose').fill('0.3')
      await result(page(), 'Rate 0.018 ml/h').waitFor()
      await page().getByText('Too low to set', { exact: false }).waitFor()
      await field(page(), 'Dose').fill('50000')
      await page().getByText('Too high to set', { exact: false }).waitFor()
      await field(page(), 'Dose').fill('30')
      await field(page(), 'Concentration').fill('2')
      await page().getByText('Your library has Lidocaine 2% 20 mg/ml, not 2 mg/ml. Was it diluted?').waitFor()
      await result(page(), 'Rate 18 ml/h').waitFor()
      await field(page(), 'Concentration').fill('20')
    })

    test('a bag: what is added, how long it lasts, and the dose if nothing is taken out', async () => {
      await button(page(), 'In a bag').click()
      await page().getByText('Still needed: volume of the bag, rate of the bag.').waitFor()
      // The rate of the drug alone is no rate of a bag.
      expect(await result(page(), 'Rate 1.8 ml/h').count()).toBe(0)
      await field(page(), 'Bag volume').fill('500')
      await field(page(), 'Bag rate').fill('40')
      await result(page(), 'Add to the bag 22.5 ml').waitFor()
      await result(page(), 'Drug in the bag 450 mg').waitFor()
      await result(page(), 'The bag lasts 12.5 hours').waitFor()
      await page().getByText('20 kg x 30 mcg/kg/min x 60 / 1000 x 500 ml / 40 ml/h = 450 mg').waitFor()
      await page()
        .getByText(
          'Take 22.5 ml out of the bag first. Then add 22.5 ml of the drug, and run the bag at 40 ml/h.',
        )
        .waitFor()
      await page()
        .getByText('If nothing is taken out first, the patient gets 28.7 mcg/kg/min, not 30 mcg/kg/min.')
        .waitFor()
      await page()
        .getByRole('group', { name: /^Drip set/ })
        .getByRole('button', { name: '15' })
        .click()
      await result(page(), 'Drops a minute 10 drops/min').waitFor()
      await field(page(), 'Bag volume').fill('20')
      await field(page(), 'Bag rate').fill('1')
      await page().getByText('This much of the drug does not fit in the bag.', { exact: false }).waitFor()
      await button(page(), 'In a syringe').click()
      await result(page(), 'Rate 1.8 ml/h').waitFor()
    })

    test('a loading dose is drawn up as on a sheet', async () => {
      await page()
        .getByRole('textbox', { name: /^Loading dose/ })
        .fill('2')
      await page().getByText('Still needed: unit of the loading dose.').waitFor()
      await button(page(), 'mg/kg').click()
      await result(page(), 'Loading dose 2 ml').waitFor()
      await page().getByText('20 kg x 2 mg/kg / 20 mg/ml = 2 ml', { exact: true }).waitFor()
      await button(page(), 'mcg/kg').click()
      expect(
        await page()
          .getByRole('textbox', { name: /^Loading dose/ })
          .inputValue(),
      ).toBe('')
    })

    test('fluids, hour by hour', async () => {
      await page().getByRole('tab', { name: 'Fluids' }).click()
      expect(await field(page(), 'Starting rate').inputValue()).toBe('5')
      await page().getByText('2 is a suggestion. Type your clinic’s own rate.').waitFor()
      const rates = () => page().locator('.calc-hour-rate').allTextContents()
      expect(await rates()).toEqual(['100', '75', '56.3', '42.2', '40'])
      await page().getByText('20 kg x 5 ml/kg/h x 0.75 = 75 ml/h').waitFor()
      await field(page(), 'Maintenance rate').fill('4')
      expect(await rates()).toEqual(['100', '80'])
      await page()
        .getByRole('group', { name: /^Drip set/ })
        .getByRole('button', { name: '20' })
        .click()
      expect(await page().getByRole('row', { name: /^1 / }).locator('td').last().textContent()).toBe('33.3')
      await field(page(), 'Maintenance rate').fill('2')
      for (const size of SIZES) {
        await page().setViewportSize(size)
        const broken = await brokenWords(page(), '.calc-hour :is(td, span), .calc-choice, #screen-title')
        expect({ size, broken }).toEqual({ size, broken: [] })
      }
      await page().setViewportSize(SIZES[0])
      await field(page(), 'Maintenance rate').fill('6')
      await page().getByText('Starting rate must not be below the maintenance rate.').waitFor()
      await field(page(), 'Maintenance rate').fill('nil')
      await page().getByText('Maintenance rate must be a valid number.').waitFor()
      expect(await rates()).toEqual([])
      expect(await accessibilityFaults(page())).toEqual([])
    })

    test('a reload finds what was typed; another patient finds nothing', async () => {
      await page().reload()
      await field(page(), 'Maintenance rate').waitFor()
      expect(await field(page(), 'Maintenance rate').inputValue()).toBe('nil')
      await page().getByRole('tab', { name: 'Infusion' }).click()
      await result(page(), 'Rate 1.8 ml/h').waitFor()
      await button(page(), 'OTHER PATIENT').click()
      expect(await number(page()).inputValue()).toBe('')
      for (const unit of ['kg', 'lb'])
        expect(await button(page(), new RegExp(`^${unit}`)).getAttribute('aria-pressed')).toBe('false')
      await enter(page(), 'Feline', '8.8', 'lb')
      expect(await field(page(), 'Dose').inputValue()).toBe('')
      await page().getByRole('tab', { name: 'Fluids' }).click()
      expect(await field(page(), 'Starting rate').inputValue()).toBe('3')
      await page().getByText('8.8 lb / 2.205 x 3 ml/kg/h = 12 ml/h').waitFor()
    })

    test('a weight that was entered here is not there for who comes back later', async () => {
      await home(page()).click()
      await fromHome(page())
      expect(await number(page()).inputValue()).toBe('')
      await home(page()).click()
    })

    test('by the keyboard alone', async () => {
      await fromHome(page())
      await button(page(), 'Canine').focus()
      await page().keyboard.press('Enter')
      await page().keyboard.type('20')
      await page().keyboard.press('Tab')
      await page().keyboard.press('Space')
      await button(page(), 'CALCULATE').focus()
      await page().keyboard.press('Enter')
      await field(page(), 'Concentration').focus()
      await page().keyboard.type('20')
      await page().keyboard.press('Tab')
      await page().keyboard.type('30')
      await page().keyboard.press('Tab')
      await page().keyboard.press('Space')
      await result(page(), 'Rate 1.8 ml/h').waitFor()
      await home(page()).click()
    })
  })

  describe('from the open sheet', () => {
    const toCalculator = () => page().getByRole('link', { name: 'INFUSIONS AND FLUIDS' }).click()
    const back = async () => {
      await button(page(), 'Return to New Anesthesia Sheet').click()
      await button(page(), 'EXPORT').waitFor()
    }

    beforeAll(async () => {
      await page().goto(`${server.url}/new-sheet`)
      await buildSheet(page(), {
        name: 'Bella',
        weight: '20',
        unit: 'kg',
        procedure: 'Castration',
        protocol: 'Dental (Dex-Methadone, Alfaxalone)',
      })
      await page().locator('.volumes .volume').first().waitFor()
    })

    test('one press takes its species and weight, without a question, and the sheet is as it was', async () => {
      await toCalculator()
      await page().getByRole('heading', { name: 'Bella' }).waitFor()
      expect(await page().getByRole('alertdialog').count()).toBe(0)
      expect(await page().locator('.patient-head').textContent()).toContain('20 kg · 44.1 lb')
      await pick(page(), 'Lidocaine 2%')
      await field(page(), 'Dose').fill('30')
      await button(page(), 'mcg/kg/min').click()
      await page().getByText(LINE, { exact: true }).waitFor()
      await back()
      expect(await page().getByLabel('Patient Name').inputValue()).toBe('Bella')
      await page().locator('.volumes .volume').first().waitFor()
    })

    test('what was typed is there when one comes back to it, for the weight that the sheet has by then', async () => {
      await page().getByLabel('Patient Weight').fill('10')
      await toCalculator()
      await result(page(), 'Rate 0.9 ml/h').waitFor()
      expect(await field(page(), 'Dose').inputValue()).toBe('30')
      await page().reload()
      await result(page(), 'Rate 0.9 ml/h').waitFor()
      await page().getByRole('heading', { name: 'Bella' }).waitFor()
    })

    test('EMERGENCY is one press away, and leads back', async () => {
      await page().getByRole('link', { name: 'EMERGENCY', exact: true }).click()
      await page().getByRole('heading', { name: 'Bella' }).waitFor()
      await page().locator('.now-row').first().waitFor()
      await button(page(), 'Return to Infusions and Fluids').click()
      await result(page(), 'Rate 0.9 ml/h').waitFor()
    })

    test('another patient is entered, and the sheet’s own is one press away again', async () => {
      await button(page(), 'OTHER PATIENT').click()
      await button(page(), 'BACK TO BELLA').click()
      await result(page(), 'Rate 0.9 ml/h').waitFor()
    })

    test('it has its place in the menu of a phone, and no record is made', async () => {
      await page().goto(`${server.url}/new-sheet`)
      await page().setViewportSize(SIZES[2])
      await button(page(), 'EXPORT').waitFor()
      expect(await linesOfActions(page())).toBe(1)
      await button(page(), 'More for this sheet').click()
      await page().getByRole('menuitem', { name: 'INFUSIONS AND FLUIDS' }).click()
      await result(page(), 'Rate 0.9 ml/h').waitFor()
      expect(await widerThanScreen(page())).toBe(0)
      await page().setViewportSize(SIZES[0])
      await syncSays(page(), 'All sent')
      const log = await Promise.all((['sheets', 'draws'] as const).map((kind) => api.records(kind)))
      expect(log.flat().filter(({ content }) => content?.['name'] === 'Bella')).toEqual([])
    })

    test('the next sign-in finds nothing of it', async () => {
      const kept = () =>
        page().evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('typed/')))
      expect(await kept()).not.toEqual([])
      await logOut(page(), server.url)
      expect(await kept()).toEqual([])
      await signIn(page(), server.url, 'technician@demo.test', password)
      await page()
        .getByRole('link', { name: /^Calculate Infusions and Fluids/ })
        .click()
      await page().getByRole('heading', { name: 'Bella' }).waitFor()
      expect(await field(page(), 'Dose').inputValue()).toBe('')
    })
  })

  test('all that an open sheet offers stands on one line, with what was saved when; on a phone the rest is in a menu', async () => {
    await page().goto(`${server.url}/new-sheet`)
    await button(page(), 'ROOM VIEW').waitFor()
    const onOneLine = async () => {
      for (const size of [...SIZES, { width: 360, height: 740 }]) {
        await page().setViewportSize(size)
        expect({ size, lines: await linesOfActions(page()) }).toEqual({ size, lines: 1 })
      }
    }
    await onOneLine()
    await page().setViewportSize(SIZES[0])
    await openExport(page())
    await closeAndSave(page(), 'YES')
    await button(page(), 'NEXT PATIENT').waitFor()
    await onOneLine()
    await button(page(), 'More for this sheet').click()
    await page().getByRole('menuitem', { name: 'RESET SHEET' }).waitFor()
    await page().getByRole('menuitem', { name: 'ROOM VIEW' }).click()
    const room = page().getByRole('dialog', { name: /^Room view/ })
    await room.getByRole('button', { name: 'CLOSE' }).click()
    await room.waitFor({ state: 'detached' })
    await button(page(), 'More for this sheet').click()
    await page().getByRole('menuitem', { name: 'RESET SHEET' }).click()
    await page()
      .getByRole('alertdialog', { name: 'Reset Sheet?' })
      .getByRole('button', { name: 'NO' })
      .click()
    await page().setViewportSize(SIZES[0])
  })

  test('who may not see records is sent away', async () => {
    await logOut(page(), server.url)
    await signIn(page(), server.url, 'administrator@demo.test', password).catch(() => undefined)
    await page().waitForURL(`${server.url}/organization`)
    await page().goto(`${server.url}/calculator`)
    await page().waitForURL(`${server.url}/organization`)
  })
})
