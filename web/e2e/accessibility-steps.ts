import type { Page } from 'playwright-core'
import type { Sweep } from './accessibility-sweep.ts'

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click()

export const pressIn = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .last()
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click()

/** Opens something with a button, looks at it, and closes it again. */
export async function lookInto(sweep: Sweep, button: string | RegExp, what: string): Promise<void> {
  await press(sweep.page, button)
  await sweep.page.locator('[role=dialog], [role=alertdialog], [role=listbox], [role=menu]').last().waitFor()
  await sweep.look(what)
  await sweep.close()
}

/** The menu of the first row, and the question before its record goes. */
export async function lookAtDeletion(sweep: Sweep, what: string): Promise<void> {
  const { page, look, close } = sweep
  await press(page, /^More for/)
  await page.getByRole('menu').waitFor()
  await look(`${what}, in the menu`)
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').waitFor()
  await look(what)
  await close()
}

/** A list: its rows, a choice of its tools, many chosen, the question before they go. */
export async function lookAtList(sweep: Sweep, what: string): Promise<void> {
  const { page, look, close } = sweep
  await page.locator('.virtual-row').first().waitFor()
  await look(what)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByText(/^\d+ SELECTED$/).waitFor()
  await look(`${what}, all selected`)
  await press(page, 'Delete selected')
  await page.getByRole('alertdialog').waitFor()
  await look(`${what}, the question before many are deleted`)
  await close()
  await page.getByRole('checkbox', { name: 'Select all' }).uncheck()
}
