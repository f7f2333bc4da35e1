import { choose, chooseUnit } from '../../e2e/steps.ts'
import { LARGEST_PROTOCOL, LONG_NAME, UNBROKEN } from '../clinics/extreme.ts'
import { EVERY, FILLED, go, goHome, press, type Here, type Scene } from '../scene.ts'

const screen = 'New sheet'

/** A start from nothing: whatever the scene before left open goes. */
async function begin(here: Here): Promise<void> {
  await go(here, '/new-sheet')
  const { page } = here
  if (!(await page.getByRole('button', { name: /^Species: Not selected/ }).isVisible())) {
    await press(page, 'RESET SHEET')
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  }
}

async function species(here: Here): Promise<void> {
  await begin(here)
  const unset = here.page.getByRole('button', { name: /^Species: Not selected/ })
  if (await unset.isVisible()) await unset.click()
  await here.page.getByRole('button', { name: /^Species: Canine/ }).waitFor()
}

/** An open sheet with every volume. */
export async function filledSheet(here: Here): Promise<void> {
  const { page } = here
  const extreme = here.data === 'extreme'
  await go(here, '/new-sheet')
  if ((await page.getByLabel('Patient Name').inputValue()) === '') {
    await species(here)
    await choose(page, 'Procedure', extreme ? UNBROKEN : 'Ovariohysterectomy')
    await choose(
      page,
      'Anesthesia Protocol',
      extreme ? LARGEST_PROTOCOL : 'Spay/Neuter A (Ace-Hydro, Ket-Midaz)',
    )
    await page.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).click()
    await page.getByLabel('Patient Name').fill(extreme ? LONG_NAME : 'Bella Martinez')
    await page.getByLabel('Patient Weight').fill(extreme ? '0.35' : '22')
    await chooseUnit(page, extreme ? 'kg' : 'lb')
  }
  await page.locator('.volume').first().waitFor()
}

const picker = (name: string, opens: RegExp, data: Scene['data'] = FILLED): Scene => ({
  screen,
  name,
  data,
  open: async (here) => {
    await species(here)
    await press(here.page, opens)
    await here.page.getByRole('dialog').locator('.picker-row, .empty-state').first().waitFor()
  },
})

export const newSheetScenes: Scene[] = [
  { screen, name: 'empty', data: EVERY, open: (here) => go(here, '/new-sheet') },
  picker('procedures', /^Procedure/, EVERY),
  picker('protocols', /^Anesthesia Protocol/),
  {
    screen,
    name: 'protocol review',
    data: FILLED,
    open: async (here) => {
      await species(here)
      await press(here.page, /^Anesthesia Protocol/)
      await here.page.getByRole('dialog').locator('.picker-row').first().click()
      await here.page.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).waitFor()
    },
    leave: async ({ page }) => page.keyboard.press('Escape'),
  },
]

export const filledSheetScenes: Scene[] = [
  { screen, name: 'filled', data: FILLED, open: filledSheet },
  {
    screen,
    name: 'injections',
    data: FILLED,
    open: async ({ page }) => {
      await page
        .getByRole('region', { name: 'Injections' })
        .getByRole('button', { name: 'ADD', exact: true })
        .click()
      const rows = page.getByRole('dialog').locator('.picker-row')
      await rows.first().click()
      await rows.nth(1).click()
    },
    leave: async ({ page }) => {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
  },
  {
    screen,
    name: 'keypad',
    data: FILLED,
    open: async ({ page }) => {
      await press(page, 'Open keypad')
      await page.getByRole('dialog').locator('.keypad').waitFor()
    },
    leave: async ({ page }) => {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
  },
  {
    screen,
    name: 'room view',
    data: FILLED,
    open: async ({ page }) => {
      await press(page, 'ROOM VIEW')
      await page.getByRole('dialog', { name: /^Room view/ }).waitFor()
    },
    leave: async ({ page }) => {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
  },
  {
    screen,
    name: 'arithmetic',
    data: FILLED,
    open: async ({ page }) => press(page, /Show the arithmetic/),
    leave: async ({ page }) => page.keyboard.press('Escape'),
  },
  {
    screen,
    name: 'reset question',
    data: ['realistic'],
    open: async ({ page }) => {
      await press(page, 'RESET SHEET')
      await page.getByRole('alertdialog').waitFor()
    },
    leave: async ({ page }) => page.getByRole('alertdialog').getByRole('button', { name: 'NO' }).click(),
  },
  {
    screen,
    name: 'emergency question',
    data: FILLED,
    open: async (here) => {
      await filledSheet(here)
      await press(here.page, 'EXPORT')
      await here.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    screen,
    name: 'export window',
    data: FILLED,
    open: async ({ page }) => {
      await page.getByRole('alertdialog').getByRole('button', { name: 'NO' }).click()
      await page.getByRole('dialog', { name: 'Saved Anesthesia Sheet' }).waitFor()
    },
  },
  {
    screen,
    name: 'save question',
    data: ['realistic'],
    open: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
    leave: async ({ page }) => page.getByRole('alertdialog').getByRole('button', { name: 'NO' }).click(),
  },
  {
    screen,
    name: 'emergency volumes',
    data: ['realistic'],
    open: async (here) => {
      await filledSheet(here)
      await choose(here.page, 'Emergency Protocol', 'CPR and Reversals')
      await here.page.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).click()
      await here.page.locator('.doses-emergency').scrollIntoViewIfNeeded()
    },
  },
  {
    screen,
    name: 'emergency',
    data: FILLED,
    open: async (here) => {
      await filledSheet(here)
      await here.page.getByRole('link', { name: 'EMERGENCY' }).click()
      await here.page.locator('.now-columns').waitFor()
    },
  },
  {
    screen,
    name: 'a code',
    data: ['realistic'],
    open: async ({ page }) => {
      await press(page, 'CODE')
      await press(page, /^EPINEPHRINE/)
      await page.locator('.code-row').first().waitFor()
    },
    leave: async ({ page }) => {
      await press(page, 'STOP CPR')
      await press(page, 'PULSE IS BACK')
      await page.getByText(/^Stopped after/).waitFor()
      await press(page, 'CLOSE')
    },
  },
  {
    screen,
    name: 'emergency without a sheet',
    data: ['realistic'],
    open: async ({ page }) => press(page, 'OTHER PATIENT'),
  },
  {
    screen,
    name: 'infusion',
    data: FILLED,
    open: async (here) => {
      await filledSheet(here)
      await here.page.getByRole('link', { name: 'INFUSIONS AND FLUIDS' }).click()
      await here.page.getByLabel('Concentration').fill('20')
      await here.page.getByLabel('Dose', { exact: true }).fill('30')
      await press(here.page, 'mcg/kg/min')
      await here.page.locator('.calc-line').first().waitFor()
    },
  },
  {
    screen,
    name: 'fluids',
    data: ['realistic'],
    open: async ({ page }) => page.getByRole('tab', { name: 'Fluids' }).click(),
  },
  { screen: 'Home', name: 'an open sheet', data: FILLED, open: goHome },
]
