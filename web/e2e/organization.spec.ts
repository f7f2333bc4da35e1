import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import type { Page, Route } from 'playwright-core'
import { CONTENTS } from 'sync-protocol/testing/contents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { keptOnDisk } from './kept-on-disk.ts'
import { pdfWords } from './read-paper.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { logOut, signIn, syncSays } from './steps.ts'

const PASSWORD = 'Correct horse 1'
const KEEP_ONE = 'At least one user must manage the organization.'

/** What a zip holds, by name. */
const filesIn = (bytes: Uint8Array) => new Map(Object.entries(unzipSync(bytes)))
const textIn = (files: ReadonlyMap<string, Uint8Array>, name: string) =>
  strFromU8(files.get(name) ?? new Uint8Array())

/** As a browser without a place of its own for files; the whole Chromium has one, and asks its user. */
const withoutPicker = (page: Page) =>
  page.evaluate(() =>
    Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, writable: true }),
  )

interface User {
  _id: string
  name: string
  email: string
  org_perms: number[]
}

describe('the organization', () => {
  let server: Server
  let tablet: Tablet
  let lead: ApiClient

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer({ BACKUP_AT: '02:00' })
    tablet = await openTablet()
    const password = demonstrationPassword(server)
    lead = await signInToApi(server.url, 'lead@demo.test', password)
    await signIn(tablet.page, server.url, 'lead@demo.test', password)
    await tablet.page.getByRole('link', { name: /Manage Organization/ }).click()
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  const users = async () => (await lead.get<{ users: User[] }>('/organization/users')).users
  const user = async (email: string) => (await users()).find((each) => each.email === email)
  const says = (text: string) => tablet.page.getByText(text, { exact: true }).first().waitFor()
  const press = (name: string) => tablet.page.getByRole('button', { name, exact: true }).click()
  const dialog = () => tablet.page.getByRole('dialog')
  const field = (label: string) => dialog().getByLabel(label, { exact: true })
  const row = (name: string) => tablet.page.getByRole('listitem').filter({ hasText: name })
  const edit = (name: string) => row(name).getByRole('button').first().click()
  const create = (email: string) =>
    lead.post('/organization/users/create', {
      name: `User ${email}`,
      email,
      password: PASSWORD,
      confirm_password: PASSWORD,
      org_perms: [1],
    })

  test('[ORG-01..05] shows its name, key and time zone, how many users there may be, and each of them', async () => {
    const { organization } = await lead.get<{
      organization: { name: string; key: string; time_zone: string }
    }>('/organization/information')
    await tablet.page.getByRole('heading', { name: organization.name }).waitFor()
    await says(organization.key)
    await says(organization.time_zone.replaceAll('_', ' '))
    await tablet.page.getByRole('heading', { name: 'User Management' }).waitFor()
    await says('6/50')
    for (const text of ['vera', 'veterinarian@demo.test', 'personal records, records created by others'])
      await row('Vera Veterinarian').getByText(new RegExp(text, 'i')).first().waitFor()
  })

  test('[Q-137] EXPORT ALL DATA makes one zip: every record, the PDFs, the ledger and the log, counted in README.txt', async () => {
    const { page } = tablet
    const _id = crypto.randomUUID()
    const content = { ...CONTENTS.sheets.content, name: 'Žofie', day: '2026-11-20' }
    await lead.push('sheet.save', [{ op: 'create', collection: 'sheets', _id, content }])
    await withoutPicker(page)
    await press('EXPORT ALL DATA')
    await dialog().getByText('1 sheet and 0 balance sheets.', { exact: false }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('button', { name: 'EXPORT', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^All data - Demonstration Clinic - \d\d\.\d\d\.\d{4}\.zip$/)
    const folder = mkdtempSync(join(tmpdir(), 'e2e-zip-'))
    await download.saveAs(join(folder, 'all.zip'))
    const files = filesIn(new Uint8Array(readFileSync(join(folder, 'all.zip'))))
    const readme = textIn(files, 'README.txt')
    expect(readme).toMatch(/^ALL DATA OF Demonstration Clinic\r\n\r\nMade on .+ by Lee Lead\.\r\n/)
    expect(readme).toContain('Nothing is missing.')
    for (const collection of ['drugs', 'procedures', 'sheets']) {
      const there = await lead.records(collection)
      const json = JSON.parse(textIn(files, `json/${collection}.json`)) as { _id: string }[]
      expect(json.map((record) => record._id)).toEqual(there.map((record) => record._id).sort())
      // A line for the columns, and the end of the last one.
      expect(textIn(files, `csv/${collection}.csv`).split('\r\n').length).toBeGreaterThanOrEqual(
        json.length + 2,
      )
      expect(readme).toContain(`csv/${collection}.csv (${json.length} row`)
    }
    writeFileSync(join(folder, 'sheet.pdf'), files.get('pdf/sheets/11.20.2026 - Žofie.pdf') ?? '')
    expect(pdfWords(join(folder, 'sheet.pdf'))).toContain('Žofie')
    const names = [...files.keys()]
    expect(names.filter((name) => /^(ledger|action-log)\//.test(name))).toHaveLength(2)
    await dialog()
      .getByText(/^Downloaded .+\.zip \(.+\)$/)
      .waitFor()
    await dialog().getByRole('button', { name: 'CLOSE', exact: true }).click()
    await expect
      .poll(async () => JSON.stringify(await lead.get('/organization/action-log?')))
      .toContain('Exported all data: All data - Demonstration Clinic')
  })

  test('[ORG-12..25] a new user: each message in order, a duplicate at its field, and one user for two presses', async () => {
    await press('ADD')
    await dialog().getByRole('heading', { name: 'New User' }).waitFor()
    const steps: [label: string, message: string, next: string][] = [
      ['Name', 'Please enter user name.', 'n'.repeat(51)],
      ['Name', 'User name is too long.', 'Nina New'],
      ['Email', 'Please enter email.', `${'e'.repeat(50)}@x`],
      ['Email', 'Email is too long.', ' Veterinarian@demo.test '],
      ['Password', 'Password must be at least eight characers long.', 'p'.repeat(51)],
      ['Password', 'Password is too long.', PASSWORD],
      ['Confirm Password', 'Passwords do not match.', PASSWORD],
    ]
    for (const [label, message, next] of steps) {
      await press('SAVE')
      await says(message)
      expect([label, await field(label).getAttribute('aria-invalid')]).toEqual([label, 'true'])
      expect(await field(label).evaluate((input) => input === document.activeElement)).toBe(true)
      await field(label).fill(next)
      expect(await dialog().locator('.field-error').count()).toBe(0)
    }
    await press('SAVE')
    await says('Must select at least one permitted action.')
    await dialog().getByLabel('drug sections').check()
    await dialog()
      .getByText(/this user cannot open any screen/)
      .waitFor()
    await dialog().getByLabel('personal records').check()
    expect(
      await dialog()
        .getByText(/this user cannot open any screen/)
        .count(),
    ).toBe(0)
    await press('SAVE')
    await says('This email is already registered.')
    expect(await field('Name').inputValue()).toBe('Nina New')
    await field('Email').fill('nina@clinic.test')

    const asked: string[] = []
    const path = '**/organization/users/create'
    await tablet.page.route(path, async (route: Route) => {
      asked.push(route.request().url())
      await route.continue()
    })
    await dialog().getByRole('button', { name: 'SAVE' }).dblclick()
    await dialog().waitFor({ state: 'hidden' })
    await says('7/50')
    await tablet.page.unroute(path)
    expect(asked).toHaveLength(1)
    expect(await user('nina@clinic.test')).toMatchObject({ name: 'Nina New', org_perms: [1, 3] })
    const nina = await signInToApi(server.url, 'nina@clinic.test', PASSWORD)
    expect(nina.user.name).toBe('Nina New')
  })

  test('[ORG-04] a reload keeps what was typed for a new user, but no password; giving it up forgets it', async () => {
    const { page } = tablet
    await press('ADD')
    await field('Name').fill('Rita Reload')
    await field('Password').fill(PASSWORD)
    await field('Email').fill('rita@clinic.test')
    await dialog().getByLabel('drug sections').check()
    const kept = await keptOnDisk(page, '"org_perms":[3]', 'settings')
    expect(kept).not.toContain('Correct horse')
    await page.reload()
    await press('ADD')
    await dialog().getByText('You typed this before and did not save it.').waitFor()
    expect(await field('Name').inputValue()).toBe('Rita Reload')
    expect(await field('Email').inputValue()).toBe('rita@clinic.test')
    expect(await field('Password').inputValue()).toBe('')
    expect(await dialog().getByLabel('drug sections').isChecked()).toBe(true)
    await press('CANCEL')
    await dialog().waitFor({ state: 'hidden' })

    // On a phone a question's answers lie where messages otherwise stand.
    await page.setViewportSize({ width: 390, height: 844 })
    await row('Vera Veterinarian').getByRole('button', { name: 'Delete Vera Veterinarian' }).click()
    await says('User not saved.')
    for (const name of ['YES', 'NO'])
      await page.getByRole('alertdialog').getByRole('button', { name }).click({ trial: true, timeout: 8000 })
    await says('User not saved.')
    await press('NO')
    await row('User not saved.').getByRole('button', { name: 'Dismiss' }).click()
    await page.setViewportSize({ width: 1180, height: 820 })

    await press('ADD')
    expect(await field('Name').inputValue()).toBe('')
    await press('CANCEL')
  })

  test('[ORG-06] [ORG-10] a changed user: name and email stay, permitted actions change; closing keeps what was chosen', async () => {
    await edit('Nina New')
    await dialog().getByRole('heading', { name: 'Edit User' }).waitFor()
    for (const label of ['Name', 'Email']) expect(await field(label).isEditable()).toBe(false)
    expect(await dialog().getByLabel('Password').count()).toBe(0)
    await dialog().getByLabel('personal records').uncheck()
    await dialog().getByLabel('drug sections').uncheck()
    await press('SAVE')
    await says('Must select at least one permitted action.')
    await dialog().getByLabel('organization', { exact: true }).check()
    await press('CANCEL')
    await press('UNDO')
    expect(await dialog().getByLabel('organization', { exact: true }).isChecked()).toBe(true)
    await press('SAVE')
    await dialog().waitFor({ state: 'hidden' })
    await row('Nina New').getByText('organization', { exact: true }).waitFor()
    expect(await user('nina@clinic.test')).toMatchObject({ name: 'Nina New', org_perms: [0] })
  })

  test('a forgotten password: a link that one gives to the user, with which they choose a new one', async () => {
    await edit('Sam Sections')
    await press('MAKE A LINK')
    const address = await dialog().getByLabel('Link for Sam Sections').inputValue()
    expect(address).toMatch(new RegExp(`^${server.url}/reset-password/[\\w-]{64}$`))
    await dialog()
      .getByText(/^Works once, until \d+:\d\d [AP]M\. /)
      .waitFor()
    await press('CANCEL')
    const sams = await openTablet({ isNew: true })
    await sams.page.goto(address)
    await sams.page.getByLabel('Enter New Password').fill('Green lamp 7!')
    await sams.page.getByLabel('Confirm New Password').fill('Green lamp 7!')
    await sams.page.getByLabel('Confirm New Password').press('Enter')
    await sams.page.getByText('Password changed.', { exact: false }).waitFor()
    await sams.close()
    await signInToApi(server.url, 'sections@demo.test', 'Green lamp 7!')

    await edit('Lee Lead')
    await dialog().getByRole('heading', { name: 'Edit User' }).waitFor()
    expect(await dialog().getByRole('button', { name: 'MAKE A LINK' }).count()).toBe(0)
    await press('CANCEL')
  })

  test('[Q-88] nobody takes management from themselves, nor themselves away', async () => {
    await row('Lee Lead').getByRole('button', { name: 'Delete Lee Lead' }).click()
    await tablet.page
      .getByRole('alertdialog')
      .getByText(`${KEEP_ONE} Another user who manages it can delete you.`)
      .waitFor()
    await press('OKAY')
    await edit('Lee Lead')
    await dialog().getByLabel('organization', { exact: true }).uncheck()
    await press('SAVE')
    await says(KEEP_ONE)
    await dialog().getByLabel('organization', { exact: true }).check()
    await press('CANCEL')
    expect(await user('lead@demo.test')).toMatchObject({ org_perms: [0, 1, 2, 3] })
  })

  test('[ORG-07] [ORG-08] deleting asks in the documented words; NO keeps, YES deletes', async () => {
    const question = tablet.page.getByRole('alertdialog', { name: 'Delete Nina New?' })
    for (const answer of ['NO', 'YES']) {
      await row('Nina New').getByRole('button', { name: 'Delete Nina New' }).click()
      await question
        .getByText('Are you sure you want to delete Nina New? Deleted items cannot be retrieved!')
        .waitFor()
      await question.getByRole('button', { name: answer }).click()
      await question.waitFor({ state: 'hidden' })
      expect((await user('nina@clinic.test')) === undefined).toBe(answer === 'YES')
    }
    await says('6/50')
  })

  test('[Q-63] without the server: the form keeps what was typed, and the last list is only shown', async () => {
    const { page } = tablet
    await press('ADD')
    for (const [label, text] of [
      ['Name', 'Olaf Offline'],
      ['Email', 'olaf@clinic.test'],
      ['Password', PASSWORD],
      ['Confirm Password', PASSWORD],
    ] as const)
      await field(label).fill(text)
    await dialog().getByLabel('personal records').check()
    await server.stop()
    await press('SAVE')
    await dialog()
      .getByText(/The server did not answer/)
      .waitFor()
    expect(await field('Password').inputValue()).toBe(PASSWORD)
    await server.restart()
    await press('SAVE')
    await dialog().waitFor({ state: 'hidden' })
    await says('7/50')

    await syncSays(page, 'All sent')
    await server.stop()
    await page.reload()
    await says('The server cannot be reached.')
    await row('Olaf Offline').waitFor()
    expect(await row('Olaf Offline').getByRole('button').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'ADD' }).isDisabled()).toBe(true)

    // Straight to a file that is chosen, out of what this tablet has.
    await syncSays(page, /offline/i)
    await page.evaluate(() => {
      const chosen = async () =>
        (await navigator.storage.getDirectory()).getFileHandle('all.zip', { create: true })
      Object.defineProperty(window, 'showSaveFilePicker', { value: chosen, writable: true })
    })
    await press('EXPORT ALL DATA')
    await dialog()
      .getByText(/The records are as this tablet last read them, on/)
      .waitFor()
    await dialog().getByLabel('Include PDFs').uncheck()
    await dialog().getByRole('button', { name: 'EXPORT', exact: true }).click()
    await dialog().getByText('The ledger: the server could not be reached.').waitFor()
    const bytes = await page.evaluate(async () => {
      const file = await (await navigator.storage.getDirectory()).getFileHandle('all.zip')
      return Array.from(new Uint8Array(await (await file.getFile()).arrayBuffer()))
    })
    const files = filesIn(new Uint8Array(bytes))
    expect(JSON.parse(textIn(files, 'json/sheets.json'))).toHaveLength(1)
    for (const words of [
      'last read them from the server, on',
      'The action log: the server could not',
      'PDFs: the person who exported',
    ])
      expect(textIn(files, 'README.txt')).toContain(words)
    await dialog().getByRole('button', { name: 'CLOSE', exact: true }).click()

    await server.restart()
    await press('TRY AGAIN')
    await row('Olaf Offline').getByRole('button', { name: 'Delete Olaf Offline' }).waitFor()
  })

  test('another program has a key of its own: shown once, refused from the moment it is revoked', async () => {
    const { page } = tablet
    await press('NEW KEY')
    await dialog().getByRole('button', { name: 'MAKE KEY', exact: true }).click()
    await dialog().getByText('Please enter the name of the program.').waitFor()
    await field('Name of the Program').fill('Practice system')
    await dialog().getByRole('button', { name: 'MAKE KEY', exact: true }).click()
    const key = await field('Key of Practice system').inputValue()
    const ask = async () =>
      (await fetch(`${server.url}/new/injections`, { headers: { authorization: key } })).status
    expect(await ask()).toBe(200)
    await dialog().getByRole('button', { name: 'DONE', exact: true }).click()
    await row('Practice system').getByText('Reads records').waitFor()
    expect(await page.content()).not.toContain(key)
    await page.reload()
    await row('Practice system')
      .getByText(/Last used/)
      .waitFor()
    await press('NEW KEY')
    await field('Name of the Program').fill('practice SYSTEM')
    await dialog().getByText('WRITE TOO').click()
    await dialog().getByRole('button', { name: 'MAKE KEY', exact: true }).click()
    await dialog().getByText('Another program has this name.').waitFor()
    await dialog().getByRole('button', { name: 'CANCEL', exact: true }).click()
    await row('Practice system')
      .getByRole('button', { name: /^Revoke/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await says('No program has a key.')
    expect(await ask()).toBe(401)
  })

  test('without the server: no key is shown, and none is made', async () => {
    const { page } = tablet
    let isAway = true
    let asked = 0
    await page.route('**/organization/programs**', (route) => {
      asked++
      return isAway ? route.abort() : route.continue()
    })
    await page.reload()
    await says('The keys cannot be shown without the server.')
    expect(await page.getByRole('button', { name: 'NEW KEY' }).isDisabled()).toBe(true)
    const again = page.getByRole('button', { name: 'TRY AGAIN' })
    await again.waitFor()
    const before = asked
    await again.click()
    await expect.poll(() => asked).toBeGreaterThan(before)
    await says('The keys cannot be shown without the server.')
    isAway = false
    // In one step, since it also asks by itself once the server is there.
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll('button')]
      buttons.find(({ textContent }) => textContent === 'TRY AGAIN')?.click()
    })
    await says('No program has a key.')
    await page.unroute('**/organization/programs**')
  })

  test('how the backups stand: none yet, one that was tested, and why one failed', async () => {
    const { page } = tablet
    const program = join(import.meta.dirname, '../../api/dist/database/backup/backup-command.js')
    const env = { ...process.env, DATA_DIR: server.dataFolder }
    const backUp = () => spawnSync(process.execPath, [program], { env, encoding: 'utf8' })
    const backups = page.getByRole('region', { name: 'Backups' })
    await backups.getByText('No backup was made yet.').waitFor()

    expect(backUp()).toMatchObject({ status: 0, stderr: '' })
    await page.reload()
    await backups
      .getByText(/^Last backup: .*, [\d.]+ [KM]B\. It was restored as a test, and every row was there\.$/)
      .waitFor()
    await backups.getByText(/^The server makes a backup every night and keeps the last 14\./).waitFor()

    const secrets = join(server.dataFolder, 'secrets.json')
    const whole = readFileSync(secrets)
    writeFileSync(secrets, 'broken')
    expect(backUp().status).toBe(1)
    writeFileSync(secrets, whole)
    await page.reload()
    const alarm = backups.getByRole('alert')
    await alarm.getByText(/^The backup failed on /).waitFor()
    await alarm
      .getByText(
        /does not hold this installation's secrets\. Restore it from a copy\. Tell whoever runs the server\./,
      )
      .waitFor()
    await backups.getByText(/^Last backup: /).waitFor()
  })

  test('[Q-87] ADD says why it is off when every place is taken', async () => {
    const { page } = tablet
    const missing = Array.from({ length: 43 }, (_, i) => `seat${i}@clinic.test`)
    for (let at = 0; at < missing.length; at += 8) await Promise.all(missing.slice(at, at + 8).map(create))
    await page.reload()
    await says('50/50')
    const add = page.getByRole('button', { name: 'ADD' })
    expect(await add.isDisabled()).toBe(true)
    await page.getByText('All 50 places are taken.').waitFor()
    await expect(create('one-too-many@clinic.test')).rejects.toThrow('409')
  })

  test('[ROUTE-03] [ROUTE-23] is closed to a holder of 1 only, and where a holder of 0 only lands', async () => {
    const { page } = tablet
    await logOut(page, server.url)
    await signIn(page, server.url, 'technician@demo.test', demonstrationPassword(server))
    await page.getByRole('link', { name: /Create New Anesthesia Sheet/ }).waitFor()
    expect(await page.getByText('Manage Organization').count()).toBe(0)
    await page.goto(`${server.url}/organization`)
    await page.waitForURL(`${server.url}/`)

    await logOut(page, server.url)
    await page.getByLabel('Email').fill('administrator@demo.test')
    await page.getByLabel('Password').fill(demonstrationPassword(server))
    await press('LOG IN')
    await page.waitForURL(`${server.url}/organization`)
    await page.getByRole('heading', { name: 'User Management' }).waitFor()
  })
})
