import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { exitDraw, saveDraw } from './draw-steps.ts'
import { operator } from './operator.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

const PASSWORD = 'Correct horse 1'

/** What lies on a tablet of any organization, and who it knows. */
const leftOn = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const opening = indexedDB.open('tablet')
    await new Promise((opened) => opening.addEventListener('success', opened))
    const rows = (store: string) =>
      new Promise<number>((done) => {
        const asking = opening.result.transaction(store).objectStore(store).count()
        asking.addEventListener('success', () => done(asking.result))
      })
    const left = {
      clinics: names.filter((name) => name.startsWith('clinic-')).length,
      people: await rows('people'),
      known: await rows('clinics'),
    }
    opening.result.close()
    return left
  })
const NOTHING = { clinics: 0, people: 0, known: 0 }

describe('[Q-86] the demonstration is removed', () => {
  let server: Server
  /** Where it is removed; where somebody works without a network; where nobody is signed in. */
  let desk: Tablet
  let surgery: Tablet
  let shelf: Tablet

  picturesOfFailures(() => desk)

  beforeAll(async () => {
    server = await startServer()
    ;[desk, surgery, shelf] = await Promise.all([openTablet(), openTablet(), openTablet()])
    const password = demonstrationPassword(server)
    await signIn(desk.page, server.url, 'lead@demo.test', password)
    await signIn(surgery.page, server.url, 'technician@demo.test', password)
    await signIn(shelf.page, server.url, 'veterinarian@demo.test', password)
  })
  afterAll(async () => {
    await Promise.all([desk.close(), surgery.close(), shelf.close()])
    await server.stop()
  })

  const press = (name: string) => desk.page.getByRole('button', { name, exact: true }).click()
  const dialog = () => desk.page.getByRole('dialog', { name: 'Remove the demonstration?' })

  test('by a holder of 0, with the server only, and not by one press', async () => {
    const { page } = desk
    await page.getByRole('link', { name: /Manage Organization/ }).click()
    const button = page.getByRole('button', { name: 'REMOVE DEMONSTRATION' })
    await button.waitFor()
    await readyForOffline(page)
    await desk.context.setOffline(true)
    await page.reload()
    await page.getByText('The server cannot be reached.').waitFor()
    expect(await button.isDisabled()).toBe(true)
    await page.getByText('Needs the server').last().waitFor()
    await desk.context.setOffline(false)
    await serverIsBack(page)
    await expect.poll(() => button.isEnabled(), { timeout: 20_000 }).toBe(true)

    await button.click()
    await dialog().getByText('What they have not sent is lost too').waitFor()
    await dialog().getByRole('button', { name: 'REMOVE DEMONSTRATION' }).click()
    await dialog().getByText('Please type REMOVE.').waitFor()
    await press('CANCEL')
    await dialog().waitFor({ state: 'hidden' })
    expect((await fetch(`${server.url}/setup/state`).then((answer) => answer.json())).demo).toBe(true)
  })

  test('its tablets are signed out, whatever waits on them, and keep nothing; the first clinic can be set up', async () => {
    await readyForOffline(surgery.page)
    await surgery.context.setOffline(true)
    await surgery.page.goto(`${server.url}/single-draws/canine`)
    const typed = { patient: 'Never sent', drug: 'Butorphanol', procedure: 'Castration', volume: '0.4' }
    await saveDraw(surgery.page, typed)
    await exitDraw(surgery.page)
    await shelf.page.getByRole('button', { name: 'LOG OUT' }).first().click()
    await shelf.page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await shelf.page.getByText('Demonstration, not for patient care').waitFor()

    await press('REMOVE DEMONSTRATION')
    await dialog().getByLabel('Type REMOVE to continue').fill('remove')
    await dialog().getByRole('button', { name: 'REMOVE DEMONSTRATION' }).click()
    await desk.page.waitForURL(`${server.url}/setup`)
    await surgery.context.setOffline(false)
    await serverIsBack(surgery.page)
    await surgery.page.waitForURL(`${server.url}/setup`)
    // Nobody is signed in there: it hears of it when it asks how it stands.
    await shelf.page.waitForURL(`${server.url}/setup`, { timeout: 90_000 })
    for (const { page } of [desk, surgery, shelf]) {
      await page.getByText('All of its data was removed from this tablet too.').waitFor()
      await page.getByText('The demonstration was removed from this server.').waitFor()
      expect(await leftOn(page)).toEqual(NOTHING)
      expect(await page.getByText('not for patient care').count()).toBe(0)
    }
  })

  test('the next start does not make it again, and the clinic that is set up works', async () => {
    const { page } = desk
    await server.kill()
    await server.restart()
    const state = await fetch(`${server.url}/setup/state`).then((answer) => answer.json())
    expect(state).toMatchObject({ setup_open: true, demo: false, clinic: false })
    await page.goto(`${server.url}/setup`)
    await page.getByLabel('Your Name').fill('Ann Lee')
    await page.getByLabel('Email').fill('ann@clinic.test')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm Password').fill(PASSWORD)
    await page.getByLabel('Organization Name').fill('Elm Street Clinic')
    await page.getByRole('button', { name: 'CREATE CLINIC' }).click()
    await page.waitForURL(`${server.url}/`)
    await syncSays(page, 'All sent')
    await page.getByRole('link', { name: /Manage Organization/ }).click()
    await page.getByRole('heading', { name: 'User Management' }).waitFor()
    expect(await page.getByRole('button', { name: 'REMOVE DEMONSTRATION' }).count()).toBe(0)
  })
})

