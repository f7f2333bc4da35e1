import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { PASSWORD } from '../clinics/make-clinic.ts'
import { go, NO_NETWORK, press, type Here, type Scene } from '../scene.ts'

const GUEST = ['guest'] as const
const field = ({ page }: Here, label: string) => page.getByLabel(label, { exact: true })

/** The link in the newest e-mail that the server wrote. */
function newestLink(dataFolder: string): string {
  const folder = join(dataFolder, 'mail')
  const letters = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
  const newest = letters.toSorted().at(-1)
  const text = newest === undefined ? '' : readFileSync(join(folder, newest), 'utf8').replaceAll('=\r\n', '')
  const link = /\r\n(http\S+\/reset-password\/\S+)\r\n/.exec(text)?.[1]
  if (link === undefined) throw new Error('There is no e-mail yet.')
  return link
}

async function logIn(here: Here, email: string): Promise<void> {
  await field(here, 'Email').fill(email)
  await field(here, 'Password').fill('not this one')
  await press(here.page, 'LOG IN')
}

const offline = (screen: string, name: string, open: Scene['open']): Scene => ({
  screen,
  name,
  data: GUEST,
  noise: NO_NETWORK,
  open: async (here) => {
    await go(here, '/login')
    await here.context.setOffline(true)
    await here.page.evaluate(() => dispatchEvent(new Event('offline')))
    await open(here)
  },
  leave: async ({ context }) => context.setOffline(false),
})

export const signInScenes: Scene[] = [
  { screen: 'Set up', name: 'first run', data: GUEST, open: (here) => go(here, '/setup') },
  {
    screen: 'Set up',
    name: 'a message',
    data: GUEST,
    open: async (here) => {
      await field(here, 'Your Name').fill('Dr. Nora Novak')
      await press(here.page, 'CREATE CLINIC')
      await here.page.locator('.field-error').waitFor()
    },
  },
  { screen: 'Log in', name: 'empty', data: GUEST, open: (here) => go(here, '/login') },
  {
    screen: 'Log in',
    name: 'a wrong password',
    data: GUEST,
    open: async (here) => {
      await logIn(here, 'nobody@newclinic.example')
      await here.page.getByText("This email hasn't been registered").waitFor()
    },
  },
  {
    screen: 'Log in',
    name: 'people of this tablet',
    data: GUEST,
    open: async (here) => {
      const { clinic } = await here.stage.of('realistic')
      for (const email of ['tom@elmstreet.example', 'vera@elmstreet.example', clinic?.email ?? '']) {
        await go(here, '/login')
        const someoneElse = here.page.getByRole('button', { name: 'Someone else' })
        if (await someoneElse.isVisible()) await someoneElse.click()
        await field(here, 'Email').fill(email)
        await field(here, 'Password').fill(PASSWORD)
        await press(here.page, 'LOG IN')
        await here.page.waitForURL(`${here.url}/`)
        await here.page.getByRole('button', { name: 'Sync: All sent' }).waitFor()
        await press(here.page, 'LOG OUT')
        await here.page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
        await here.page.waitForURL(`${here.url}/login`)
      }
    },
  },
  offline('Log in', 'without a network', () => Promise.resolve()),
  offline('Log in', 'without a network, a wrong password', async (here) => {
    await logIn(here, 'tom@elmstreet.example')
    await here.page.getByText('this is not the password last used on this tablet').waitFor()
  }),
  offline('Log in', 'without a network, for the first time', async (here) => {
    await logIn(here, 'nobody@newclinic.example')
    await here.page.getByText('Your first login on this tablet needs it.').waitFor()
  }),
  offline('Set up', 'without a network', async ({ page, url }) => {
    await page.goto(`${url}/setup`)
    await page.getByText('The server cannot be reached.').waitFor()
  }),
  { screen: 'Forgot password', name: 'empty', data: GUEST, open: (here) => go(here, '/forgot-password') },
  {
    screen: 'Forgot password',
    name: 'submitted',
    data: GUEST,
    open: async (here) => {
      await field(here, 'Email').fill('tom@elmstreet.example')
      await press(here.page, 'SUBMIT')
      await here.page.getByText('Request submitted.').waitFor()
    },
  },
  {
    screen: 'Reset password',
    name: 'a message',
    data: GUEST,
    open: async (here) => {
      const link = await vi.waitFor(() => newestLink(here.stage.server.dataFolder), { timeout: 10_000 })
      await here.page.goto(link)
      await field(here, 'Enter New Password').fill('short')
      await press(here.page, 'SUBMIT')
      await here.page.locator('.field-error').waitFor()
    },
  },
]
