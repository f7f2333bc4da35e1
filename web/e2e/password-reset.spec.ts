import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { lossyProxy } from './lossy-proxy.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { signIn } from './steps.ts'

const EMAIL = 'technician@demo.test'
const NEW = 'Brand new 9!'
const SUBMITTED =
  "Request submitted. Thank you! If your email exists, we've sent a password reset link to your inbox."
const CHANGED = 'Password changed. Your password has been successfully changed.'
const FAILED =
  "Couldn't change password. Either your password reset link has expired or an unexpected error occured."

describe('a forgotten password', () => {
  let server: Server
  let tablet: Tablet

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    tablet = await openTablet()
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  const says = (text: string) => tablet.page.getByText(text, { exact: true }).waitFor()
  const press = (name: string) => tablet.page.getByRole('button', { name, exact: true }).click()
  const field = (label: string) => tablet.page.getByLabel(label, { exact: true })
  const hasFocus = (label: string) => field(label).evaluate((input) => input === document.activeElement)

  /** The links in the e-mails that the server wrote, oldest first. */
  function links(): string[] {
    const folder = join(server.dataFolder, 'mail')
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map((name) => {
        const text = readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', '')
        return /\r\n(http\S+\/reset-password\/\S+)\r\n/.exec(text)?.[1] ?? text
      })
  }
  async function requestLink(): Promise<string> {
    const { page } = tablet
    const before = links().length
    await page.goto(`${server.url}/forgot-password`)
    await field('Email').fill(EMAIL)
    await press('SUBMIT')
    await says(SUBMITTED)
    return vi.waitFor(
      () => {
        const link = links()[before]
        if (link === undefined) throw new Error('There is no e-mail yet.')
        return link
      },
      { timeout: 60_000, interval: 50 },
    )
  }
  async function submitPassword(password: string, confirm = password): Promise<void> {
    await field('Enter New Password').fill(password)
    await field('Confirm New Password').fill(confirm)
    await press('SUBMIT')
  }

  test('[AUTH-19..25] the request: title, prompt, the empty e-mail, Enter, SUBMITTING, the one answer', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/login`)
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await page.waitForURL(`${server.url}/forgot-password`)
    await page.getByRole('heading', { name: 'Please enter your email.' }).waitFor()
    await page.waitForFunction(() => document.title === 'Forgot Password | Veterinary Anesthesia')
    await press('SUBMIT')
    await says("You haven't entered your email.")
    expect(await hasFocus('Email')).toBe(true)
    await field('Email').fill('x')
    expect(await page.getByText("You haven't entered your email.").count()).toBe(0)

    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const asked: string[] = []
    const path = '**/services/password-reset-request/*'
    await page.route(path, async (route: Route) => {
      asked.push(route.request().url())
      await held
      await route.continue()
    })
    await field('Email').fill(' Nobody@clinic.test ')
    await field('Email').press('Enter')
    await page.getByRole('button', { name: 'SUBMITTING' }).waitFor()
    await field('Email').press('Enter')
    release()
    await says(SUBMITTED)
    expect(asked).toEqual([`${server.url}/services/password-reset-request/Nobody%40clinic.test`])
    await page.unroute(path)
    await page.getByRole('link', { name: 'Return to Login' }).click()
    await page.waitForURL(`${server.url}/login`)
    expect(links()).toEqual([])
  })

  test('[AUTH-27..40] the link of the e-mail: each message in order, then the new password signs in, and the link is used up', async () => {
    const { page } = tablet
    const link = await requestLink()
    expect(link).toMatch(`${server.url}/reset-password/`)
    await page.goto(link)
    await page.getByRole('heading', { name: 'Reset your password below.' }).waitFor()
    const steps: [password: string, confirm: string, at: string, message: string][] = [
      ['short', 'x', 'Enter New Password', 'Password must be at least 8 characters.'],
      ['LONG ENOUGH', 'x', 'Enter New Password', 'Password must contain at least one lowercase character.'],
      ['long enough', 'x', 'Enter New Password', 'Password must contain at least one uppercase character.'],
      ['Long enough', 'x', 'Enter New Password', 'Password must contain at least one number.'],
      ['Long enough 1', 'x', 'Enter New Password', 'Password must contain at least one special character.'],
      [NEW, 'x', 'Confirm New Password', 'Passwords must match.'],
    ]
    for (const [password, confirm, at, message] of steps) {
      await submitPassword(password, confirm)
      await says(message)
      expect(await page.locator('.field-error').count()).toBe(1)
      expect([at, await hasFocus(at), await field(at).getAttribute('aria-invalid')]).toEqual([
        at,
        true,
        'true',
      ])
      await field(at).press('End')
      await field(at).press('x')
      expect(await page.locator('.field-error').count()).toBe(0)
    }
    await field('Enter New Password').fill(NEW)
    await field('Confirm New Password').fill(NEW)
    await field('Confirm New Password').press('Enter')
    await says(CHANGED)
    await page.getByRole('link', { name: 'Return to Login' }).click()
    await page.waitForURL(`${server.url}/login`)

    await page.goto(link)
    await says(FAILED)
    await page.getByRole('link', { name: 'Return to Login' }).click()
    await field('Email').fill(EMAIL)
    await field('Password').fill(demonstrationPassword(server))
    await press('LOG IN')
    await says("This email hasn't been registered or the password is incorrect. Please try again!")
    await signIn(page, server.url, EMAIL, NEW)

    // Somebody signed in has no use for a link.
    await page.goto(link)
    await page.waitForURL(`${server.url}/`)
    await page.getByRole('button', { name: 'LOG OUT' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await page.waitForURL(`${server.url}/login`)
  })

  test('[Q-63] without the server both screens say so, keep what was typed, and go on when it is back', async () => {
    const { page } = tablet
    const link = await requestLink()
    await page.goto(link)
    await field('Enter New Password').fill('Another one 7?')
    await field('Confirm New Password').fill('Another one 7?')
    await server.stop()
    await press('SUBMIT')
    await page.getByText('The server cannot be reached.').waitFor()
    expect(await field('Enter New Password').inputValue()).toBe('Another one 7?')
    await page.goto(`${server.url}/forgot-password`)
    await field('Email').fill(EMAIL)
    await press('SUBMIT')
    await page.getByText('The server cannot be reached.').waitFor()
    await page.getByRole('button', { name: 'TRY AGAIN' }).waitFor()
    expect(await field('Email').inputValue()).toBe(EMAIL)
    await page.goto(link)
    await page.getByText('The server cannot be reached.').waitFor()
    await server.restart()
    await press('TRY AGAIN')
    await submitPassword('Another one 7?')
    await says(CHANGED)
  })

  test('[AUTH-32] a change whose answer got lost is not called undone without a word', async () => {
    const { page } = tablet
    const proxy = await lossyProxy(server.url)
    try {
      let losing = true
      // The server gets every request; while `losing`, no answer of it comes back.
      proxy.mishap = (method) => (method === 'PUT' && losing ? 'reply-lost' : 'none')
      await page.goto((await requestLink()).replace(server.url, proxy.url))
      await submitPassword('A third one 3#')
      await page.getByText('The server cannot be reached.').waitFor()
      losing = false
      await press('TRY AGAIN')
      await says(FAILED)
      await page.getByText('An earlier attempt may have reached the server anyway.').waitFor()
      await signIn(page, proxy.url, EMAIL, 'A third one 3#')
    } finally {
      await proxy.close()
    }
  })
})
