import { chooseSubstance, dialogOf, enterPrevious } from '../../e2e/balance-steps.ts'
import { EVERY, FILLED, go, openFirst, press, type Here, type Scene } from '../scene.ts'

const screen = 'Controlled substances'
const path = '/controlled-substances'

const select = async ({ page }: Here, count: number) => {
  const boxes = page.locator('.card').getByRole('checkbox')
  for (let n = 0; n < count; n++) await boxes.nth(n).check()
}
async function menu({ page }: Here, name: 'DRAW' | 'BALANCE', item: string): Promise<void> {
  await press(page, name)
  await page.getByRole('menuitem', { name: item }).click()
  // The menu's own panel is a dialog, too.
  await page.getByRole('menuitem').first().waitFor({ state: 'hidden' })
  await page.getByRole('dialog').waitFor()
}
const closed = async ({ page }: Here) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

export const substanceScenes: Scene[] = [
  { screen, name: 'list', data: EVERY, open: (here) => go(here, path) },
  {
    screen,
    name: 'selected',
    data: FILLED,
    open: async (here) => {
      await go(here, path)
      await select(here, 2)
    },
  },
  {
    screen,
    name: 'delete question',
    data: ['realistic'],
    open: async ({ page }) => {
      await press(page, 'Delete selected')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    screen,
    name: 'date range',
    data: ['realistic'],
    open: async (here) => {
      await go(here, path)
      await press(here.page, 'Filter by date used')
      await here.page.getByRole('dialog').waitFor()
      await here.page.getByRole('grid').first().waitFor()
    },
  },
  {
    screen,
    name: 'chart',
    data: FILLED,
    open: async (here) => {
      await go(here, path)
      await press(here.page, 'Chart of a controlled substance')
      await here.page.getByRole('dialog').locator('canvas, .empty-state').first().waitFor()
    },
  },
  {
    screen,
    name: 'chart as a table',
    data: FILLED,
    open: async ({ page }) => page.getByRole('dialog').getByText('Table', { exact: true }).click(),
  },
  { screen, name: 'sheet', data: FILLED, open: (here) => openFirst(here, path) },
  {
    screen,
    name: 'sheet with the largest numbers',
    data: ['extreme'],
    open: async (here) => {
      await go(here, path)
      await here.page.locator('.card [data-item-focus]').nth(1).click()
      await here.page.getByRole('dialog').waitFor()
    },
  },
  {
    screen,
    name: 'export settings',
    data: ['realistic'],
    open: async (here) => {
      await openFirst(here, path)
      await press(here.page, 'DOWNLOAD')
      await here.page.getByRole('button', { name: 'GENERATE' }).waitFor()
    },
  },
  {
    screen,
    name: 'blanks',
    data: ['realistic'],
    open: async (here) => {
      await openFirst(here, path)
      await press(here.page, 'BLANKS')
      await here.page.getByRole('dialog', { name: 'Blank Balance Sheets' }).waitFor()
    },
  },
  {
    screen,
    name: 'combine',
    data: ['realistic'],
    open: async (here) => {
      await go(here, path)
      await here.page.getByRole('searchbox').fill('ketamine')
      await here.page.locator('.card', { hasText: 'Hydromorphone' }).first().waitFor({ state: 'hidden' })
      await select(here, 3)
      await press(here.page, 'COMBINE')
      await here.page.getByRole('dialog').getByRole('button', { name: 'COMBINE', exact: true }).waitFor()
    },
    leave: async (here) => {
      await closed(here)
      await here.page.getByRole('searchbox').fill('')
    },
  },
]

/** A new balance table, step by step; each scene goes on from the one before it. */
export const balanceTableScenes: Scene[] = [
  {
    screen: 'New balance sheet',
    name: 'substances',
    data: EVERY,
    open: async (here) => {
      await go(here, path)
      await press(here.page, 'CREATE')
      await dialogOf(here.page, 'Select Controlled Substance').waitFor()
    },
  },
  {
    screen: 'New balance sheet',
    name: 'previous balance',
    data: ['realistic'],
    open: ({ page, url }) => chooseSubstance(page, url, 'Hydromorphone 2'),
  },
  {
    screen: 'New balance sheet',
    name: 'full draw',
    data: ['realistic'],
    open: async ({ page }) => {
      await enterPrevious(page, { bottle: 'H-111', container: '20', substance: '3' })
      await page.locator('.draw-row').first().waitFor()
    },
  },
  {
    screen: 'New balance sheet',
    name: 'table',
    data: ['realistic'],
    open: async ({ page }) => {
      await page.locator('.draw-row').first().click()
      await press(page, 'DONE')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
  },
  {
    screen: 'New balance sheet',
    name: 'add balance',
    data: ['realistic'],
    open: (here) => menu(here, 'BALANCE', 'ADD BALANCE'),
    leave: closed,
  },
  {
    screen: 'New balance sheet',
    name: 'edit balance',
    data: ['realistic'],
    open: (here) => menu(here, 'BALANCE', 'EDIT BALANCE'),
    leave: closed,
  },
  {
    screen: 'New balance sheet',
    name: 'draw menu',
    data: ['realistic'],
    open: async ({ page }) => press(page, 'DRAW'),
    leave: async ({ page }) => page.keyboard.press('Escape'),
  },
  {
    screen: 'New balance sheet',
    name: 'reset question',
    data: ['realistic'],
    open: async ({ page }) => {
      await press(page, 'RESET TABLE')
      await page.getByRole('alertdialog').waitFor()
    },
    leave: async ({ page }) => page.getByRole('alertdialog').getByRole('button', { name: 'NO' }).click(),
  },
  { screen, name: 'list with an open table', data: ['realistic'], open: (here) => go(here, path) },
]
