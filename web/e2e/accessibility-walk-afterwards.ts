import type { Sweep } from './accessibility-sweep.ts'
import { lookInto, press } from './accessibility-steps.ts'
import { signIn } from './steps.ts'

/** After the others: the login of a tablet that knows people, and what somebody is told who may not change what others made. */
export async function walkAfterwards(sweep: Sweep, password: string): Promise<void> {
  const { page, url, open, look } = sweep
  await page.locator('.known-person').first().waitFor()
  await look('people whom the tablet knows')
  await lookInto(sweep, /^Forget/, 'the question before somebody is forgotten')
  await signIn(page, url, 'technician@demo.test', password)
  await open('/injections/canine')
  await page.locator('.virtual-row').first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await press(page, 'Delete selected')
  await page.getByRole('alertdialog').waitFor()
  await look('records of others among the selected')
}