describe('the demonstration is reset', () => {
  let server: Server
  let visitor: Tablet

  picturesOfFailures(() => visitor)

  beforeAll(async () => {
    server = await startServer({ DEMO_RESET_AT: '03:00' })
    visitor = await openTablet()
  })
  afterAll(async () => {
    await visitor.close()
    await server.stop()
  })

  const enter = async () => {
    await visitor.page.getByRole('button', { name: 'TRY THE DEMONSTRATION' }).click()
    await visitor.page.waitForURL(`${server.url}/`)
    await syncSays(visitor.page, /^Sync: (All sent|\d+ needs? attention, all sent)$/)
  }
  test('a visitor knows beforehand', async () => {
    const { page } = visitor
    await page.goto(`${server.url}/login`)
    await page.getByText('Reset each night').waitFor()
    await enter()
    await page.getByText('Reset each night').waitFor()
  })

  test('a tablet without a network loses what it typed there, is told so, and opens it again as it was at first', async () => {
    const { page, context } = visitor
    await readyForOffline(page)
    await page.goto(`${server.url}/single-draws/canine`)
    const typed = { drug: 'Butorphanol', procedure: 'Castration', volume: '0.4' }
    await saveDraw(page, { ...typed, patient: 'Sent before' })
    await exitDraw(page)
    await syncSays(page, /all sent$/i)
    await context.setOffline(true)
    await page.reload()
    await saveDraw(page, { ...typed, patient: 'Never sent' })
    await exitDraw(page)
    expect(operator(server, 'admin', 'reset-demonstration')).toContain('as on its first day')
    await context.setOffline(false)
    await serverIsBack(page)
    await page.waitForURL(`${server.url}/login`)
    await page.getByText('The demonstration was reset.').waitFor()
    expect(await leftOn(page)).toEqual(NOTHING)
    await enter()
    await page.goto(`${server.url}/single-draws/canine`)
    // Its week, and nothing of the visitor's.
    await page.getByText('2 single draws').waitFor()
    for (const name of ['Zeus (D-911)', 'Hank (D-901)']) await page.getByText(name, { exact: true }).waitFor()
    await page.goto(`${server.url}/drugs/canine`)
    await page.locator('.virtual-row').first().waitFor()
  })
})
