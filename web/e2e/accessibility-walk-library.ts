import type { Sweep } from './accessibility-sweep.ts'
import { lookAtDeletion, lookAtList, press, pressIn } from './accessibility-steps.ts'

/** A list, the form of a new record of it, and the mistakes that it tells. */
async function library(sweep: Sweep, path: string, what: string): Promise<void> {
  const { page, open, look, close } = sweep
  await open(path)
  await lookAtList(sweep, what)
  await press(page, 'ADD')
  await page.getByRole('dialog').waitFor()
  await look(`${what}, a new one`)
  await pressIn(page, 'SAVE')
  await page.locator('.field-error').first().waitFor()
  await look(`${what}, what is missing`)
  await close()
  await page.locator('.card [data-item-focus]').first().click()
  await page.getByRole('dialog').waitFor()
  await look(`${what}, one of them`)
  await close()
  await lookAtDeletion(sweep, `${what}, the question before one is deleted`)
}

export const libraryWalks = {
  async drugs(sweep: Sweep) {
    const { page, open, look, close } = sweep
    await library(sweep, '/drugs/canine', 'drugs')
    await press(page, /^More for/)
    await page.getByRole('menu').waitFor()
    await look('what else can be done with a drug')
    await page.getByRole('menuitem', { name: 'Move' }).click()
    await page.getByRole('dialog').waitFor()
    await look('to which section')
    await close()
    await press(page, 'ADD')
    await pressIn(page, 'ADD REVERSAL')
    await page.getByLabel('Drug name').fill('Yohimbine')
    await page.getByLabel('Drug concentration').fill('2')
    await page.getByLabel('Canine dosage').fill('0.11')
    await page.getByLabel('Reversed drug').fill('Xylazin')
    await look('what a drug reverses')
    await pressIn(page, 'SAVE')
    await page.locator('.field-error').first().waitFor()
    await look('what is missing of what a drug reverses')
    await close()
    const section = page.locator('.drugs-tools button').first()
    await section.click()
    await page.getByRole('listbox').waitFor()
    await look('the sections')
    await page.getByRole('option', { name: 'Fluids' }).click()
    await page.locator('.virtual-row').first().waitFor()
    await look('fluids')
    await press(page, 'ADD')
    await page.getByRole('dialog').waitFor()
    await look('a new fluid')
    await close()
    await section.click()
    await page.getByRole('option', { name: 'Edit Sections' }).click()
    await page.getByRole('dialog').waitFor()
    await look('the sections in their form')
    await close()
    await press(page, 'Export and import')
    await page.getByRole('menu').waitFor()
    await look('what can be done with the whole library')
    await page.getByRole('menuitem', { name: 'Import drugs (CSV)' }).click()
    await page.getByRole('dialog', { name: 'Import Drugs' }).waitFor()
    await pressIn(page, 'SHOW DRUGS')
    await page.getByRole('dialog').locator('.field-error').waitFor()
    await look('a file of drugs to import')
    await page
      .getByLabel('Or paste the drugs, one row each')
      .fill(
        [
          'Drug name,Strength,Species,Dosage,What',
          '"Buprenorphine hydrochloride, extended-release","12,5",horse,1 ml/kg,x',
          'Xylazine,20 mg/ml,dog,0.7 mg/kg,y',
        ].join('\n'),
      )
    await pressIn(page, 'SHOW DRUGS')
    await page.getByRole('dialog').locator('.import-cell').first().waitFor()
    await look('the drugs of a file')
    await pressIn(page, /^Columns/)
    await look('the columns of a file')
    await pressIn(page, 'All columns of row 1')
    await look('every column of a drug in a file')
    await page.getByText(/^In the library \(/).click()
    await page.getByText('In the library, but not the same').waitFor()
    await look('a drug of a file that the library has')
    await pressIn(page, 'BACK')
    await close()
    await open('/drugs/feline')
  },
  injections: (sweep: Sweep) => library(sweep, '/injections/canine', 'injections'),
  procedures: (sweep: Sweep) => library(sweep, '/procedures/feline', 'procedures'),
  async anesthesia(sweep: Sweep) {
    const { page, look, close } = sweep
    await library(sweep, '/anesthesia/canine', 'anesthesia protocols')
    await press(page, 'ADD')
    await pressIn(page, /^ADD SECTION/)
    await page.getByRole('dialog', { name: 'Add Section' }).waitFor()
    await look('the sections of a protocol')
    await pressIn(page, /^Opioids/)
    await page.getByRole('dialog', { name: /^Add Drugs/ }).waitFor()
    await look('the drugs of a section')
    await page.locator('.picker-row').first().click()
    await pressIn(page, 'DONE')
    await page.locator('[data-row]').first().waitFor()
    await look('a protocol with a section')
    await page.locator('.protocol-row-remove').first().click()
    await page.locator('.toast').first().waitFor()
    await look('a message over a form')
    await close()
  },
  async emergency(sweep: Sweep) {
    await library(sweep, '/emergency/canine', 'emergency protocols')
  },
}
