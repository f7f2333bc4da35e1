import { pushWhatNeedsAttention } from '../clinics/unsettled.ts'
import { EVERY, go, NO_NETWORK, press, type Here, type Scene } from '../scene.ts'

const screen = 'Shell'
const panel = async ({ page }: Here) => {
  await press(page, /^Sync: /)
  await page.getByRole('dialog').waitFor()
}
const closed = async ({ page }: Here) => page.keyboard.press('Escape')
const offline = async (here: Here, is: boolean) => {
  await here.context.setOffline(is)
}

export const shellScenes: Scene[] = [
  {
    screen,
    name: 'sync panel',
    data: EVERY,
    open: async (here) => {
      await go(here, '/')
      await panel(here)
    },
    leave: closed,
  },
  {
    screen,
    name: 'user menu',
    data: EVERY,
    open: async ({ page }) => {
      await press(page, /^Signed in as/)
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    screen,
    name: 'switch user',
    data: ['realistic'],
    open: async ({ page }) => {
      await press(page, 'Someone else')
      await page.getByRole('dialog').getByLabel('Email').waitFor()
    },
    leave: closed,
  },
  {
    screen,
    name: 'log out question',
    data: ['realistic'],
    open: async (here) => {
      await go(here, '/')
      await press(here.page, 'LOG OUT')
      await here.page.getByRole('alertdialog').waitFor()
    },
    leave: async ({ page }) => page.getByRole('alertdialog').getByRole('button', { name: 'NO' }).click(),
  },
  {
    screen,
    name: 'offline, with unsent work',
    data: ['realistic'],
    noise: NO_NETWORK,
    open: async (here) => {
      await offline(here, true)
      await go(here, '/injections/canine')
      await press(here.page, 'ADD')
      await here.page.getByLabel('Injection Name').fill('Maropitant')
      await here.page.getByRole('dialog').getByRole('button', { name: 'SAVE', exact: true }).click()
      await here.page.getByText('Not sent yet').waitFor()
      await here.page.getByRole('button', { name: 'Sync: Offline, 1 to send' }).waitFor()
    },
  },
  {
    screen,
    name: 'sync panel without a network',
    data: ['realistic'],
    noise: NO_NETWORK,
    open: panel,
    leave: closed,
  },
  {
    screen: 'Organization',
    name: 'without a network',
    data: ['realistic'],
    noise: NO_NETWORK,
    open: (here) => go(here, '/organization'),
  },
  {
    screen: 'Action log',
    name: 'without a network',
    data: ['realistic'],
    noise: NO_NETWORK,
    open: (here) => go(here, '/action-log'),
  },
  {
    screen: 'Ledger',
    name: 'without a network',
    data: ['realistic'],
    noise: NO_NETWORK,
    open: (here) => go(here, '/ledger'),
    leave: (here) => offline(here, false),
  },
  { screen, name: 'no access', data: ['realistic'], open: (here) => go(here, '/error') },
  { screen, name: 'page not found', data: ['realistic'], open: (here) => go(here, '/nothing-here') },
]

export const unsettledScenes: Scene[] = [
  {
    screen: 'Needs attention',
    name: 'nothing',
    data: ['empty'],
    open: (here) => go(here, '/needs-attention'),
  },
  {
    screen: 'Needs attention',
    name: 'one of each',
    data: ['realistic'],
    open: async (here) => {
      const { clinic } = here
      if (clinic === null) throw new Error('There is no clinic.')
      await pushWhatNeedsAttention(clinic.api, await clinic.as('vera@elmstreet.example'))
      await go(here, '/needs-attention')
      await here.page.getByRole('article').nth(2).waitFor()
      await here.page.getByText('Controlled substances:').waitFor()
    },
  },
  { screen, name: 'sync panel, needs attention', data: ['realistic'], open: panel, leave: closed },
  {
    screen: 'Controlled substances',
    name: 'list with sheets to look at',
    data: ['realistic'],
    open: (here) => go(here, '/controlled-substances'),
  },
  {
    screen,
    name: 'offline and needs attention',
    data: ['realistic'],
    noise: NO_NETWORK,
    open: async (here) => {
      await offline(here, true)
      await go(here, '/')
      await panel(here)
    },
    leave: async (here) => {
      await closed(here)
      await offline(here, false)
    },
  },
]
