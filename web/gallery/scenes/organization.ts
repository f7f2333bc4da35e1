import { EVERY, FILLED, go, press, type Scene } from '../scene.ts'

const screen = 'Organization'

export const organizationScenes: Scene[] = [
  { screen, name: 'users', data: EVERY, open: (here) => go(here, '/organization') },
  {
    screen,
    name: 'new user',
    data: ['realistic'],
    open: async ({ page }) => {
      await press(page, 'ADD')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    screen,
    name: 'a message',
    data: ['realistic'],
    open: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'SAVE', exact: true }).click()
      await page.locator('.field-error').waitFor()
    },
  },
  {
    screen,
    name: 'edit user',
    data: FILLED,
    open: async (here) => {
      await go(here, '/organization')
      await here.page.locator('.user-row-words, .card-words').nth(1).click()
      await here.page.getByRole('dialog').waitFor()
    },
  },
  {
    screen,
    name: 'delete question',
    data: FILLED,
    open: async (here) => {
      await go(here, '/organization')
      await press(here.page, /^Delete /)
      await here.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    screen,
    name: 'new key',
    data: FILLED,
    open: async (here) => {
      await go(here, '/organization')
      await press(here.page, 'NEW KEY')
      await here.page.getByText('WRITE TOO').click()
    },
  },
  {
    screen,
    name: 'all data',
    data: FILLED,
    open: async (here) => {
      await go(here, '/organization')
      await press(here.page, 'EXPORT ALL DATA')
      await here.page.getByText(/^The file holds/).waitFor()
    },
  },
  {
    screen,
    name: 'all data, made',
    data: FILLED,
    open: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'EXPORT', exact: true }).click()
      await page.getByText(/^Downloaded .+\.zip/).waitFor()
    },
  },
  {
    screen: 'Clinic settings',
    name: 'settings',
    data: ['realistic'],
    open: (here) => go(here, '/clinic-settings'),
  },
  {
    screen: 'Ledger',
    name: 'entries',
    data: EVERY,
    open: async (here) => {
      await go(here, '/ledger')
      await here.page.getByText(/, verified|^No entries yet/).waitFor()
    },
  },
  { screen: 'Action log', name: 'entries', data: EVERY, open: (here) => go(here, '/action-log') },
  { screen: 'Tablets', name: 'list', data: ['realistic', 'empty'], open: (here) => go(here, '/devices') },
  {
    screen: 'Your account',
    name: 'password and sessions',
    data: EVERY,
    open: (here) => go(here, '/account'),
  },
  { screen: 'This tablet', name: 'facts', data: EVERY, open: (here) => go(here, '/device') },
]
