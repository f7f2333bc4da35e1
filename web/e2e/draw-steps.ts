import type { Page } from 'playwright-core'

export interface TypedDraw {
  /** As the list of controlled substances names it. */
  drug: string
  procedure: string
  patient: string
  volume: string
}

/** CREATE on the list of single draws, and the drug: the form is open. */
export async function beginDraw(page: Page, drug: string): Promise<void> {
  await page.getByRole('button', { name: 'CREATE', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Select Controlled Substance' })
  await dialog.getByRole('searchbox').fill(drug)
  await dialog.locator('.picker-row', { has: page.getByText(drug, { exact: true }) }).click()
  await page.getByRole('dialog', { name: /^New (Canine|Feline) Single Draw$/ }).waitFor()
}

export async function chooseProcedure(page: Page, procedure: string): Promise<void> {
  await page.getByRole('button', { name: /^Press to Change Procedure/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Select Procedure' })
  await dialog.getByRole('searchbox').fill(procedure)
  await dialog
    .locator('.picker-row', { has: page.getByText(procedure, { exact: true }) })
    .first()
    .click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Fills the form and saves it once. */
export async function saveDraw(page: Page, { drug, procedure, patient, volume }: TypedDraw): Promise<void> {
  await beginDraw(page, drug)
  await chooseProcedure(page, procedure)
  await page.getByLabel('Patient Name').fill(patient)
  await page.getByLabel('Volume Administered (ml)').fill(volume)
  await page.getByRole('button', { name: 'SAVE', exact: true }).click()
  await page.getByRole('button', { name: 'SAVED', exact: true }).waitFor()
}

/** Closes a form that is saved. */
export async function exitDraw(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'EXIT', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
