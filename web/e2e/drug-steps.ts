import type { Page } from 'playwright-core'

/** The dropdown over the list of drugs. */
export const sectionShown = (page: Page) => page.locator('.drugs-tools button')

export async function chooseSection(page: Page, name: string): Promise<void> {
  await sectionShown(page).click()
  await page.getByRole('option', { name, exact: true }).click()
}

export async function showsSection(page: Page, name: string): Promise<void> {
  await sectionShown(page).filter({ hasText: name }).waitFor()
}

export const card = (page: Page, name: string) =>
  page.locator('.card', { has: page.locator('.card-title').getByText(name, { exact: true }) })

export const dialog = (page: Page) => page.getByRole('dialog')

/** Opens the form of a new record of the list that is shown. */
export async function add(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'ADD', exact: true }).click()
  await dialog(page).waitFor()
}

const pressSave = (page: Page) => dialog(page).getByRole('button', { name: 'SAVE', exact: true }).click()

/** SAVE, and the form is gone. */
export async function save(page: Page): Promise<void> {
  await pressSave(page)
  await dialog(page).waitFor({ state: 'hidden' })
}

/** SAVE is refused with one message, and the focus is on the field of this name. */
export async function refused(page: Page, message: string, field: string): Promise<void> {
  await pressSave(page)
  await page.locator('.field-error').getByText(message, { exact: true }).waitFor()
  await page.waitForFunction((name) => document.activeElement?.getAttribute('name') === name, field)
}

export async function fromMenu(page: Page, name: string, action: string): Promise<void> {
  await card(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
  await dialog(page).waitFor()
}

/** Fills the form of a canine drug by its labels. */
export async function fillDrug(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await dialog(page).getByLabel(label).fill(value)
}
