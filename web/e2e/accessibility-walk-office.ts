import type { Page } from 'playwright-core'
import type { Sweep } from './accessibility-sweep.ts'
import { lookInto, press, pressIn } from './accessibility-steps.ts'

/** The place that is chosen for a file takes nothing before `takeFile`, the function that comes back. */
async function slowFile(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const taken = new Promise<void>((take) => Object.assign(window, { takeFile: take }))
    const file = { write: () => taken, close: () => Promise.resolve(), abort: () => Promise.resolve() }
    const chosen = () => Promise.resolve({ createWritable: () => Promise.resolve(file) })
    Object.defineProperty(window, 'showSaveFilePicker', { value: chosen, configurable: true })
  })
  return () => page.evaluate('takeFile()')
}

export const officeWalks = {
  async organization(sweep: Sweep) {
    const { page, open, look, close } = sweep
    await open('/organization')
    await page.getByRole('heading', { name: 'User Management' }).waitFor()
    await look('the organization')
    await press(page, 'ADD')
    await page.getByRole('dialog', { name: 'New User' }).waitFor()
    await look('a new user')
    await pressIn(page, 'SAVE')
    await page.locator('.field-error').first().waitFor()
    await look('what is missing of a user')
    await close()
    await page.getByRole('listitem').filter({ hasText: 'Vera' }).getByRole('button').first().click()
    await page.getByRole('dialog').waitFor()
    await look('a user')
    await pressIn(page, 'MAKE A LINK')
    await page.getByRole('button', { name: 'COPY LINK' }).waitFor()
    await look('a link for a user who forgot their password')
    await close()
    await lookInto(sweep, /^Delete .*Vera/, 'the question before a user is deleted')
    await lookInto(sweep, /^Delete .*Lee/, 'why one cannot delete oneself')
    await press(page, 'NEW KEY')
    await page.getByRole('dialog', { name: 'New Key' }).waitFor()
    await pressIn(page, 'MAKE KEY')
    await page.locator('.field-error').first().waitFor()
    await page.getByText('WRITE TOO').click()
    await look('a new key')
    await page.getByLabel('Name of the Program').fill('Practice system of the main building')
    await pressIn(page, 'MAKE KEY')
    await page.getByRole('button', { name: 'COPY KEY' }).last().waitFor()
    await look('a key, shown once')
    await close()
    await page.getByText(/Never used/).waitFor()
    await look('the organization with a key')
    await lookInto(sweep, /^Revoke the key of/, 'the question before a key is revoked')
    await lookInto(sweep, 'EXPORT ALL DATA', 'all data, before it is exported')
    const takeFile = await slowFile(page)
    await press(page, 'EXPORT ALL DATA')
    await page.getByText(/^The file holds/).waitFor()
    await pressIn(page, 'EXPORT')
    await page.getByText('Closing the file').waitFor()
    await look('all data, while the file is written')
    await takeFile()
    await page.getByText(/^Downloaded .+\.zip/).waitFor()
    await look('all data in a file')
    await close()
    await lookInto(sweep, /^REMOVE DEMONSTRATION/, 'the question before the demonstration is removed')
  },
  async clinicSettings({ page, open, look }: Sweep) {
    await open('/clinic-settings')
    await page.getByLabel('Printed name').fill('x'.repeat(101))
    await press(page, 'SAVE')
    await page.locator('.field-error').first().waitFor()
    await look('what is wrong with the clinic settings')
    await page.getByLabel('Printed name').fill('Riverside Animal Hospital')
    await page.getByLabel('Printed address').fill('12 Mill Lane\nSpringfield')
    await look('the clinic settings')
  },
  async devices(sweep: Sweep) {
    const { page, open, look } = sweep
    await open('/devices')
    await page.locator('.devices .card').first().waitFor()
    await look('the tablets')
    await lookInto(sweep, /^Revoke/, 'the question before a tablet is revoked')
  },
  async account({ page, open, look }: Sweep) {
    await open('/account')
    await page.getByText('Logged in', { exact: false }).first().waitFor()
    await look('the own account')
  },
  async device({ page, open, look }: Sweep) {
    await open('/device')
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await page.evaluate(() => (navigator.storage.persist = () => Promise.resolve(false)))
    await press(page, 'PROTECT STORAGE')
    await page.getByText('This tablet did not allow it.').waitFor()
    await look('this tablet')
  },
  async actionLog(sweep: Sweep) {
    const { page, open, look } = sweep
    await open('/action-log')
    await page.locator('.log-rows .log-row').first().waitFor()
    await look('the action log')
    await press(page, /^Filter:/)
    await lookInto(sweep, /^Everyone/, 'whose entries')
    await page.getByLabel('From').fill('2020-02-01')
    await page.getByLabel('To', { exact: true }).fill('2020-01-31')
    await page.getByText('Start date must occur before end date.').waitFor()
    await look('a range of days that is wrong')
  },
  async help({ page, open, look }: Sweep) {
    await open('/help')
    await look('help')
    await open('/help/volumes')
    await look('how volumes are computed')
    await open('/help/infusions')
    await look('how infusions are calculated')
    await open('/help/balances')
    await look('how balance sheets are read')
    await open('/help/new')
    await look('what is new')
    await open('/help/licenses')
    await page.locator('.help-notices').waitFor()
    await look('the licenses of others')
  },
  async guide({ open, look }: Sweep) {
    await open('/help/guide')
    await look('the guide to print')
  },
  async needsAttention(sweep: Sweep) {
    const { page, open, look } = sweep
    await open('/needs-attention')
    await page.getByRole('article').first().waitFor()
    await look('what needs attention')
    await press(page, 'COMPLETE')
    await page.getByRole('dialog').waitFor()
    await look('the fields that could not stand')
    await page.getByRole('dialog').getByRole('textbox').first().fill('0.4')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor()
    await look('the question before typed fields are left')
    await pressIn(page, 'YES')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await lookInto(sweep, 'DISCARD', 'the question before something is discarded')
  },
}
