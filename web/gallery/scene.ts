import type { BrowserContext, Page } from 'playwright-core'
import type { Clinic } from './clinics/make-clinic.ts'
import type { DataName, Stage } from './stage.ts'

export interface Here {
  page: Page
  context: BrowserContext
  url: string
  data: DataName
  /** Null for a guest. */
  clinic: Clinic | null
  stage: Stage
}

/** One thing to look at: how to come there, from wherever the page is. */
export interface Scene {
  screen: string
  name: string
  data: readonly DataName[]
  /** On a tablet of this user's own, which the next scenes of the same one go on with. */
  of?: string
  open: (here: Here) => Promise<void>
  /** Puts back what `open` changed for the scenes after it. */
  leave?: (here: Here) => Promise<void>
  /** What the browser says here on purpose, such as requests that fail without a network. */
  noise?: RegExp
}

export const EVERY: readonly DataName[] = ['realistic', 'extreme', 'empty']
export const FILLED: readonly DataName[] = ['realistic', 'extreme']

/** What a browser says of a request that nobody answered. */
export const NO_NETWORK = /Failed to load resource|ERR_|OfflineError/

export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click()

/** Opens an address of the app, and waits until its screen has drawn what it shows. */
export async function go({ page, url }: Here, path: string): Promise<void> {
  await page.goto(`${url}${path}`)
  await page.locator('h1, h2').first().waitFor()
  await page.waitForFunction(() => document.querySelector('.spinner, [aria-busy=true]') === null)
}

/** Home with its day: what it says of it is read once nothing else is to do. */
export async function goHome(here: Here): Promise<void> {
  await go(here, '/')
  await here.page.locator('.today-parts').waitFor({ state: 'attached' })
}

/** The first card of the list that is open. */
export const firstCard = (page: Page) => page.locator('.card [data-item-focus]').first()

export async function openFirst(here: Here, path: string): Promise<void> {
  await go(here, path)
  await firstCard(here.page).click()
  await here.page.getByRole('dialog').waitFor()
}
