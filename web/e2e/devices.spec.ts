import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { exitDraw, saveDraw } from './draw-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  closeAndSave,
  openExport,
  readyForOffline,
  serverIsBack,
  signIn,
  syncSays,
} from './steps.ts'

const TECHNICIAN = 'technician@demo.test'
const VETERINARIAN = 'veterinarian@demo.test'
const LEAD = 'lead@demo.test'

describe('people and tablets', () => {
  let server: Server
  let tablet: Tablet
  let desk: Tablet
  let password: string

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    tablet = await openTablet()
    desk = await openTablet()
  })
  afterAll(async () => {
    await tablet.close()
    await desk.close()
    await server.stop()
  })

  /** The user menu, a person, the password: two presses. */
  async function switchTo(name: string): Promise<void> {
    const { page } = tablet
    await page.getByRole('button', { name: /^Signed in as/ }).click()
    await page.getByRole('dialog', { name: 'You' }).getByRole('button', { name }).click()
    await page.getByRole('dialog', { name: 'Switch user' }).getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Signed in as ${name}` }).waitFor()
    await page.waitForURL(`${server.url}/`)
  }

  test('[D1] [D2] two presses and a password give the tablet to another person, also without a network; an open sheet stays its author’s', async () => {
    const { page } = tablet
    await signIn(page, server.url, VETERINARIAN, password)
    await readyForOffline(page)
    const you = page.getByRole('button', { name: /^Signed in as/ })
    const someoneElse = () =>
      page.getByRole('dialog', { name: 'You' }).getByRole('button', { name: 'Someone else' }).click()
    const dialog = page.getByRole('dialog', { name: 'Switch user' })
    await you.click()
    await someoneElse()
    await dialog.getByLabel('Email').press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => you.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await someoneElse()
    await dialog.getByLabel('Email').fill(TECHNICIAN)
    await dialog.getByLabel('Password').fill('not this one')
    await page.keyboard.press('Enter')
    await dialog.getByText("This email hasn't been registered").waitFor()
    await page.getByRole('button', { name: 'Signed in as Vera Veterinarian', includeHidden: true }).waitFor()
    await dialog.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Signed in as Tom Technician' }).waitFor()
    await readyForOffline(page)
    // The login itself is sent too: from here on only what is typed counts.
    await syncSays(page, 'All sent')
    await server.kill()
    await page.goto(`${server.url}/new-sheet`)
    await page.getByLabel('Patient Name').fill('Of Tom')
    await syncSays(page, /^Sync: Offline, \d+ to send$/)
    await page.goto(`${server.url}/device`)
    await page.getByRole('button', { name: 'SEND NOW' }).click()
    await page.getByText('Could not reach the server. Unsent changes stay').waitFor()
    const waiting = page.getByRole('list', { name: 'Not sent yet' }).getByRole('listitem')
    await waiting.filter({ hasText: /^Open anesthesia sheet for Of Tom\s*Tom Technician, / }).waitFor()
    await switchTo('Vera Veterinarian')
    await page.goto(`${server.url}/new-sheet`)
    expect(await page.getByLabel('Patient Name').inputValue()).toBe('')
    await switchTo('Tom Technician')
    await page.goto(`${server.url}/new-sheet`)
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[name="name"], main input')?.value === 'Of Tom',
    )
    await page.getByRole('button', { name: 'RESET SHEET' }).waitFor()
    await server.restart()
    await serverIsBack(page)
    // The password of the offline sign-in went with the page that was loaded anew.
    await syncSays(page, 'Log in again')
    await page.goto(`${server.url}/`)
    await page.waitForURL(`${server.url}/login`)
    await page.getByRole('button', { name: 'Tom Technician', exact: false }).first().click()
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${server.url}/`)
    await syncSays(page, 'All sent')
    await page.goto(`${server.url}/device`)
    await page.getByRole('button', { name: 'SEND NOW' }).click()
    await page.getByText('Everything has already been sent.').waitFor()
    expect(await waiting.count()).toBe(0)
  })

  test('while the records cannot be read, the screen for support still offers its diagnosis file', async () => {
    const { page, context } = tablet
    const other = await context.newPage()
    await other.goto(`${server.url}/icon.svg`)
    // Another tab that never lets go of the outbox.
    await other.evaluate(async () => {
      const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith('clinic-')) ?? {}
      if (name === undefined) throw new Error('There is no clinic on this tablet.')
      const opening = indexedDB.open(name)
      await new Promise((opened) => opening.addEventListener('success', opened))
      const store = opening.result.transaction('outbox', 'readwrite').objectStore('outbox')
      const hold = () => store.count().addEventListener('success', hold)
      hold()
    })
    await page.bringToFront()
    await page.goto(`${server.url}/device`)
    const diagnosis = page.getByRole('button', { name: 'SAVE A DIAGNOSIS FILE' })
    await syncSays(page, 'Checking')
    await diagnosis.waitFor()
    await syncSays(page, 'Checking')
    await other.close()
    await syncSays(page, 'All sent')
    expect(await diagnosis.isVisible()).toBe(true)
  })

  test('[D2] [P8] a revoked tablet sends what it has, which waits for approval, then removes its records and says why; nobody logs in on it until that is taken back', async () => {
    const { page, context } = tablet
    await signIn(desk.page, server.url, LEAD, password)
    await server.kill()
    await page.goto(`${server.url}/new-sheet`)
    await buildSheet(page, {
      name: 'Before the end',
      weight: '10',
      unit: 'kg',
      procedure: 'Castration',
      protocol: 'TTDex',
    })
    await openExport(page)
    await closeAndSave(page, 'YES')
    await page.goto('about:blank')
    // Else its service worker sends as soon as the server is there again, before anybody can revoke it.
    await context.setOffline(true)
    await server.restart()
    const api = await signInToApi(server.url, LEAD, password)
    expect((await api.records('sheets')).map(({ content }) => content?.['name'])).not.toContain(
      'Before the end',
    )

    await desk.page.goto(`${server.url}/devices`)
    const card = desk.page.locator('.card', { hasText: 'used by Tom Technician' })
    await card.getByRole('button', { name: /^Revoke/ }).click()
    await desk.page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await desk.page.getByText('is revoked.').waitFor()

    await context.setOffline(false)
    await page.goto(`${server.url}/patients/canine`)
    await page.waitForURL(`${server.url}/login`)
    await page.getByText('revoked this tablet.').waitFor()
    await page.getByText('What was sent after it was revoked waits for approval', { exact: false }).waitFor()
    const sheets = async () =>
      (await api.records('sheets'))
        .filter(({ content }) => content?.['name'] === 'Before the end')
        .map(({ meta }) => meta.author_name)
    expect(await sheets()).toEqual([])
    const databases = () =>
      page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name?.split('-')[0]))
    expect(await databases()).toEqual(['tablet'])
    expect(await page.getByRole('list', { name: 'People who use this tablet' }).count()).toBe(0)

    await page.getByLabel('Email').fill(TECHNICIAN)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'LOG IN' }).click()
    await page.getByText('Nobody can log in on it').waitFor()

    await desk.page.reload()
    await desk.page.getByText('It removed its records').waitFor()
    await desk.page.getByRole('button', { name: /^Undo the revocation/ }).click()
    await desk.page.getByText('can be used again.').waitFor()
    await desk.page.goto(`${server.url}/needs-attention`)
    const waits = desk.page.locator('.attention-card', { hasText: 'Anesthesia sheet, new: Before the end' })
    await waits.getByText(/^This was sent by a tablet that was revoked/).waitFor()
    await waits.getByText(/^Tom Technician, /).waitFor()
    await waits.getByRole('button', { name: 'APPROVE' }).click()
    await expect.poll(sheets).toEqual(['Tom Technician'])
    // The species that was pressed for it ended the sheet that was open before; that stays open.
    const ended = desk.page.locator('.attention-card', { hasText: 'Open sheet, deleted: Of Tom' })
    await ended.getByRole('button', { name: 'DISCARD' }).click()
    await desk.page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await desk.page.locator('.attention-card').waitFor({ state: 'hidden' })
    await signIn(page, server.url, TECHNICIAN, password)
    await syncSays(page, 'All sent')
    await page.goto(`${server.url}/patients/canine`)
    await page.locator('.card-title', { hasText: 'Before the end' }).waitFor()
  })

  test('[D2] [D3] what a revoked tablet cannot send is named to who gives it up, and in the action log afterwards', async () => {
    const { page, context } = tablet
    const api = await signInToApi(server.url, LEAD, password)
    await page.goto(`${server.url}/single-draws/canine`)
    await context.setOffline(true)
    await saveDraw(page, { drug: 'Ketamine', procedure: 'Castration', patient: 'Given Up', volume: '0.4' })
    await exitDraw(page)
    const { users } = await api.get<{ users: { _id: string; email: string }[] }>('/organization/users')
    const tom = users.find(({ email }) => email === TECHNICIAN)
    await api.post('/organization/users/delete', { _id: tom?._id })
    const { devices } = await api.get<{ devices: { _id: string; last_user_name: string | null }[] }>(
      '/organization/devices',
    )
    const [toms] = devices.filter(({ last_user_name }) => last_user_name === 'Tom Technician')
    await api.post('/organization/devices/revoke', { _id: toms?._id })
    await context.setOffline(false)

    await page.getByText('1 change could not be sent so far.').waitFor({ timeout: 60_000 })
    await page.getByText('Given Up', { exact: false }).waitFor()
    const ask = page.getByRole('alertdialog', { name: 'Remove the records from this tablet?' })
    await page.getByRole('button', { name: 'REMOVE NOW' }).click()
    await ask.getByText('You have not saved a copy.').waitFor()
    await ask.getByRole('button', { name: 'NO' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'SAVE A COPY' }).click()
    await saved
    await page.getByText('Downloaded the copy').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'REMOVE NOW' }).click()
    await ask.getByText('only in the copy you saved').waitFor()
    await ask.getByRole('button', { name: 'YES' }).click()
    await page.waitForURL(`${server.url}/login`)

    const log = async () =>
      (
        await api.get<{ entries: { user_name: string; message: string }[] }>('/organization/action-log')
      ).entries.filter(({ message }) => message.startsWith('Not sent, and removed'))
    await expect.poll(log).toMatchObject([
      {
        user_name: 'Tom Technician',
        message: expect.stringMatching(/after a copy was saved: .*Ketamine.*Given Up/),
      },
    ])
    await desk.page.goto(`${server.url}/devices`)
    await desk.page.getByText('with them 1 change that could not be sent and was discarded there').waitFor()
  })
})
