import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults } from './accessibility-faults.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { startServer, type Server } from './server.ts'
import { logOut, readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

const EMAIL = 'ana@clinic.test'
const OLD = 'Correct horse 1'
const NEW = 'Brand new 9!'

let server: Server
/** Ana's own, and one that she forgot to log out on. */
let own: Tablet
let other: Tablet

picturesOfFailures(() => own)

beforeAll(async () => {
  server = await startServer({ DEMO: 'off' })
  const made = await fetch(`${server.url}/user/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Ana',
      email: EMAIL,
      password: OLD,
      confirm_password: OLD,
      org_name: 'Hill Clinic',
      time_zone: 'UTC',
      library: 'empty',
    }),
  })
  if (!made.ok) throw new Error(await made.text())
  own = await openTablet()
  other = await openTablet()
  for (const { page } of [own, other]) {
    await signIn(page, server.url, EMAIL, OLD)
    await readyForOffline(page)
  }
})
afterAll(async () => {
  await own.close()
  await other.close()
  await server.stop()
})

const field = (label: string) => own.page.getByLabel(label, { exact: true })
const press = (name: string) => own.page.getByRole('button', { name, exact: true }).click()
const says = (text: string) => own.page.getByText(text).waitFor()

async function submit(old: string, next: string): Promise<void> {
  await field('Old Password').fill(old)
  await field('New Password').fill(next)
  await field('Confirm New Password').fill(next)
  await press('CHANGE PASSWORD')
}

test('logging out on another tablet leads it to the login, and what it had not sent waits there', async () => {
  const { page } = other
  await page.goto(`${server.url}/procedures/canine`)
  await page.getByRole('button', { name: 'ADD', exact: true }).waitFor()
  await other.context.setOffline(true)
  await page.getByRole('button', { name: 'ADD', exact: true }).click()
  await page.getByLabel('Procedure Name').fill('Not sent')
  await page.getByRole('button', { name: 'SAVE', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  await own.page.getByRole('button', { name: /^Signed in as/ }).click()
  await own.page.getByRole('link', { name: 'Your account' }).click()
  await own.page.waitForURL(`${server.url}/account`)
  await own.page.locator('.account-sessions .badge').waitFor()
  await field('Old Password').fill('half typed')
  expect(await accessibilityFaults(own.page)).toEqual([])
  await own.page.getByRole('button', { name: /^Log out on / }).click()
  await own.page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
  await says('You are logged out on ')
  await expect.poll(() => own.page.getByRole('button', { name: /^Log out on / }).count()).toBe(0)
  expect(await field('Old Password').inputValue()).toBe('half typed')

  await other.context.setOffline(false)
  await page.waitForURL(`${server.url}/login`)
  await page.getByText('The server ended this session.').waitFor()
  await page.getByText('Ana: 1 change on this tablet is not sent.').waitFor()
  await signIn(page, server.url, EMAIL, OLD)
  await syncSays(page, 'All sent')
  await page.goto(`${server.url}/procedures/canine`)
  await page.locator('.card-title', { hasText: 'Not sent' }).waitFor()
})

test('a wrong old password is told at its field, and without the server nothing that was typed is lost', async () => {
  await submit('Not this 1!', NEW)
  await says('This is not your password.')
  expect(await field('Old Password').evaluate((input) => input === document.activeElement)).toBe(true)
  await server.stop()
  await submit(OLD, NEW)
  await says('Changing your password needs it.')
  const typed = ['Old Password', 'New Password', 'Confirm New Password'].map((label) =>
    field(label).inputValue(),
  )
  expect(await Promise.all(typed)).toEqual([OLD, NEW, NEW])
  await server.restart()
  await serverIsBack(own.page)
})

test('the new password opens this tablet, without a network too, and the old one does not; the other one asks for it', async () => {
  await press('CHANGE PASSWORD')
  await says('Your password is changed.')
  expect(await field('Old Password').inputValue()).toBe('')
  await other.page.waitForURL(`${server.url}/login`)
  await logOut(own.page, server.url)
  await server.stop()
  await field('Email').fill(EMAIL)
  await field('Password').fill(OLD)
  await press('LOG IN')
  await says('this is not the password last used on this tablet')
  await signIn(own.page, server.url, EMAIL, NEW)
  await server.restart()
  await signIn(other.page, server.url, EMAIL, NEW)
  await syncSays(other.page, 'All sent')
})
