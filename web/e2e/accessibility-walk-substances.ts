import { expect } from 'vitest'
import type { Sweep } from './accessibility-sweep.ts'
import { lookAtDeletion, lookAtList, lookInto, press, pressIn } from './accessibility-steps.ts'
import { beginDraw, exitDraw, saveDraw } from './draw-steps.ts'
import { chooseSubstance, dialogOf, enterPrevious, pressDraw } from './balance-steps.ts'

/** The open form of a new balance asks why, and before it goes below zero. */
async function belowZero({ page, look }: Sweep): Promise<void> {
  await page.getByRole('dialog').getByRole('textbox').fill('-0.5')
  await pressIn(page, 'spill')
  await look('a difference and its reason')
  await pressIn(page, 'SAVE')
  await page.getByRole('alertdialog', { name: 'Below Zero' }).waitFor()
  await look('a balance below zero')
  await pressIn(page, 'NO')
}

/** The last draw is edited to a volume that its record does not say. */
async function farFromRecord({ page, look, close }: Sweep): Promise<void> {
  await page.getByRole('button', { name: /^Edit the draw volume of/ }).click()
  await page.getByRole('dialog', { name: 'Edit Draw Volume' }).getByRole('textbox').fill('24')
  await look('a changed draw')
  await pressIn(page, 'SAVE')
  await page.getByRole('alertdialog', { name: 'Check the Volume' }).waitFor()
  await look('a draw far from its record')
  await pressIn(page, 'NO')
  await close()
}

export const substanceWalks = {
  async singleDraws(sweep: Sweep) {
    const { page, open, look, close } = sweep
    await open('/single-draws/canine')
    await page.locator('.record-list').waitFor()
    await lookInto(sweep, 'CREATE', 'which substance')
    await beginDraw(page, 'Butorphanol')
    await look('a new single draw')
    await press(page, 'SAVE')
    await page.getByText('Please select a procedure.').waitFor()
    await look('what is missing of a draw')
    await lookInto(sweep, /^Press to Change Procedure/, 'which procedure')
    await page.getByLabel('Patient Name').fill('Rex')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor()
    await look('leaving a draw')
    await pressIn(page, 'YES')
    await saveDraw(page, { drug: 'Butorphanol', procedure: 'Castration', patient: 'Rex', volume: '0.5' })
    await look('a saved draw')
    await press(page, 'SAVED')
    await page.getByRole('alertdialog').waitFor()
    await look('saving a draw once more')
    await pressIn(page, 'NO')
    await exitDraw(page)
    await lookAtList(sweep, 'single draws')
    await page.locator('.card [data-item-focus]').first().click()
    await page.getByRole('dialog', { name: /Single Draw$/ }).waitFor()
    await look('a single draw')
    await close()
    await lookAtDeletion(sweep, 'the reason for deleting a draw')
  },
  async controlledSubstances(sweep: Sweep) {
    const { page, open, look, close } = sweep
    await open('/controlled-substances')
    await lookAtList(sweep, 'balance sheets')
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await lookInto(sweep, 'COMBINE', 'combining')
    await page.getByRole('checkbox', { name: 'Select all' }).uncheck()
    await press(page, 'Filter by date used')
    await page.locator('.range-day:not([data-outside-month])').first().waitFor()
    await look('a range of days')
    await close()
    await press(page, 'Chart of a controlled substance')
    await page.getByRole('dialog').locator('canvas').first().waitFor()
    await look('a chart')
    await page.getByRole('dialog').getByRole('application').focus()
    await page.keyboard.press('ArrowLeft')
    await page.locator('.chart-told').waitFor()
    await look('a chart that tells of a change')
    await page.getByRole('dialog').getByText('Table', { exact: true }).click()
    await page.getByRole('table').first().waitFor()
    await look('a chart as tables')
    await close()
    await page.locator('.card [data-item-focus]').first().click()
    await page.getByRole('dialog', { name: /^Balance Sheet for/ }).waitFor()
    await page.getByRole('table', { name: /^\w.*, Page 1 \/ \d+$/ }).waitFor()
    await look('a balance sheet')
    await pressIn(page, 'DOWNLOAD')
    await page.getByRole('dialog', { name: 'Export Settings' }).waitFor()
    await look('its export settings')
    await pressIn(page, 'Back')
    await pressIn(page, 'BLANKS')
    await page.getByRole('dialog', { name: 'Blank Balance Sheets' }).waitFor()
    await look('blank sheets')
    await close()
    await lookAtDeletion(sweep, 'the reason for deleting a balance sheet')
    await page.getByLabel('Show voided').check()
    await page.locator('.card-struck').first().waitFor()
    await look('a voided balance sheet')
  },
  async newBalanceSheet(sweep: Sweep) {
    const { page, url, look, close } = sweep
    await page.goto(`${url}/controlled-substances/new`)
    await page.getByRole('dialog', { name: 'Select Controlled Substance' }).waitFor()
    await look('the substance of a balance sheet')
    await chooseSubstance(page, url, 'Ketamine 100')
    await look('the balance before')
    await enterPrevious(page, { bottle: 'B-1', container: '1', substance: '1' })
    await look('the draws')
    await pressDraw(page, 7)
    await page.getByRole('dialog', { name: 'Measured Volume' }).waitFor()
    await look('a volume too small to be computed')
    const measured = dialogOf(page, 'Measured Volume').getByLabel('Volume', { exact: true })
    await measured.fill('5')
    await pressIn(page, 'ADD')
    await page.getByRole('alertdialog', { name: 'Check the Volume' }).getByText('You entered 5 ml.').waitFor()
    await look('a measured volume far from the dose')
    await pressIn(page, 'NO')
    expect(await measured.inputValue()).toBe('5')
    await close()
    await pressDraw(page, 1)
    await pressDraw(page, 1)
    await page.getByRole('alertdialog').waitFor()
    await look('a draw chosen twice')
    await pressIn(page, 'NO')
    await pressDraw(page, 2)
    await page.getByText('Use PARTIAL DRAW: balance is below zero').waitFor()
    await look('a table below zero')
    await farFromRecord(sweep)
    for (const [menu, item] of [
      ['DRAW', 'PARTIAL DRAW'],
      ['BALANCE', 'EDIT BALANCE'],
      ['BALANCE', 'ADD BALANCE'],
    ] as const) {
      await press(page, menu)
      await page.getByRole('menu').waitFor()
      if (item !== 'ADD BALANCE') await look(`the menu ${menu}`)
      await page.getByRole('menuitem', { name: item }).click()
      await page.getByRole('dialog').waitFor()
      await look(item)
      if (item === 'EDIT BALANCE') await belowZero(sweep)
      await close()
    }
    await lookInto(sweep, 'RESET TABLE', 'the question before a table is cleared')
    await press(page, 'SAVE AND EXPORT')
    await page.getByRole('alertdialog', { name: 'Balance Below Zero' }).waitFor()
    await look('saving below zero')
    await pressIn(page, 'YES')
    await page.getByRole('dialog', { name: 'Saved Controlled Substance Sheet' }).waitFor()
    await look('a saved balance sheet')
  },
  async ledger(sweep: Sweep) {
    const { page, open, look } = sweep
    await open('/ledger')
    await page.getByRole('list', { name: 'Entries of the ledger' }).waitFor()
    await page.getByText('Details', { exact: true }).click()
    await look('the ledger')
    await lookInto(sweep, 'COMPARE WITH PAPER', 'comparing with paper')
  },
}
