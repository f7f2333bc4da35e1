import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { speakNext } from '../../e2e/installation.ts'
import { serverIsBack } from '../../e2e/steps.ts'
import { go, NO_NETWORK, press, type Here, type Scene } from '../scene.ts'

const screen = 'Notices'
const data = ['realistic'] as const
const LEAVER = 'vera@elmstreet.example'
const REVOKED = 'lee@elmstreet.example'
const FORGETFUL = 'tom@elmstreet.example'

function clinicOf({ clinic }: Here) {
  if (clinic === null) throw new Error('There is no clinic.')
  return clinic
}

/** Runs in the page: from now on the browser has no room for a save, until the app gives its reserve away. */
function fillStorage(): void {
  const { add } = IDBObjectStore.prototype
  let refused = false
  IDBObjectStore.prototype.add = function (...row: [unknown, IDBValidKey?]) {
    if (this.name !== 'outbox' || refused) return add.apply(this, row)
    refused = true
    throw new DOMException('There is no room.', 'QuotaExceededError')
  }
  const full = { usage: 998_000_000, quota: 1_000_000_000 }
  navigator.storage.estimate = () => Promise.resolve(full)
}

/** Leaves a form half typed, then revokes the tablet that it is on. */
async function revokeWithWork(here: Here): Promise<void> {
  const { page, url } = here
  await go(here, '/injections/canine')
  await press(page, 'ADD')
  await page.getByLabel('Injection Name').fill('Maropitant, opened on 11/20')
  const device = (await here.context.cookies(url)).find(({ name }) => name.startsWith('device'))?.value
  await clinicOf(here).api.post('/organization/devices/revoke', { _id: device })
  await page.goto(`${url}/`)
  await page.getByRole('button', { name: 'REMOVE NOW' }).waitFor({ timeout: 60_000 })
}

/** What the app says by itself. Most of it ends what a tablet is used for: those are on tablets of their own. */
export const noticeScenes: Scene[] = [
  {
    screen,
    name: 'what is new',
    data,
    open: async (here) => {
      await go(here, '/')
      // As a version before this one left it.
      await here.page.evaluate(() => {
        for (const key of Object.keys(localStorage))
          if (key.startsWith('whats-new/')) localStorage.setItem(key, '0.9.0')
      })
      await here.page.reload()
      await here.page.getByText(/^The app was updated to version/).waitFor()
    },
    leave: ({ page }) => press(page, 'Dismiss'),
  },
  {
    screen,
    name: 'an offer to install',
    data,
    open: async (here) => {
      await go(here, '/')
      await here.page.evaluate(() =>
        dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: () => Promise.resolve() })),
      )
      await here.page.getByRole('button', { name: 'INSTALL' }).waitFor()
    },
    leave: ({ page }) => press(page, 'Dismiss'),
  },
  {
    screen,
    name: 'storage is full',
    data,
    of: FORGETFUL,
    open: async (here) => {
      const { page } = here
      await go(here, '/injections/canine')
      await page.evaluate(fillStorage)
      await press(page, 'ADD')
      await page.getByLabel('Injection Name').fill('Maropitant')
      await page.getByRole('dialog').getByRole('button', { name: 'SAVE', exact: true }).click()
      await page.getByText('This tablet’s storage is full.').waitFor()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
  },
  {
    screen,
    name: 'storage is full, sync panel',
    data,
    of: FORGETFUL,
    open: async ({ page }) => {
      await press(page, /^Sync: /)
      await page.getByRole('dialog').waitFor()
    },
    leave: async ({ page }) => page.keyboard.press('Escape'),
  },
  {
    screen,
    name: 'the browser deleted what was stored',
    data,
    of: FORGETFUL,
    open: async ({ page, context, url }) => {
      await page.goto('about:blank')
      const devtools = await context.newCDPSession(page)
      await devtools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'indexeddb' })
      await devtools.detach()
      await page.goto(`${url}/login`)
      await page.getByText('The browser deleted this app’s data from this tablet.').waitFor()
    },
  },
  {
    screen,
    name: 'the server ended the session',
    data,
    of: LEAVER,
    noise: NO_NETWORK,
    open: async (here) => {
      const { page, url } = here
      const gone = await clinicOf(here).as(LEAVER)
      await clinicOf(here).api.post('/organization/users/delete', { _id: gone.user._id })
      await page.goto(`${url}/`)
      await page.getByText('The server ended this session.').waitFor({ timeout: 60_000 })
    },
  },
  {
    screen,
    name: 'a revoked tablet with work',
    data,
    of: REVOKED,
    noise: NO_NETWORK,
    open: revokeWithWork,
  },
  {
    screen,
    name: 'a revoked tablet, question',
    data,
    of: REVOKED,
    noise: NO_NETWORK,
    open: async ({ page }) => {
      await press(page, 'REMOVE NOW')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    screen,
    name: 'a revoked tablet, its records removed',
    data,
    of: REVOKED,
    noise: NO_NETWORK,
    open: async ({ page, url }) => {
      await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
      await page.waitForURL(`${url}/login`)
      await page.getByText('revoked this tablet.').waitFor()
    },
  },
  {
    screen,
    name: 'a new version is ready',
    data,
    open: async (here) => {
      const { page, stage } = here
      await go(here, '/')
      appendFileSync(join(stage.folder, 'web/dist/service-worker.js'), '\n// The next version.\n')
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
      await page.getByRole('button', { name: 'UPDATE NOW' }).waitFor({ timeout: 60_000 })
    },
  },
  {
    screen,
    name: 'this version is too old',
    data,
    noise: NO_NETWORK,
    open: async (here) => {
      const { page, stage } = here
      // Over an open sheet it is only said.
      await go(here, '/new-sheet')
      await page.getByLabel('Patient Name').fill('Bella Martinez')
      speakNext(stage.folder)
      await stage.server.stop()
      await stage.server.restart()
      await serverIsBack(page)
      await page.getByText('This version of the app is too old for the server').waitFor({ timeout: 60_000 })
    },
  },
]
