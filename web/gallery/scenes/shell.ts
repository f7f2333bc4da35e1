import { pushWhatNeedsAttention } from '../clinics/unsettled.ts'
import { EVERY, go, NO_NETWORK, press, type Here, type Scene } from '../scene.ts'

const screen = 'Shell'
const panel = async ({ page }: Here) => {
  await press(page, /^Sync: /)
  await page.getByRole('dialog').waitFor()
}
const closed = async ({ page }: Here) => page.keyboard.press('Escape')
/** What is looked at without a network; afterwards there is one again. */
const offline = (on: string, name: string, open: Scene['open']): Scene => ({
  screen: on,
  name,
  data: ['realistic'],
  noise: NO_NETWORK,
  open: async (here) => {
    await here.context.setOffline(true)
    await open(here)
  },
  leave: async (here) => {
    await closed(here)
    await here.context.setOffline(false)
    await here.page.evaluate(() => dispatchEvent(new Event('online')))
    await here.page
      .getByRole('button', { name: /^Sync: (All sent|\d+ needs? attention(, all sent)?)$/ })
      .waitFor()
  },
})

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
  offline(screen, 'offline, with unsent work', async (here) => {
    await go(here, '/injections/canine')
    await press(here.page, 'ADD')
    await here.page.getByLabel('Injection Name').fill('Maropitant')
    await here.page.getByRole('dialog').getByRole('button', { name: 'SAVE', exact: true }).click()
    await here.page.getByText('Not sent yet').waitFor()
    await here.page.getByRole('button', { name: 'Sync: Offline, 1 to send' }).waitFor()
    await panel(here)
  }),
  offline('Organization', 'without a network', (here) => go(here, '/organization')),
  offline('Action log', 'without a network', (here) => go(here, '/action-log')),
  offline('Ledger', 'without a network', (here) => go(here, '/ledger')),
  { screen: 'Help', name: 'help', data: ['realistic'], open: (here) => go(here, '/help') },
  { screen: 'Help', name: 'guide to print', data: ['realistic'], open: (here) => go(here, '/help/guide') },
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
      await here.page.getByRole('article').nth(2).waitFor({ timeout: 60_000 })
      await here.page.getByText('Controlled substances:').waitFor({ timeout: 60_000 })
    },
  },
  { screen, name: 'sync panel, needs attention', data: ['realistic'], open: panel, leave: closed },
  {
    screen: 'Controlled substances',
    name: 'list with sheets to check',
    data: ['realistic'],
    open: (here) => go(here, '/controlled-substances'),
  },
  offline(screen, 'offline and needs attention', async (here) => {
    await go(here, '/')
    await here.page.getByRole('button', { name: /^Sync: \d+ need attention, offline$/ }).waitFor()
    await panel(here)
  }),
]
