import { EVERY, FILLED, firstCard, go, press, type Here, type Scene } from '../scene.ts'

interface Library {
  screen: string
  path: string
}
const LIBRARIES: readonly Library[] = [
  { screen: 'Drugs', path: '/drugs/canine' },
  { screen: 'Anesthesia protocols', path: '/anesthesia/canine' },
  { screen: 'Emergency protocols', path: '/emergency/canine' },
  { screen: 'Injections', path: '/injections/canine' },
  { screen: 'Procedures', path: '/procedures/canine' },
]

async function edit(here: Here, path: string): Promise<void> {
  await go(here, path)
  await firstCard(here.page).click()
  await here.page.getByRole('dialog').waitFor()
}

async function add(here: Here, path: string): Promise<void> {
  await go(here, path)
  await press(here.page, 'ADD')
  await here.page.getByRole('dialog').waitFor()
}

const ofLibrary = ({ screen, path }: Library): Scene[] => [
  { screen, name: 'list', data: EVERY, open: (here) => go(here, path) },
  { screen, name: 'new', data: ['realistic'], open: (here) => add(here, path) },
  {
    screen,
    name: 'a message',
    data: ['realistic'],
    open: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'SAVE', exact: true }).click()
      await page
        .getByRole('dialog')
        .locator('[aria-invalid=true], [data-invalid], [role=alert]')
        .first()
        .waitFor()
    },
  },
  { screen, name: 'edit', data: FILLED, open: (here) => edit(here, path) },
]

/** Opens the section of the drugs screen by its title. */
async function section(here: Here, title: string): Promise<void> {
  await go(here, '/drugs/canine')
  await press(here.page, /Section$/)
  await here.page.getByRole('option', { name: title }).click()
  await here.page.getByRole('listbox').waitFor({ state: 'hidden' })
}

/** As a price list has them: a decimal comma, a species that is not one, a drug that is there already. */
const PRICE_LIST = [
  'Drug name,Strength,Species,Dosage,Route,Controlled',
  'Xylazine,20 mg/ml,dog,0.7 mg/kg,IM,no',
  '"Buprenorphine hydrochloride, extended-release","1,8",cat,0.24 mg/kg,SC,yes',
  'Tiletamine-Zolazepam,100 mg/ml,horse,5 mg/kg,IM,yes',
  'Butorphanol,10 mg/ml,dog,0.3 mg/kg,IV,yes',
].join('\n')

export const libraryScenes: Scene[] = [
  ...LIBRARIES.flatMap(ofLibrary),
  {
    screen: 'Drugs',
    name: 'section with many drugs',
    data: ['extreme'],
    open: (here) => section(here, 'Unset Medications'),
  },
  {
    screen: 'Drugs',
    name: 'edit, the longest',
    data: ['extreme'],
    open: async ({ page }) => {
      await firstCard(page).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    screen: 'Drugs',
    name: 'sections dropdown',
    data: ['realistic'],
    open: async (here) => {
      await go(here, '/drugs/canine')
      await press(here.page, /Section$/)
      await here.page.getByRole('listbox').waitFor()
    },
  },
  {
    screen: 'Drugs',
    name: 'more of a card',
    data: ['realistic'],
    open: async (here) => {
      await go(here, '/drugs/canine')
      await press(here.page, /^More for/)
      await here.page.getByRole('menu').waitFor()
    },
  },
  {
    screen: 'Drugs',
    name: 'edit sections',
    data: FILLED,
    open: async (here) => {
      await go(here, '/drugs/canine')
      await press(here.page, /Section$/)
      await here.page.getByRole('option', { name: 'EDIT SECTIONS' }).click()
      await here.page.getByRole('dialog').waitFor()
    },
  },
  { screen: 'Drugs', name: 'fluids', data: FILLED, open: (here) => section(here, 'FLUIDS') },
  {
    screen: 'Drugs',
    name: 'edit a fluid',
    data: FILLED,
    open: async ({ page }) => {
      await firstCard(page).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    screen: 'Anesthesia protocols',
    name: 'drug picker',
    data: ['realistic'],
    open: async (here) => {
      await edit(here, '/anesthesia/canine')
      await press(here.page, /^ADD DRUG/)
      await here.page.getByRole('searchbox').last().waitFor()
    },
  },
  {
    screen: 'Anesthesia protocols',
    name: 'delete question',
    data: FILLED,
    open: async (here) => {
      await go(here, '/anesthesia/canine')
      await press(here.page, /^More for/)
      await here.page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
      await here.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    screen: 'Drugs',
    name: 'a file to import',
    data: ['realistic'],
    open: async (here) => {
      await go(here, '/drugs/canine')
      await press(here.page, 'Export and import')
      await here.page.getByRole('menuitem', { name: 'Import drugs (CSV)' }).click()
      await here.page.getByRole('dialog', { name: 'Import Drugs' }).waitFor()
    },
  },
  {
    screen: 'Drugs',
    name: 'the drugs of a file',
    data: ['realistic'],
    open: async ({ page }) => {
      await page.getByLabel('Or paste the drugs, one row each').fill(PRICE_LIST)
      await press(page, 'SHOW DRUGS')
      await page.getByRole('dialog').locator('.import-cell').first().waitFor()
    },
  },
]
