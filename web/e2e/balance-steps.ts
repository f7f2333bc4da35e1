import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { Op } from 'sync-protocol/records/mutation'

export const patientOf = (n: number) => `Rex ${String(n).padStart(3, '0')}`
/** Draws of one push are of one instant: their ids give them their order. */
const idOf = (series: number, n: number) =>
  `0193${String(series).padStart(4, '0')}-0000-7000-8000-${String(n).padStart(12, '0')}`

/** Single draws of a controlled drug of 100 mg/ml, in order. */
export const drawOps = (
  series: number,
  count: number,
  more: { drug?: string; volume?: number; day?: string } = {},
): Op[] =>
  Array.from({ length: count }, (_, index) => ({
    op: 'create',
    collection: 'draws',
    _id: idOf(series, index + 1),
    content: {
      drug_name: more.drug ?? 'Ketamine',
      drug_concentration: 100,
      drug_volume: more.volume ?? 0.6,
      drug_form: 'INJECTION',
      sheet_id: '-',
      sheet_data: {
        patient_name: patientOf(index + 1),
        patient_id: `ID-${index + 1}`,
        reason: index % 2 === 0 ? 'Dental' : 'Castration',
        species: index % 2,
      },
      day: more.day ?? '2026-11-19',
    },
  }))

/** A controlled drug of 100 mg/ml for the library. */
export const controlledDrug = (name: string): Op => ({
  op: 'create',
  collection: 'drugs',
  _id: randomUUID(),
  content: {
    name,
    concentration: 100,
    dosage: [5, 5],
    dosage_from: [-1, -1],
    dosage_to: [-1, -1],
    route: ['IM', 'IM'],
    form: 'INJECTION',
    controlled: true,
    species: [0, 1],
    section_key: -1,
  },
})

export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** CREATE, and the substance; the form Previous Balance is open afterwards. */
export async function chooseSubstance(page: Page, url: string, substance: string): Promise<void> {
  await page.goto(`${url}/controlled-substances`)
  await page.getByRole('button', { name: 'CREATE', exact: true }).first().click()
  const dialog = dialogOf(page, 'Select Controlled Substance')
  await dialog
    .locator('.create-substances')
    .getByRole('button', { name: new RegExp(`^${substance}`) })
    .click()
  await dialogOf(page, 'Previous Balance').waitFor()
}

export interface Bottle {
  bottle: string
  container: string
  substance: string
}

export async function enterPrevious(page: Page, { bottle, container, substance }: Bottle): Promise<void> {
  const dialog = dialogOf(page, 'Previous Balance')
  await dialog.getByLabel('Bottle Number').fill(bottle)
  await dialog.getByLabel('Container Volume').fill(container)
  // What the last balance sheet left open is asked for by its bottle, and was thrown away here.
  const own = dialog.getByLabel(`Volume Remaining in Bottle ${bottle}`, { exact: true })
  await dialog.getByLabel('Substance Volume').or(own).fill(substance)
  for (const other of await dialog.locator('input[name^="others."]').all()) await other.fill('0')
  // Asked where the last balance sheet closed with something else.
  const reason = dialog.getByRole('button', { name: 'counted', exact: true })
  if (await reason.isVisible()) await reason.click()
  await dialog.getByRole('button', { name: 'CONTINUE' }).click()
  await dialogOf(page, 'Full Draw').waitFor()
}

async function fromMenu(page: Page, menu: 'DRAW' | 'BALANCE', item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

export async function openDraws(page: Page): Promise<void> {
  await fromMenu(page, 'DRAW', 'FULL DRAW')
  await dialogOf(page, 'Full Draw').waitFor()
}

/** Chooses one draw of the open list. */
export async function pressDraw(page: Page, n: number): Promise<void> {
  const dialog = dialogOf(page, 'Full Draw')
  await dialog.getByRole('searchbox').fill(patientOf(n))
  await dialog.locator('.draw-row', { hasText: patientOf(n) }).click()
}

/** The list is still open, and so many entries are in the table. */
export const entriesInList = (page: Page, count: number) =>
  dialogOf(page, 'Full Draw')
    .getByText(count === 1 ? '1 entry in the table' : `${count} entries in the table`)
    .waitFor()

export async function partialDraw(
  page: Page,
  taken: string,
  bottle: string,
  container: string,
): Promise<void> {
  await fromMenu(page, 'DRAW', 'PARTIAL DRAW')
  const dialog = dialogOf(page, 'Partial Draw')
  await dialog.getByLabel(/^Volume Drawn From Bottle/).fill(taken)
  await dialog.getByLabel('New Bottle Number').fill(bottle)
  await dialog.getByLabel('Container Volume of the New Bottle').fill(container)
  await dialog.getByRole('button', { name: 'SAVE', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

export async function addBalance(page: Page, bottle: string, volume: string): Promise<void> {
  await fromMenu(page, 'BALANCE', 'ADD BALANCE')
  const dialog = dialogOf(page, 'Add Balance')
  await dialog.getByLabel('New Bottle Number').fill(bottle)
  await dialog.getByLabel('Volume of the New Bottle').fill(volume)
  await dialog.getByRole('button', { name: 'SAVE', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

export async function done(page: Page): Promise<void> {
  await dialogOf(page, 'Full Draw').getByRole('button', { name: 'DONE' }).click()
  await dialogOf(page, 'Full Draw').waitFor({ state: 'hidden' })
}

/** Every entry so far is on this tablet's disk. */
export const keptOnTablet = (page: Page) =>
  page.locator('[data-keeping="kept"]').waitFor({ state: 'attached' })

/** The balance in the head of the table, in ml. */
export const balanceShown = (page: Page) => page.locator('.create-hero dd').innerText()
