import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Op } from 'sync-protocol/records/mutation'
import { signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { keptOnDisk } from './kept-on-disk.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  logOut,
  offersDelete,
  pressDelete,
  readyForOffline,
  serverIsBack,
  signIn,
  syncSays,
} from './steps.ts'

const TECHNICIAN = 'technician@demo.test'
const NOTES = 'Clip from the xiphoid to the pubis, scrub three times, and keep the patient warm.'

const card = (page: Page, name: string) =>
  page.locator('.card', { has: page.locator('.card-title', { hasText: name }) })
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label)
const press = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).click()
const dialogGone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'hidden' })
const counted = (page: Page, words: string) =>
  page.locator('.record-list-count', { hasText: words }).waitFor()

async function chooseFrom(page: Page, dropdown: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${dropdown}$`) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/**
 * Presses a button that closes a dialog, and the same place again a fifth of a second later by the browser's own clock, however
 * slow this machine is. Gives how many presses reached the page; a later one opens the record that lies there.
 */
async function pressTwice(page: Page, button: Locator, dialog: Locator): Promise<number> {
  // Where it stands once the dialog has come to rest.
  await button.click({ trial: true })
  const box = await button.boundingBox()
  if (box === null) throw new Error('The button is not on the screen.')
  const place = {
    x: box.x + box.width / 2,
    // Its middle lies over the gap between two cards.
    y: box.y + box.height / 5,
    button: 'left',
    clickCount: 1,
  } as const
  const cdp = await page.context().newCDPSession(page)
  const start = Date.now() / 1000
  const pressAt = async (seconds: number) => {
    const timestamp = start + seconds
    await cdp.send('Input.dispatchMouseEvent', { ...place, type: 'mousePressed', timestamp })
    await cdp.send('Input.dispatchMouseEvent', { ...place, type: 'mouseReleased', timestamp })
  }
  await page.evaluate(() => {
    document.body.dataset['reached'] = '0'
    document.addEventListener('click', () => {
      document.body.dataset['reached'] = String(Number(document.body.dataset['reached']) + 1)
    })
  })
  await pressAt(0)
  await dialog.waitFor({ state: 'hidden' })
  await pressAt(0.2)
  const reached = await page.evaluate(() => Number(document.body.dataset['reached']))
  await pressAt(1)
  await page.getByRole('dialog').waitFor()
  await cdp.detach()
  return reached
}

async function addProcedure(page: Page, name: string, notes: string): Promise<void> {
  await press(page, 'ADD')
  await field(page, 'Procedure Name').fill(name)
  await field(page, 'Procedure Notes').fill(notes)
  await press(page, 'SAVE')
  await dialogGone(page)
}

const creating = (collection: 'injections' | 'procedures', name: string, more: object = {}): Op => ({
  op: 'create',
  collection,
  _id: randomUUID(),
  content: { species: 0, name, ...more },
})

describe('the libraries of injections and procedures', () => {
  let server: Server
  let password: string
  let lead: ApiClient
  let technician: ApiClient
  let tablet: Tablet
  /** Another tablet, of a holder of 2. */
  let other: Tablet

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    lead = await signInToApi(server.url, 'lead@demo.test', password)
    technician = await signInToApi(server.url, TECHNICIAN, password)
    tablet = await openTablet()
    await signIn(tablet.page, server.url, TECHNICIAN, password)
    await readyForOffline(tablet.page)
  })
  afterAll(async () => {
    await tablet.close()
    await other?.close()
    await server.stop()
  })

  const open = (page: Page, path: string) => page.goto(`${server.url}${path}`)
  const titles = (page: Page) => page.locator('.card-title').allTextContents()
  const namesOn = async (collection: string) =>
    (await lead.records(collection))
      .filter(({ content }) => content?.['species'] === 0)
      .map(({ content }) => String(content?.['name']))

  test('[INJ-02] [INJ-04] [INJ-05] without a network: a wrong name is told at the field, what is typed survives a reload, and is saved', async () => {
    const { page, context } = tablet
    await open(page, '/injections/canine')
    await page.getByRole('heading', { name: 'Miscellaneous Canine Injections' }).waitFor()
    await context.setOffline(true)
    await press(page, 'ADD')
    await page.getByRole('dialog', { name: 'New Canine Injection' }).waitFor()
    await press(page, 'SAVE')
    await page.getByText('Please enter the injection name.').waitFor()
    expect(await field(page, 'Injection Name').evaluate((input) => input === document.activeElement)).toBe(
      true,
    )
    await field(page, 'Injection Name').fill('x'.repeat(51))
    expect(await page.getByText('Please enter the injection name.').count()).toBe(0)
    await press(page, 'SAVE')
    await page.getByText('Your injection name is too long.').waitFor()
    await field(page, 'Injection Name').fill('Maropitant 10 mg')
    // Kept with each key, so that this is what the tablet's database holds.
    await keptOnDisk(page, 'Maropitant 10 mg')
    await page.reload()
    await page.getByText('The new injection Maropitant 10 mg is not saved yet.').waitFor()
    await press(page, 'CONTINUE')
    expect(await field(page, 'Injection Name').inputValue()).toBe('Maropitant 10 mg')
    await press(page, 'SAVE')
    await dialogGone(page)
    await card(page, 'Maropitant 10 mg').getByText('Not sent yet').waitFor()
    await card(page, 'Maropitant 10 mg').getByText('TOM TECHNICIAN').waitFor()
    expect(await page.getByText('is not saved yet').count()).toBe(0)
    await page.reload()
    await card(page, 'Maropitant 10 mg').waitFor()
  })

  test('[PROC-03] [PROC-04] [LIST-10] procedures: notes on cards, and the search by name, author and date', async () => {
    const { page } = tablet
    await open(page, '/procedures/canine')
    await addProcedure(page, 'Spay of a large dog', NOTES)
    await addProcedure(page, 'Spay without notes', '   ')
    await card(page, 'Spay of a large dog')
      .getByText(`${NOTES.slice(0, 50)}…`, { exact: true })
      .waitFor()
    await card(page, 'Spay without notes').getByText('N/A', { exact: true }).waitFor()
    const search = page.getByRole('searchbox')
    await search.fill('LARGE spay')
    await counted(page, '1 procedure')
    expect(await titles(page)).toEqual(['Spay of a large dog'])
    await chooseFrom(page, 'Search By', 'Author')
    expect(await search.getAttribute('placeholder')).toBe('Search by author name')
    await search.fill('technic')
    await counted(page, '2 procedures')
    await chooseFrom(page, 'Search By', 'Date')
    expect(await search.getAttribute('placeholder')).toBe('Search by MM/DD/YYYY')
    await search.fill('01/01/2001')
    await page.getByText('Nothing matches this search.').waitFor()
    await press(page, 'CLEAR SEARCH')
    const day = /(\d\d)\/(\d\d)\/\d\d(\d\d)/.exec(await card(page, 'Spay without notes').innerText())
    await search.fill(`${Number(day?.[1])}/${Number(day?.[2])}/${day?.[3]}`)
    await card(page, 'Spay without notes').waitFor()
    await search.fill('')
  })

  test('[SAVED-07] without a network: editing, deleting with UNDO, and deleting several at once', async () => {
    const { page } = tablet
    await chooseFrom(page, 'Search By', 'Name')
    await card(page, 'Spay of a large dog').locator('.card-title').click()
    await page.getByRole('dialog', { name: 'Edit Spay of a large dog (Canine)' }).waitFor()
    await field(page, 'Procedure Name').fill('Spay of a giant dog')
    await press(page, 'CANCEL')
    await dialogGone(page)
    await press(page, 'UNDO')
    expect(await field(page, 'Procedure Name').inputValue()).toBe('Spay of a giant dog')
    await press(page, 'SAVE')
    await dialogGone(page)
    await card(page, 'Spay of a giant dog').getByText('Edited').waitFor()
    // What is saved after it was given up is not offered back.
    const procedure = (name: string) => card(page, name).locator('.card-title')
    await procedure('Spay of a giant dog').click()
    await field(page, 'Procedure Name').fill('Spay of no dog')
    await press(page, 'CANCEL')
    await dialogGone(page)
    await page.getByText('What you typed was not saved.').waitFor()
    await procedure('Spay of a giant dog').click()
    await field(page, 'Procedure Name').fill('Spay of a giant dog ')
    await field(page, 'Procedure Notes').fill(`${NOTES} Twice.`)
    await press(page, 'SAVE')
    await dialogGone(page)
    expect(await page.getByText('What you typed was not saved.').count()).toBe(0)

    await pressDelete(page, 'Spay of a giant dog')
    const question = page.getByRole('alertdialog', { name: 'Delete Spay of a giant dog?' })
    expect(await pressTwice(page, question.getByRole('button', { name: 'NO' }), question)).toBe(1)
    await page.keyboard.press('Escape')
    await dialogGone(page)
    await pressDelete(page, 'Spay of a giant dog')
    await question.getByRole('button', { name: 'YES' }).click()
    await card(page, 'Spay of a giant dog').waitFor({ state: 'hidden' })
    await press(page, 'UNDO')
    await card(page, 'Spay of a giant dog')
      .getByText(`${NOTES.slice(0, 50)}…`)
      .waitFor()

    await addProcedure(page, 'For deletion 1', '')
    await addProcedure(page, 'For deletion 2', '')
    await page.getByRole('checkbox', { name: 'Select For deletion 1' }).press('Space')
    await page.getByRole('checkbox', { name: 'Select For deletion 2' }).press('Space')
    await counted(page, '2 SELECTED')
    await press(page, 'Delete selected')
    await page
      .getByRole('alertdialog', { name: 'Delete 2 Procedures?' })
      .getByRole('button', { name: 'YES' })
      .click()
    await card(page, 'For deletion 1').waitFor({ state: 'hidden' })
    await card(page, 'For deletion 2').waitFor({ state: 'hidden' })
    await page.reload()
    await card(page, 'Spay of a giant dog').waitFor()
    expect(await page.getByText('For deletion').count()).toBe(0)
  })

  test('[D2] back online all of it is on the server once, and on another tablet', async () => {
    const { page, context } = tablet
    await context.setOffline(false)
    await syncSays(page, 'All sent')
    expect(await page.getByText('Not sent yet').count()).toBe(0)
    const procedures = await namesOn('procedures')
    expect(procedures.filter((name) => name.startsWith('Spay '))).toHaveLength(2)
    expect(procedures.some((name) => name.startsWith('For deletion'))).toBe(false)
    expect((await namesOn('injections')).filter((name) => name === 'Maropitant 10 mg')).toHaveLength(1)
    const blank = (await lead.records('procedures')).find(
      ({ content }) => content?.['name'] === 'Spay without notes',
    )
    expect(blank?.content).not.toHaveProperty('notes')
    other = await openTablet({ width: 820, height: 1180 })
    await signIn(other.page, server.url, 'veterinarian@demo.test', password)
    await open(other.page, '/injections/canine')
    await card(other.page, 'Maropitant 10 mg').getByText('TOM TECHNICIAN').waitFor()
  })

  test('[LIST-06] what comes from elsewhere appears by itself, and moves nothing that is read, chosen or typed', async () => {
    const { page } = other
    const many = Array.from({ length: 60 }, (_, n) =>
      creating('injections', `Vaccine ${String(n + 1).padStart(2, '0')}`),
    )
    await lead.push('injection.create', many)
    await serverIsBack(page)
    await counted(page, `${(await namesOn('injections')).length} injections`)
    // Sorted by name, so that what comes stands above what is read.
    await chooseFrom(page, 'Sort', 'Name')
    await chooseFrom(page, 'Order', 'Ascending')
    await page.locator('.virtual-list').evaluate((list) => list.scrollTo(0, 1450))
    await card(page, 'Vaccine 30').waitFor()
    await page.getByRole('checkbox', { name: 'Select Vaccine 30' }).press('Space')
    await page.getByRole('checkbox', { name: 'Select Vaccine 31' }).press('Space')
    await counted(page, '2 SELECTED')
    const place = async () => (await card(page, 'Vaccine 30').boundingBox())?.y
    const before = await place()
    const shown = () => page.locator('.virtual-row').first().getAttribute('aria-setsize')
    const total = Number(await shown())
    await lead.push('injection.create', [
      creating('injections', 'AAA first'),
      creating('injections', 'AAB second'),
    ])
    await serverIsBack(page)
    await expect.poll(shown).toBe(String(total + 2))
    expect(await place()).toBe(before)
    await lead.push(
      'injection.delete',
      many.slice(0, 3).map(({ collection, _id }): Op => ({
        op: 'delete',
        collection: collection as 'injections',
        _id,
        base: 1,
      })),
    )
    await serverIsBack(page)
    await expect.poll(shown).toBe(String(total - 1))
    expect(await place()).toBe(before)
    await counted(page, '2 SELECTED')
    // Left and come back to, the list stands where it stood.
    await open(page, '/injections/canine')
    await counted(page, `${total - 1} injections`)
  })

  test('[M3] an open form is not disturbed by a change from elsewhere: it says so, and saving overwrites nothing', async () => {
    const { page } = other
    const op = creating('injections', 'Carprofen')
    await lead.push('injection.create', [op])
    await serverIsBack(page)
    await card(page, 'Carprofen').locator('.card-title').click()
    await field(page, 'Injection Name').fill('Carprofen typed here')
    await lead.push('injection.update', [
      {
        op: 'update',
        collection: 'injections',
        _id: op._id,
        base: 1,
        set: { name: 'Carprofen from elsewhere' },
        was: { name: 'Carprofen', species: 0 },
      },
    ])
    await serverIsBack(page)
    await page.getByText(/^Changed by Lee Lead while you had it open, .* [AP]M\.$/).waitFor()
    expect(await field(page, 'Injection Name').inputValue()).toBe('Carprofen typed here')
    await press(page, 'SAVE')
    await dialogGone(page)
    await card(page, 'Carprofen from elsewhere').waitFor()
    await syncSays(page, '1 needs attention')
    await open(page, '/needs-attention')
    await page.getByRole('button', { name: 'Keep the current version' }).click()
    await page.getByText('Injection: Carprofen from elsewhere. The current version stays.').waitFor()
    await page.getByText('Nothing needs attention').waitFor()
    expect(await namesOn('injections')).toContain('Carprofen from elsewhere')
  })

  test('[LIST-15] [LIST-16] [LIST-21] the record of somebody else is only viewed, and the server refuses a change of it', async () => {
    const { page } = tablet
    await open(page, '/injections/canine')
    await card(page, 'Carprofen from elsewhere').locator('.card-title').click()
    const dialog = page.getByRole('dialog', { name: 'View Carprofen from elsewhere (Canine)' })
    await dialog.getByRole('button', { name: 'CLOSE', exact: true }).waitFor()
    expect(await dialog.getByRole('button', { name: 'SAVE' }).count()).toBe(0)
    expect(await field(page, 'Injection Name').isEditable()).toBe(false)
    await press(page, 'CLOSE')
    await dialogGone(page)
    expect(await offersDelete(card(page, 'Carprofen from elsewhere'))).toBe(false)
    await page.getByRole('searchbox').fill('r')
    await card(page, 'Maropitant 10 mg').waitFor()
    await page.getByRole('checkbox', { name: 'Select Carprofen from elsewhere' }).press('Space')
    await page.getByRole('checkbox', { name: 'Select Maropitant 10 mg' }).press('Space')
    await press(page, 'Delete selected')
    await page
      .getByText(
        "We cannot delete the selected injections because one or more are owned by other members of your organization, and you don't have permissions to delete their records.",
      )
      .waitFor()
    await press(page, 'OKAY')
    const foreign = (await lead.records('injections')).find(
      ({ content }) => content?.['name'] === 'Carprofen from elsewhere',
    )
    await expect(
      technician.push('injection.delete', [
        { op: 'delete', collection: 'injections', _id: foreign?._id ?? '', base: 2 },
      ]),
    ).rejects.toThrow(/"code":"forbidden"/)
    expect(await namesOn('injections')).toContain('Carprofen from elsewhere')
    await open(page, '/needs-attention')
    const entry = page.getByRole('article').filter({ hasText: 'Injection, deleted' })
    await entry.waitFor()
    // Without the permission it would only be refused again.
    await entry.getByText('Unchanged, it is refused again.').waitFor()
    expect(await entry.getByRole('button').allTextContents()).toEqual(['COPY', 'DISCARD'])
    await entry.getByRole('button', { name: 'DISCARD' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await page.getByText('Nothing needs attention').waitFor()
    await syncSays(page, 'All sent')
  })

  test('[Q-60] a change that the server refuses keeps its text, is reopened with it, and is saved once it may be', async () => {
    const { page, context } = tablet
    const { users } = await lead.get<{ users: { _id: string; email: string }[] }>('/organization/users')
    const _id = users.find(({ email }) => email === TECHNICIAN)?._id ?? ''
    const allow = (org_perms: number[]) => lead.post('/organization/users/update', { _id, org_perms })
    await lead.push('procedure.create', [
      creating('procedures', 'Dental of the clinic', { notes: 'As ever.' }),
    ])
    await allow([1, 2])
    // Home asks the server for the permissions of this moment.
    await open(page, '/')
    await page.waitForFunction(() => localStorage.getItem('profile')?.includes('[1,2]'))
    await open(page, '/procedures/canine')
    await card(page, 'Dental of the clinic').waitFor()
    await context.setOffline(true)
    await card(page, 'Dental of the clinic').locator('.card-title').click()
    await field(page, 'Procedure Notes').fill('Typed in the treatment room.')
    await press(page, 'SAVE')
    await dialogGone(page)
    await card(page, 'Dental of the clinic').getByText('Typed in the treatment room.').waitFor()
    await allow([1])
    await context.setOffline(false)
    await syncSays(page, '1 needs attention')
    await card(page, 'Dental of the clinic').getByText('As ever.').waitFor()

    await open(page, '/')
    await page.waitForFunction(() => localStorage.getItem('profile')?.includes('[1]'))
    await open(page, '/needs-attention')
    const entry = page.getByRole('article').filter({ hasText: 'Procedure, edited' })
    await entry.getByText('Typed in the treatment room.').waitFor()
    await press(page, 'REOPEN')
    await page.waitForURL(`${server.url}/procedures/canine`)
    await page.getByText('You are not allowed to change this record now.').waitFor()
    expect(await field(page, 'Procedure Notes').inputValue()).toBe('Typed in the treatment room.')
    await press(page, 'CLOSE')
    await dialogGone(page)

    await allow([1, 2])
    await open(page, '/')
    await page.waitForFunction(() => localStorage.getItem('profile')?.includes('[1,2]'))
    await open(page, '/needs-attention')
    await press(page, 'REOPEN')
    await page.getByRole('dialog', { name: 'Edit Dental of the clinic (Canine)' }).waitFor()
    expect(await field(page, 'Procedure Notes').inputValue()).toBe('Typed in the treatment room.')
    await press(page, 'SAVE')
    await dialogGone(page)
    await syncSays(page, 'All sent')
    const saved = (await lead.records('procedures')).find(
      ({ content }) => content?.['name'] === 'Dental of the clinic',
    )
    expect(saved?.content?.['notes']).toBe('Typed in the treatment room.')
    await open(page, '/needs-attention')
    await page.getByText('Nothing needs attention').waitFor()
  })

  test('[LIST-14] on a shared tablet nobody sees, or takes back, what another typed', async () => {
    const { page } = tablet
    await open(page, '/injections/canine')
    await press(page, 'ADD')
    await field(page, 'Injection Name').fill('Half typed by Tom')
    await keptOnDisk(page, 'Half typed by Tom')
    await page.reload()
    await page.getByText('The new injection Half typed by Tom is not saved yet.').waitFor()

    await logOut(page, server.url)
    await signIn(page, server.url, 'lead@demo.test', password)
    await open(page, '/injections/canine')
    await page.locator('.card').first().waitFor()
    await press(page, 'ADD')
    expect(await field(page, 'Injection Name').inputValue()).toBe('')
    expect(await page.getByText('Half typed by Tom').count()).toBe(0)
    await field(page, 'Injection Name').fill('Given up by Lee')
    await press(page, 'CANCEL')
    await dialogGone(page)
    await page.getByRole('button', { name: 'UNDO', exact: true }).waitFor()

    // Without a reload, which would take the message away by itself.
    await press(page, 'LOG OUT')
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await page.getByLabel('Password').waitFor()
    // It would go by itself after ten seconds.
    await page.getByRole('button', { name: 'UNDO', exact: true }).waitFor({ state: 'hidden', timeout: 6_000 })
    await signIn(page, server.url, TECHNICIAN, password)
    await open(page, '/injections/canine')
    await page.getByText('The new injection Half typed by Tom is not saved yet.').waitFor()
  })
})
