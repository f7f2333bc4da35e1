import { dialogOf } from '../../e2e/balance-steps.ts'
import { pushContestedPatient } from '../../e2e/contested-patient.ts'
import { LONG_NAME, UNBROKEN, WIDEST } from '../clinics/extreme.ts'
import { EVERY, FILLED, go, goHome, press, type Here, type Scene } from '../scene.ts'

const screen = 'Day list'
const CONTESTED_DAY = '2026-11-18'

/** A morning's patients as a spreadsheet has them; two weights are doubtful. */
const MORNING = [
  'Name\tSpecies\tSex\tAge\tWeight\tProcedure\tOwner\tCage',
  'Bella\tCanine\tF\t8 mo\t22\tOvariohysterectomy\tMartinez\t4',
  'Max\tCanine\tM\t1 y\t61\tCastration\tJohnson\t5',
  'Luna\tCanine\tF\t2 y\t48.5\tOvariohysterectomy\tNguyen\t6',
  'Oliver\tFeline\tM\t6 mo\t12,5\tCastration\tOkafor\tC1',
  'Cleo\tFeline\tF\t7 mo\t6.2\tOvariohysterectomy\tSmith\tC2',
  'Duke\tCanine\tM\t3 y\t\tMass Removal\tBrown\t7',
  'Daisy\tCanine\tF\t9 y\t\tDental Prophylaxis\tGarcia\t8',
  'Simba\tFeline\tM\t5 mo\t4,1kg\tCastration\tLee\tC3',
  'Rosie\tCanine\tF\t1 y\t31\tOvariohysterectomy\tWalker\t9',
  'Rocky\tCanine\tM\t4 y\t\tCastration\tHall\t10',
  'Nala\tFeline\tF\t1 y\t\tOvariohysterectomy\tYoung\tC4',
  'Zeus\tCanine\tM\t2 y\t88\tCastration\tKing\t11',
].join('\n')
/** How far the first ones are. */
const FAR = [
  ['Bella', 'done'],
  ['Max', 'recovering'],
  ['Luna', 'in surgery'],
  ['Oliver', 'drawn'],
] as const
const LONGEST = [
  'Name\tSpecies\tAge\tWeight\tProcedure\tOwner\tCage\tRisk',
  ...[LONG_NAME, UNBROKEN, WIDEST].map((name) =>
    [name, 'Canine', '12 y', '154.5', UNBROKEN, LONG_NAME, 'Isolation 12', UNBROKEN].join('\t'),
  ),
].join('\n')

async function paste(here: Here): Promise<void> {
  await go(here, '/day')
  await press(here.page, 'PASTE')
  await here.page.getByLabel('Patients, one row each').fill(here.data === 'extreme' ? LONGEST : MORNING)
  await press(here.page, 'SHOW PATIENTS')
  await here.page.getByRole('dialog').getByText('lb', { exact: true }).click()
  await dialogOf(here.page, 'Paste Patients').locator('table').waitFor()
}

const closed = async ({ page }: Here) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

const plan = (name: string, item: string, dialog: string): Scene => ({
  screen,
  name,
  data: ['realistic'],
  open: async (here) => {
    await go(here, '/day')
    await press(here.page, 'PLAN')
    await here.page.getByRole('menuitem', { name: item }).click()
    await dialogOf(here.page, dialog).waitFor()
  },
  leave: closed,
})

/** A morning, from nothing to half done; each scene goes on from the one before it. */
export const dayScenes: Scene[] = [
  { screen, name: 'no patients', data: EVERY, open: (here) => go(here, '/day') },
  {
    screen,
    name: 'a new patient',
    data: ['realistic'],
    open: async ({ page }) => {
      await press(page, 'ADD PATIENT')
      await dialogOf(page, 'Add Patient').waitFor()
    },
    leave: closed,
  },
  {
    screen,
    name: 'a list to paste',
    data: ['realistic'],
    open: async ({ page }) => {
      await press(page, 'PASTE')
      await dialogOf(page, 'Paste Patients').waitFor()
    },
    leave: closed,
  },
  { screen, name: 'the pasted rows', data: FILLED, open: paste },
  {
    screen,
    name: 'list',
    data: FILLED,
    open: async ({ page, data }) => {
      for (const [row, weight] of data === 'extreme'
        ? []
        : ([
            [4, '12.5'],
            [8, '4'],
          ] as const))
        await page.getByRole('textbox', { name: `Weight, row ${row}` }).fill(weight)
      await page.getByRole('button', { name: /^ADD \d+/ }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      if (data === 'extreme') return
      for (const [name, status] of FAR) {
        await press(page, `More for ${name}`)
        await page.getByRole('menuitem', { name: `Set to ${status}` }).click()
        await page.getByRole('menuitem').first().waitFor({ state: 'hidden' })
      }
    },
  },
  {
    screen,
    name: 'a patient on the scale',
    data: ['realistic'],
    open: async ({ page }) => {
      await press(page, /^WEIGH \d/)
      await page.getByRole('dialog', { name: /^Weight of/ }).waitFor()
    },
    leave: closed,
  },
  {
    screen,
    name: 'more of a patient',
    data: ['realistic'],
    open: async ({ page }) => {
      await press(page, /^More for/)
      await page.getByRole('menu').waitFor()
    },
    leave: async ({ page }) => page.keyboard.press('Escape'),
  },
  plan('a plan for many', 'Set a procedure or protocol for many', 'Set for Many Patients'),
  {
    screen,
    name: 'a protocol for many',
    data: ['realistic'],
    open: async ({ page }) => {
      await press(page, 'PLAN')
      await page.getByRole('menuitem', { name: 'Set a procedure or protocol for many' }).click()
      await page
        .getByRole('dialog')
        .getByText(/^Canine \(/)
        .click()
      await press(page, /^CHOOSE FOR/)
      await dialogOf(page, 'Select Anesthesia Protocol').waitFor()
    },
    leave: async ({ page }) => {
      await page.getByRole('dialog').locator('.picker-row').first().click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
  },
  plan('controlled drugs needed', 'Controlled drugs needed', 'Controlled Drugs Needed'),
  plan('labels', 'Print labels', 'Print Labels'),
  {
    screen,
    name: 'two versions of a weight',
    data: ['realistic'],
    open: async (here) => {
      const { clinic } = here
      if (clinic === null) throw new Error('There is no clinic.')
      const people = { first: clinic.api, second: await clinic.as('vera@elmstreet.example') }
      await pushContestedPatient(people, { name: 'Biscuit', day: CONTESTED_DAY })
      await go(here, `/day?day=${CONTESTED_DAY}`)
      await here.page.getByRole('group', { name: 'Two versions of Biscuit' }).waitFor()
    },
  },
  { screen: 'Home', name: 'a morning', data: FILLED, open: goHome },
  {
    screen: 'Ready',
    name: 'answers',
    data: EVERY,
    open: async (here) => {
      await go(here, '/ready')
      await here.page.getByRole('heading', { name: /^(Ready|Not ready)/, level: 2 }).waitFor()
    },
  },
]
