import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { Op } from 'sync-protocol/records/mutation'
import { halfMgProtocol } from '../../e2e/api-client.ts'
import { chooseUnit, closeAndSave, generate, openExport } from '../../e2e/steps.ts'

const PROCEDURE = 'Gastropexy'
const PROTOCOL = 'Half a milligram'
/** As a quick typist does: keys that come within one frame wait for each other, whatever the app does. */
const TYPED = { delay: 90 }

/** What the sheets are made with, beside a clinic's own records. */
export const pathOps: readonly Op[] = [
  {
    op: 'create',
    collection: 'procedures',
    _id: randomUUID(),
    content: { species: 0, name: PROCEDURE },
  },
  halfMgProtocol(PROTOCOL),
]

/** Typed as somebody does who knows what the record is called. */
async function pick(page: Page, picker: string, record: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${picker}`) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').pressSequentially(record, TYPED)
  await dialog
    .locator('.picker-row', { has: page.getByText(record, { exact: true }) })
    .first()
    .click()
}

/** Name, weight and its unit, which each patient has anew. */
async function enterPatient(page: Page, name: string): Promise<void> {
  await page.getByLabel('Patient Name').click()
  await page.keyboard.type(name, TYPED)
  await page.getByLabel('Patient Weight').click()
  await page.keyboard.type('22', TYPED)
  await chooseUnit(page, 'lb')
}

async function finish(page: Page): Promise<void> {
  await openExport(page)
  await generate(page, 'PDF')
  await closeAndSave(page, 'YES')
}

/** From Home to a routine sheet that is exported and saved. */
export async function firstSheet(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Create New Anesthesia Sheet/ }).click()
  await page.getByRole('button', { name: /^Species: Not selected/ }).click()
  await pick(page, 'Procedure', PROCEDURE)
  await pick(page, 'Anesthesia Protocol', PROTOCOL)
  await page.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).click()
  await enterPatient(page, 'Bella')
  await finish(page)
}

/** The next patient with the same protocol, from a saved sheet to a saved sheet. */
export async function nextSheet(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'NEXT PATIENT' }).click()
  await page.getByLabel('Patient Name').and(page.locator('[value=""]')).waitFor()
  await enterPatient(page, name)
  await finish(page)
}
