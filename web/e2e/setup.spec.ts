import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { installFaults } from './installable.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { logOut, signIn, syncSays } from './steps.ts'

const PASSWORD = 'Correct horse 1'

describe('[Q-86] the first run', () => {
  let server: Server | undefined
  let tablet: Tablet

  picturesOfFailures(() => tablet)

  beforeEach(async () => {
    tablet = await openTablet()
  })
  afterEach(async () => {
    await tablet.close()
    await server?.stop()
  })

  const submit = () => tablet.page.getByRole('button', { name: 'CREATE CLINIC' }).click()
  const field = (label: string) => tablet.page.getByLabel(label, { exact: true })

  /** A clinic made without the form. */
  const register = (email: string) =>
    fetch(`${server?.url}/user/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Ana',
        email,
        password: PASSWORD,
        confirm_password: PASSWORD,
        org_name: 'Hill Clinic',
        time_zone: 'UTC',
        library: 'empty',
      }),
    })

  async function fillForm(email: string) {
    const { page } = tablet
    await field('Your Name').fill('Dr. Zoë O’Hara')
    await field('Email').fill(email)
    await field('Password').fill(PASSWORD)
    await field('Confirm Password').fill(PASSWORD)
    await field('Organization Name').fill('Riverside Clinic')
    await page.getByRole('button', { name: /Time Zone/ }).click()
    await page.getByRole('searchbox').fill('chicago')
    await page.getByRole('button', { name: 'America/Chicago' }).click()
  }

  test('an empty database leads to /setup, which names each mistake in order and makes a clinic with an empty library', async () => {
    server = await startServer({ DEMO: 'off' })
    const { page } = tablet
    // As a proxy sends somebody on who is not on the server's own computer.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.7' })
    await page.goto(server.url)
    await page.waitForURL(`${server.url}/setup`)
    await field('Your Name').waitFor()
    expect(await installFaults(page)).toEqual([])

    const steps: [string, string, string][] = [
      ['Your Name', 'Please enter user name.', 'Zoë'],
      ['Email', 'Please enter email.', 'zoe'],
      ['Email', 'Email is invalid.', ' Zoe@Clinic.test '],
      ['Password', 'Password must be at least eight characers long.', '123456'],
      ['Password', 'Password must be at least eight characers long.', PASSWORD],
      ['Confirm Password', 'Passwords do not match.', PASSWORD],
      ['Organization Name', 'Organization name is required.', 'Riverside Clinic'],
    ]
    for (const [label, message, next] of steps) {
      await submit()
      await page.getByText(message, { exact: true }).waitFor()
      expect(await field(label).evaluate((input) => input === document.activeElement)).toBe(true)
      await field(label).fill(next)
      expect(await page.getByText(message, { exact: true }).count()).toBe(0)
    }
    await fillForm(' Zoe@Clinic.test ')
    await page.getByText('Empty', { exact: true }).click()
    // There is no screen to return to, and a reload keeps all but the passwords.
    expect(await page.getByRole('button', { name: /^Return to/ }).count()).toBe(0)
    await page.reload()
    const kept = ['Your Name', 'Email', 'Organization Name', 'Password'].map((label) =>
      field(label).inputValue(),
    )
    expect(await Promise.all(kept)).toEqual(['Dr. Zoë O’Hara', 'Zoe@Clinic.test', 'Riverside Clinic', ''])
    await page.getByText('America/Chicago').waitFor()
    await field('Password').fill(PASSWORD)
    await field('Confirm Password').fill(PASSWORD)
    expect(await field('Setup Code').count()).toBe(0)
    const code = /setup code: (\S+)/.exec(server.output())?.[1] ?? ''
    for (const [message, next] of [
      ['Please enter the setup code.', 'AAAA-AAAA-AAAA'],
      ['This is not the setup code.', code.toLowerCase()],
    ] as const) {
      await submit()
      const said = page.getByText(message, { exact: true })
      await said.waitFor()
      expect(await said.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
      expect(await field('Setup Code').evaluate((input) => input === document.activeElement)).toBe(true)
      await field('Setup Code').fill(next)
    }
    await submit()
    await page.waitForURL(`${server.url}/`)
    await page.getByText('Manage Organization').waitFor()
    expect(await page.getByText('Demonstration, not for patient care').count()).toBe(0)

    const checklist = page.getByRole('region', { name: 'First steps for a new clinic' })
    await checklist.waitFor()
    expect(await checklist.getByRole('listitem').count()).toBe(4)
    await checklist.getByRole('link', { name: /^Put the app on each tablet/ }).click()
    await page.getByRole('heading', { name: 'Put the app on the home screen' }).waitFor()
    await page.goBack()
    await checklist.getByRole('link', { name: /^Put the app on each tablet \(done\)/ }).waitFor()
    await checklist.getByRole('button', { name: 'Hide the first steps' }).click()
    await page.reload()
    await syncSays(page, 'All sent')
    expect(await checklist.count()).toBe(0)
    await page.goto(`${server.url}/procedures/canine`)
    await page.getByText(/^What is done, with notes/).waitFor()

    // Whoever begins with a sheet is sent to the library, and finds the sheet on the way back as it was left.
    await page.goto(`${server.url}/new-sheet`)
    await page.getByRole('button', { name: /^Species: Not selected/ }).click()
    await field('Patient Name').fill('Rex')
    await field('Patient Weight').fill('22')
    await page.getByRole('button', { name: /^Anesthesia Protocol/ }).click()
    await page.getByRole('button', { name: 'OPEN LIBRARY' }).click()
    await page.waitForURL(`${server.url}/anesthesia/canine`)
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    // The sheet has an ADD too, and stands there until the library does.
    await field('Patient Name').waitFor({ state: 'detached' })
    // By key: where the press before made a window go, the next one there is taken for its second half.
    await page.getByRole('button', { name: 'ADD', exact: true }).first().press('Enter')
    await page.getByLabel('Protocol Name').fill('Spay')
    await page.getByRole('button', { name: 'ADD SECTION' }).click()
    await page.getByRole('button', { name: /^Unset Medications/ }).click()
    // By key, for the same reason.
    await page.getByRole('button', { name: 'OPEN DRUGS' }).press('Enter')
    await page.waitForURL(`${server.url}/drugs/canine`)
    await page.goBack()
    // Each step back after the screen of the one before stands there: Back over what is still open closes that.
    await page.getByText('The new anesthesia protocol Spay is not saved yet.').waitFor()
    await page.goBack()
    await page.waitForURL(`${server.url}/new-sheet`)
    await page.getByText('Your open sheet for Rex is back as you left it.').waitFor()
    expect([await field('Patient Name').inputValue(), await field('Patient Weight').inputValue()]).toEqual([
      'Rex',
      '22',
    ])

    const api = await signInToApi(server.url, 'zoe@clinic.test', PASSWORD)
    expect(await api.records('drugs')).toEqual([])
    expect(await api.get('/organization/information')).toMatchObject({
      organization: { name: 'Riverside Clinic', time_zone: 'America/Chicago', demo: false },
    })
  })

  test('the demonstration is one press away from the login, without a password and without its management', async () => {
    server = await startServer()
    const { page, context } = tablet
    await page.goto(`${server.url}/login`)
    const enter = page.getByRole('button', { name: 'TRY THE DEMONSTRATION' })
    await enter.waitFor()
    await context.setOffline(true)
    await enter.click()
    await page.getByText('The server cannot be reached. The demonstration needs it to open.').waitFor()
    await context.setOffline(false)
    await enter.click()
    await page.waitForURL(`${server.url}/`)
    await page.getByText('Demonstration, not for patient care').waitFor()
    await page.getByText('Create New Anesthesia Sheet').waitFor()
    expect(await page.getByText('Manage Organization').count()).toBe(0)
    await syncSays(page, 'All sent')
    await page.reload()
    await page.getByRole('button', { name: 'Signed in as Val Visitor' }).waitFor()
    await page.goto(`${server.url}/ready`)
    await page.getByText('without a network you cannot log in again').waitFor()
    await page.getByText(/people can log in without a network|Only you can/).waitFor({ state: 'detached' })
    await context.setOffline(true)
    await page.getByRole('button', { name: 'LOG OUT' }).first().click()
    await page.getByRole('alertdialog').getByText('you cannot open the demonstration again').waitFor()
    await page.getByRole('button', { name: 'NO', exact: true }).click()
    await context.setOffline(false)
    await logOut(page, server.url)
    // Whose password nobody knows is not offered.
    await enter.waitFor()
    expect(await page.getByRole('list', { name: 'People who use this tablet' }).count()).toBe(0)
    await enter.click()
    await page.waitForURL(`${server.url}/`)
  })

  test('the demonstration leads to /setup by its banner; a clinic can start from its library, and then /setup is closed', async () => {
    server = await startServer()
    const { page } = tablet
    await signIn(page, server.url, 'lead@demo.test', demonstrationPassword(server))
    await page.getByText('Demonstration, not for patient care').waitFor()
    await page.getByRole('button', { name: 'Set up your clinic' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await page.waitForURL(`${server.url}/setup`)
    await fillForm('lead@demo.test')
    await submit()
    await page.getByText('This email is already registered.').waitFor()
    await field('Email').fill('first@clinic.test')
    await submit()
    await page.waitForURL(`${server.url}/`)
    await page.getByText('Manage Organization').waitFor()
    expect(await page.getByText('Demonstration, not for patient care').count()).toBe(0)

    // Opened is not checked: that a person says.
    const checklist = page.getByRole('region', { name: 'First steps for a new clinic' })
    await checklist.getByRole('button', { name: /^Look through the library/ }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await checklist.getByRole('button', { name: 'I HAVE CHECKED THEM' }).click()
    await checklist.getByRole('button', { name: /^Look through the library \(done\)/ }).waitFor()

    // A list of actions that nobody finds is none.
    await page.getByRole('button', { name: /^Signed in as/ }).click()
    await page.getByRole('link', { name: 'Action log' }).click()
    await page.waitForURL(`${server.url}/action-log`)
    await page.getByRole('searchbox').waitFor()

    const own = await signInToApi(server.url, 'first@clinic.test', PASSWORD)
    const demonstration = await signInToApi(server.url, 'lead@demo.test', demonstrationPassword(server))
    const drugs = await own.records('drugs')
    expect(drugs.length).toBeGreaterThan(20)
    expect(drugs).toHaveLength((await demonstration.records('drugs')).length)

    await page.getByRole('button', { name: 'LOG OUT' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await page.waitForURL(`${server.url}/login`)
    await page.goto(`${server.url}/setup`)
    await page.getByText('This server already has a clinic.').waitFor()
    // Asked anew on the way back, and known by now: the login of a real clinic is no demonstration.
    await page.getByRole('button', { name: 'Return to Login' }).click()
    await field('Email').waitFor()
    expect(await page.getByText('Demonstration, not for patient care').count()).toBe(0)
    expect(await page.locator('.try').count()).toBe(0)
  })

  test('whoever sends the form after somebody else made the clinic is led to the login', async () => {
    server = await startServer()
    const { page } = tablet
    await page.goto(`${server.url}/setup`)
    await fillForm('second@clinic.test')
    const made = await register('first@clinic.test')
    expect(made.status).toBe(200)
    await submit()
    await page.getByText('This server already has a clinic.').waitFor()
    await page.getByRole('button', { name: 'Return to Login' }).click()
    await page.waitForURL(`${server.url}/login`)
  })

  test('where any clinic may be made, one that is there has its login, on a tablet that nobody used yet too', async () => {
    server = await startServer({ DEMO: 'off', REGISTRATION: 'open' })
    const { page } = tablet
    const made = await register('ana@clinic.test')
    expect(made.status).toBe(200)
    await page.goto(`${server.url}/setup`)
    await field('Your Name').waitFor()
    await page.getByRole('link', { name: 'Return to Login' }).click()
    await page.waitForURL(`${server.url}/login`)
    await page.goto(server.url)
    await page.waitForURL(`${server.url}/login`)
    await signIn(page, server.url, 'ana@clinic.test', PASSWORD)
    await syncSays(page, 'All sent')
  })
})
