import type { Page } from 'playwright-core'
import { beginDraw } from '../../e2e/draw-steps.ts'
import { EVERY, go, openFirst, press, type Scene } from '../scene.ts'

const screen = 'Single draws'
const path = '/single-draws/canine'

/** On a phone the choices of the list are folded away. */
async function unfold(page: Page): Promise<void> {
  const chip = page.locator('.record-list-chip[aria-expanded=false]')
  if (await chip.isVisible()) await chip.click()
}

export const singleDrawScenes: Scene[] = [
  { screen, name: 'list', data: EVERY, open: (here) => go(here, path) },
  {
    screen,
    name: 'list with voided ones',
    data: ['realistic'],
    open: async (here) => {
      await go(here, path)
      await unfold(here.page)
      await here.page.getByLabel('Show voided').check()
      await here.page.locator('.card-struck').first().waitFor()
    },
    leave: async ({ page }) => {
      await unfold(page)
      await page.getByLabel('Show voided').uncheck()
    },
  },
  { screen, name: 'draw', data: ['realistic'], open: (here) => openFirst(here, path) },
  {
    screen,
    name: 'substances',
    data: EVERY,
    open: async (here) => {
      await go(here, path)
      await press(here.page, 'CREATE')
      await here.page.getByRole('dialog').waitFor()
    },
  },
  {
    screen,
    name: 'new',
    data: ['realistic'],
    open: async (here) => {
      await go(here, path)
      await beginDraw(here.page, 'Ketamine')
    },
  },
  {
    screen,
    name: 'procedures',
    data: ['realistic'],
    open: async ({ page }) => {
      await press(page, /^Press to Change Procedure/)
      await page.getByRole('dialog', { name: 'Select Procedure' }).waitFor()
    },
    leave: async ({ page }) => page.keyboard.press('Escape'),
  },
  {
    screen,
    name: 'a message',
    data: ['realistic'],
    open: async ({ page }) => {
      await press(page, 'SAVE')
      await page.getByText('Please select a procedure.').waitFor()
    },
  },
  {
    screen,
    name: 'delete question',
    data: ['realistic'],
    open: async (here) => {
      await go(here, path)
      await press(here.page, /^More for/)
      await here.page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
      await here.page.getByRole('alertdialog').waitFor()
    },
  },
]
