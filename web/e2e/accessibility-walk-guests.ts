import type { Sweep } from './accessibility-sweep.ts'
import { press } from './accessibility-steps.ts'

/** The screens of whoever is not signed in, and those that everyone may see. */
export const guestWalks = {
  async login({ page, open, look }: Sweep) {
    await open('/login')
    await look('log in')
    await page.getByLabel('Email').fill('nobody@demo.test')
    await page.getByLabel('Password').fill('wrong')
    await press(page, 'LOG IN')
    await page.getByRole('alert').waitFor()
    await look('a wrong password')
  },
  async setup({ page, open, look, close }: Sweep) {
    await open('/setup')
    await look('first run')
    await press(page, 'CREATE CLINIC')
    await page.locator('.field-error').first().waitFor()
    await look('a field that is missing')
    await page.getByRole('button', { name: /Time Zone/ }).click()
    await page.getByRole('dialog').waitFor()
    await look('time zones')
    await close()
  },
  async forgotPassword({ page, open, look }: Sweep) {
    await open('/forgot-password')
    await look('a forgotten password')
    await page.getByLabel('Email').fill('nobody@demo.test')
    await press(page, 'SUBMIT')
    await page.getByText('Request submitted.').waitFor()
    await look('the request is made')
  },
  async resetPassword({ open, look }: Sweep) {
    await open('/reset-password/none')
    await look('a new password')
  },
  async error({ open, look }: Sweep) {
    await open('/error')
    await look('no access')
  },
  async notFound({ open, look }: Sweep) {
    await open('/nothing/here')
    await look('no such page')
  },
}
