import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { cutFrame, focusReturns, pressOn, tabTo, typeInto } from './keyboard-steps.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const question = (page: Page, name: string | RegExp) => page.getByRole('alertdialog', { name })

/** From the list of balance sheets to a saved one: a bottle, two draws, the first once more and not. */
export async function balanceByKeys(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/controlled-substances`)
  await page.getByText('No balance sheets yet').waitFor()
  await pressOn(page, /^CREATE$/)
  await dialog(page, 'Select Controlled Substance').waitFor()
  await pressOn(page, /^Ketamine 100/)
  await dialog(page, 'Previous Balance').waitFor()
  await typeInto(page, /^Bottle Number/, 'K-1')
  await typeInto(page, /^Container Volume/, '10')
  await typeInto(page, /^Substance Volume/, '10')
  await page.keyboard.press('Enter')
  await dialog(page, 'Full Draw').waitFor()
  // Escape leads one step back, and what was typed is there.
  await page.keyboard.press('Escape')
  await dialog(page, 'Previous Balance').waitFor()
  await focusReturns(page, /^Bottle Number/)
  await page.keyboard.press('Enter')
  await dialog(page, 'Full Draw').waitFor()
  await tabTo(page, /^\d*Rex 006/)
  await expect.poll(() => cutFrame(page)).toEqual([])
  await pressOn(page, /^\d*Rex 001/)
  await focusReturns(page, /^\d*Rex 001/)
  await pressOn(page, /^\d*Rex 002/)
  await page.keyboard.press('Enter')
  await question(page, /./).waitFor()
  await pressOn(page, /^NO$/)
  await focusReturns(page, /^\d*Rex 002/)
  await pressOn(page, /^DONE$/)
  await dialog(page, 'Full Draw').waitFor({ state: 'hidden' })
  await pressOn(page, /^SAVE AND EXPORT$/)
  // The form reads the sheet first. These presses come faster than a person's, and would go round the dialog until it is there.
  await dialog(page, 'Saved Controlled Substance Sheet')
    .getByRole('button', { name: /^GENERATE/ })
    .waitFor()
  const download = page.waitForEvent('download')
  await pressOn(page, /^GENERATE/)
  await download
}

/** Two sheets of a drug become one; the list, where they were chosen, has the focus. */
export async function combinedByKeys(page: Page, url: string, drug: string): Promise<void> {
  await page.goto(`${url}/controlled-substances`)
  await typeInto(page, /^Search$/, drug)
  await page.getByText('2 balance sheets', { exact: true }).waitFor()
  await pressOn(page, /^Select all/, 'Space')
  await pressOn(page, /^COMBINE$/)
  await dialog(page, /^Combine/).waitFor()
  await pressOn(page, /^COMBINE$/)
  await dialog(page, /^Combine/).waitFor({ state: 'hidden' })
  await focusReturns(page, /^Balance sheets$/)
}

/** A user is made, changed and deleted; what was pressed, and then the list, has the focus. */
export async function userByKeys(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/organization`)
  await page.getByRole('heading', { name: 'User Management' }).waitFor()
  await pressOn(page, /^ADD$/)
  await dialog(page, 'New User').waitFor()
  await typeInto(page, /^Name/, 'Nina New')
  await typeInto(page, /^Email/, 'nina@clinic.test')
  await typeInto(page, /^Password/, 'quiet-lantern-4821')
  await typeInto(page, /^Confirm Password/, 'quiet-lantern-4821')
  await pressOn(page, /^personal records/i, 'Space')
  await pressOn(page, /^SAVE$/)
  await dialog(page, 'New User').waitFor({ state: 'hidden' })
  await focusReturns(page, /^ADD$/)
  await pressOn(page, /^Nina New/)
  await dialog(page, 'Edit User').waitFor()
  await pressOn(page, /^drug sections/i, 'Space')
  await pressOn(page, /^SAVE$/)
  await dialog(page, 'Edit User').waitFor({ state: 'hidden' })
  await focusReturns(page, /^Nina New/)
  await pressOn(page, /^Delete Nina New/)
  await question(page, /Nina New/).waitFor()
  await pressOn(page, /^YES$/)
  await page.getByText('Nina New').first().waitFor({ state: 'hidden' })
  // Not onto the Delete that moved up.
  await page.keyboard.press('Tab')
  await focusReturns(page, /^ADD$/)
}
