import { EVERY, FILLED, go, openFirst, press, type Here, type Scene } from '../scene.ts'

const screen = 'Saved sheets'
const path = '/patients/canine'

async function selectTwo({ page }: Here): Promise<void> {
  const boxes = page.locator('.card').getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
}

export const savedSheetScenes: Scene[] = [
  { screen, name: 'list', data: EVERY, open: (here) => go(here, path) },
  {
    screen,
    name: 'selected',
    data: FILLED,
    open: async (here) => {
      await go(here, path)
      await selectTwo(here)
    },
  },
  {
    screen,
    name: 'delete question',
    data: FILLED,
    open: async ({ page }) => {
      await press(page, 'Delete selected')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    screen,
    name: 'nothing found',
    data: ['realistic'],
    open: async (here) => {
      await go(here, path)
      await here.page.getByRole('searchbox').fill('Nobody of this name')
      await here.page.locator('.empty-state').waitFor()
    },
    leave: async ({ page }) => page.getByRole('searchbox').fill(''),
  },
  { screen, name: 'sheet', data: FILLED, open: (here) => openFirst(here, path) },
  {
    screen,
    name: 'export settings',
    data: ['realistic'],
    open: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'EXPORT', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'GENERATE' }).waitFor()
    },
  },
]
