import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { uuidv7 } from 'sync-protocol/records/uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raggedStrikes } from './accessibility-measures.ts'
import { signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { beginDraw, chooseProcedure, exitDraw, saveDraw } from './draw-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { keptOnDisk } from './kept-on-disk.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { describedBy, offersDelete, readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

const TECHNICIAN = 'technician@demo.test'
const DRUG = 'Butorphanol'
const LEAVE = 'Are you sure you want to leave? Any unsaved changes will be lost.'

const card = (page: Page, words: string) => page.locator('.card', { hasText: words })
const press = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).click()
const counted = (page: Page, words: string) =>
  page.locator('.record-list-count', { hasText: words }).waitFor()
const volume = (page: Page) => page.getByLabel('Volume Administered (ml)')

/** SAVE shows this message, at the field that has the focus then. */
async function refused(page: Page, message: string): Promise<void> {
  await press(page, 'SAVE')
  await page.getByText(message, { exact: true }).waitFor()
  const focused = page.locator('[role=dialog] :focus')
  expect(await focused.evaluate((field) => field.matches('[aria-invalid], [data-invalid]'))).toBe(true)
}

describe('single draws', () => {
  let server: Server
  let lead: ApiClient
  let password: string
  let tablet: Tablet

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    lead = await signInToApi(server.url, 'lead@demo.test', password)
    tablet = await openTablet()
    await signIn(tablet.page, server.url, TECHNICIAN, password)
    await readyForOffline(tablet.page)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  const open = (page: Page) => page.goto(`${server.url}/single-draws/canine`)
  const drawn = async () =>
    (await lead.records('draws')).map(({ content }) => {
      const about = content?.['sheet_data'] as Record<string, unknown>
      return [about['patient_name'], content?.['drug_volume'], content?.['sheet_id']]
    })

  test('[DRAW-05] [DRAW-13] [DRAW-21..28] without a network: the drug first, then each message in its order, at its field', async () => {
    const { page, context } = tablet
    await open(page)
    await page.getByRole('heading', { name: 'Canine Single Draws', exact: true }).waitFor()
    await page.getByText('No canine single draws yet').waitFor()
    await context.setOffline(true)
    await beginDraw(page, DRUG)
    const dialog = page.getByRole('dialog', { name: 'New Canine Single Draw' })
    await dialog.getByText('Canine', { exact: true }).waitFor()
    await dialog.getByText('10 mg/ml').waitFor()
    await refused(page, 'Please select a procedure.')
    await chooseProcedure(page, 'Castration')
    expect(await page.getByText('Please select a procedure.').count()).toBe(0)
    await refused(page, 'Please enter the patient name.')
    await page.getByLabel('Patient Name').fill('x'.repeat(51))
    await refused(page, 'Your patient name is too long.')
    await page.getByLabel('Patient Name').fill('Rex')
    await page.getByLabel(/^Patient ID/).fill('x'.repeat(51))
    await refused(page, 'Your patient ID is too long.')
    await page.getByLabel(/^Patient ID/).fill('A-17')
    await refused(page, 'Volume administered is required.')
    for (const [typed, message] of [
      ['1,5', 'Volume administered must be a valid number.'],
      ['0', 'Volume administered must be greater than zero.'],
      ['0.004', 'Volume administered 0.004 would be saved as 0, another amount. Only 2 decimals are kept.'],
      ['100000.01', 'Volume administered is too large.'],
    ] as const) {
      await volume(page).fill(typed)
      await refused(page, message)
      await volume(page).fill('')
      expect(await page.getByText(message, { exact: true }).count()).toBe(0)
    }
    await volume(page).fill('0.126')
    await page.getByText('Will be saved as 0.13 ml, with 2 decimals.').waitFor()
  })

  test('[DRAW-09] a reload in the middle loses nothing', async () => {
    const { page } = tablet
    // Kept with each key: this is what the tablet's database holds.
    await keptOnDisk(page, '0.126')
    await page.reload()
    await page.getByText('The new single draw for Rex is not saved yet.').waitFor()
    await press(page, 'CONTINUE')
    expect(await volume(page).inputValue()).toBe('0.126')
    expect(await page.getByLabel(/^Patient ID/).inputValue()).toBe('A-17')
    await page.getByRole('button', { name: /^Press to Change Procedure Castration/ }).waitFor()
  })

  test('[DRAW-10] [DRAW-12] [Q-112] SAVED with a check mark; a second record only after YES, and never two by two presses', async () => {
    const { page } = tablet
    await page.getByRole('button', { name: 'SAVE', exact: true }).dblclick()
    const again = page.getByRole('alertdialog', { name: 'Save Again?' })
    await page.getByRole('button', { name: 'SAVED', exact: true }).waitFor()
    // The second of the two presses may have come after the first one's save: then it asks.
    if (!(await again.isVisible())) await press(page, 'SAVED')
    await again.getByText('Are you ready to save this single draw again?').waitFor()
    await again.getByRole('button', { name: 'NO' }).click()
    await again.waitFor({ state: 'hidden' })
    await page.getByLabel('Patient Name').fill('Rex again')
    await press(page, 'SAVE')
    await again.getByRole('button', { name: 'YES' }).dblclick()
    await page.getByRole('button', { name: 'SAVED', exact: true }).waitFor()
    // What was saved is said, not what was typed.
    await page.getByText(/^Saved: 0\.13 ml .* for Rex again\.$/).waitFor({ state: 'attached' })
    await page.getByText('Saved as 0.13 ml, with 2 decimals.').waitFor()
    await exitDraw(page)
    await counted(page, '2 single draws')
    await card(page, 'Rex again').getByText('Not sent yet').waitFor()
    expect(await page.locator('.card').first().textContent()).toContain('0.13 ml')
    expect(await page.getByText('is not saved yet').count()).toBe(0)
  })

  test('[DRAW-16] leaving unsaved asks: NO stays, YES gives it up, also by going back', async () => {
    const { page } = tablet
    await press(page, 'Return to Home')
    await page.getByRole('button', { name: /^Create and View Single Draws/ }).click()
    await press(page, 'Canine')
    await beginDraw(page, DRUG)
    await page.getByLabel('Patient Name').fill('Given up')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog').filter({ hasText: LEAVE })
    const no = question.getByRole('button', { name: 'NO' })
    await no.click({ trial: true })
    const place = (await no.boundingBox())!
    const pressNo = () => page.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
    await pressNo()
    await question.waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Patient Name').inputValue()).toBe('Given up')
    // So soon that without the step back between them the second press would be the first one's second half.
    await page.evaluate(() => history.back())
    await question.waitFor()
    await pressNo()
    await question.waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Patient Name').inputValue()).toBe('Given up')
    await press(page, 'CANCEL')
    await question.getByRole('button', { name: 'YES' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await counted(page, '2 single draws')
    await page.reload()
    await counted(page, '2 single draws')
    expect(await page.getByText('is not saved yet').count()).toBe(0)
  })

  test('[DRAW-15] [DRAW-30] [D2] back online each is on the server once; a second tablet reads it, and voids it with a reason', async () => {
    const { page, context } = tablet
    await context.setOffline(false)
    await syncSays(page, 'All sent')
    const made = await drawn()
    expect(made).toHaveLength(2)
    expect(made).toEqual(
      expect.arrayContaining([
        ['Rex', 0.13, '-'],
        ['Rex again', 0.13, '-'],
      ]),
    )
    const other = await openTablet({ width: 820, height: 1180 })
    try {
      await signIn(other.page, server.url, 'veterinarian@demo.test', password)
      await open(other.page)
      await card(other.page, 'Rex again').locator('.card-words').click()
      const viewer = other.page.getByRole('dialog', { name: 'Canine Single Draw' })
      for (const words of [
        '0.13 ml',
        `${DRUG} 10 mg/ml`,
        'A-17',
        'Castration',
        'INJECTION',
        'Tom Technician',
      ])
        await viewer.getByText(words).waitFor()
      expect(await viewer.getByRole('textbox').count()).toBe(0)
      await viewer.getByRole('button', { name: 'DELETE' }).click()
      const question = other.page.getByRole('alertdialog', { name: 'Delete Single Draw?' })
      await question.getByRole('button', { name: 'YES' }).click()
      await question.getByText('Please enter the reason.').waitFor()
      await question.getByRole('button', { name: 'Entered twice' }).click()
      await question.getByRole('button', { name: 'YES' }).click()
      await counted(other.page, '1 single draw')
      await other.page.getByLabel('Show voided').press('Space')
      await card(other.page, 'Rex again')
        .getByText(/Voided by Vera Veterinarian, .*: Entered twice/)
        .waitFor()
      expect(await other.page.evaluate(raggedStrikes)).toEqual([])
      await syncSays(other.page, 'All sent')
    } finally {
      await other.close()
    }
    await counted(page, '1 single draw')
    expect(await page.getByLabel('Show voided').count()).toBe(0)
    // On a phone six of them have room.
    const size = page.viewportSize() ?? { width: 1180, height: 820 }
    await page.setViewportSize({ width: 390, height: 844 })
    const height = () => page.locator('.card').evaluate((row) => row.getBoundingClientRect().height)
    await expect.poll(height).toBeLessThanOrEqual(100)
    await page.setViewportSize(size)
    const kept = await lead.records('draws')
    const reasons = kept.map(({ voided }) => (voided as { reason?: string } | undefined)?.reason)
    expect(reasons).toHaveLength(2)
    expect(reasons).toEqual(expect.arrayContaining(['Entered twice', undefined]))
  })

  test("[DRAW-33] [PERM-08] the draws of others: read, not deleted, and several at once are refused with 'OKAY'", async () => {
    const { page } = tablet
    const [own] = (await lead.records('draws')).filter(({ voided }) => voided === undefined)
    if (own === undefined) throw new Error('There is no draw.')
    const content = { ...own.content, drug_volume: 4 } as never
    await lead.push('draw.create', [{ op: 'create', collection: 'draws', _id: crypto.randomUUID(), content }])
    await counted(page, '2 single draws')
    const foreign = card(page, 'LEE LEAD')
    expect(await offersDelete(foreign)).toBe(false)
    await foreign.locator('.card-words').click()
    const viewer = page.getByRole('dialog', { name: 'Canine Single Draw' })
    await viewer.getByText('4 ml').waitFor()
    expect(await viewer.getByRole('button', { name: 'DELETE' }).count()).toBe(0)
    await viewer.getByRole('button', { name: 'CLOSE', exact: true }).click()
    await viewer.waitFor({ state: 'hidden' })
    await page.getByRole('checkbox', { name: 'Select all' }).press('Space')
    await press(page, 'Delete selected')
    const conflict = page.getByRole('alertdialog', { name: 'Cannot Delete Single Draws' })
    await conflict.getByRole('button', { name: 'OKAY' }).click()
    await conflict.waitFor({ state: 'hidden' })
    await page.getByRole('checkbox', { name: 'Select all' }).press('Space')
    expect((await lead.records('draws')).filter(({ voided }) => voided === undefined)).toHaveLength(2)
  })

  test('[Q-112] one form in two windows is one record, and a second only after YES', async () => {
    const { page, context } = tablet
    await beginDraw(page, DRUG)
    await chooseProcedure(page, 'Castration')
    await page.getByLabel('Patient Name').fill('Twin')
    await volume(page).fill('1')
    const other = await context.newPage()
    await open(other)
    await other.getByText('The new single draw for Twin is not saved yet.').waitFor()
    await press(other, 'CONTINUE')
    expect(await volume(other).inputValue()).toBe('1')
    await press(page, 'SAVE')
    await page.getByRole('button', { name: 'SAVED', exact: true }).waitFor()
    await volume(other).fill('1.5')
    await press(other, 'SAVE')
    const again = other.getByRole('alertdialog', { name: 'Save Again?' })
    await again.getByRole('button', { name: 'YES' }).click()
    await other.getByRole('button', { name: 'SAVED', exact: true }).waitFor()
    await exitDraw(other)
    await counted(other, '4 single draws')
    expect(await other.getByText('is not saved yet').count()).toBe(0)
    await syncSays(other, 'All sent')
    await other.close()
    await exitDraw(page)
    expect((await drawn()).filter(([patient]) => patient === 'Twin')).toHaveLength(2)
  })

  test('[Q-15] what the volume is in mg/kg is said where the weight is known, and nothing of it keeps from saving', async () => {
    const { page } = tablet
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
    const drug = { name: DRUG, concentration: 10, dosage: 0.2, volume: 0.24, route: 'IM' }
    const content = {
      species: 0,
      procedure: 'Dental',
      anesthesia_protocol: { name: 'Dental', sections: [{ title: 'Opioid', drugs: [drug] }], fluids: [] },
      name: 'Bella',
      patient_id: 'B-7',
      weight: 12,
      weight_units: 'kg',
      outcome: 'N/A',
      injections: [],
      day,
    }
    const sheet = {
      op: 'create',
      collection: 'sheets',
      _id: uuidv7(Date.now(), randomBytes(16)),
      content,
    } as const
    await lead.push('sheet.save', [sheet])
    const said = (words: string) => page.locator('.guard-line').getByText(words, { exact: true })
    await beginDraw(page, DRUG)
    await volume(page).fill('21')
    await said('More than 20 ml: more than one syringe.').waitFor()
    await volume(page).fill('2.4')
    await said('More than 20 ml: more than one syringe.').waitFor({ state: 'detached' })
    await page.getByLabel('Patient Name').fill('Bella')
    await page.getByLabel(/^Patient ID/).fill('b-7')
    const point = 'Ten times the usual 0.2 mg/kg. Is the point in the right place?'
    const when = `${day.slice(5, 7)}/${day.slice(8)}`
    await said(point).waitFor()
    await said('5 times the highest, 0.4 mg/kg.').waitFor()
    await said(`That is 2 mg/kg at 12 kg, weighed ${when}.`).waitFor()
    expect(await describedBy(volume(page))).toContain(`Warning: ${point}`)
    // By her name alone it may be another Bella.
    await page.getByLabel(/^Patient ID/).fill('')
    await page.locator('.guard-line').first().waitFor({ state: 'detached' })
    await page.getByLabel(/^Patient ID/).fill('b-7')
    await chooseProcedure(page, 'Castration')
    await press(page, 'SAVE')
    await page.getByRole('button', { name: 'SAVED', exact: true }).waitFor()
    await said(point).waitFor()
    await volume(page).fill('0.24')
    await said(`That is 0.2 mg/kg at 12 kg, weighed ${when}.`).waitFor()
    expect(await page.locator('.guard-line').count()).toBe(1)
    await volume(page).fill('2.4')
    await exitDraw(page)
    await syncSays(page, 'All sent')
    const made = (await drawn()).filter(([patient]) => patient === 'Bella')
    expect(made).toEqual([['Bella', 2.4, '-']])
  })

  test('[P8] one that waits for approval reopens in its form, and is saved from there once', async () => {
    const { page, context } = tablet
    const { users } = await lead.get<{ users: { _id: string; email: string }[] }>('/organization/users')
    const _id = users.find(({ email }) => email === TECHNICIAN)?._id ?? ''
    await context.setOffline(true)
    await saveDraw(page, { drug: DRUG, procedure: 'Castration', patient: 'Parked', volume: '2' })
    await lead.post('/organization/users/update', { _id, org_perms: [0] })
    await context.setOffline(false)
    const waiting = async () =>
      (await lead.records('attention')).filter(({ content }) => content?.['settled'] === undefined).length
    await expect.poll(waiting).toBe(1)
    await page.getByText('The server did not accept this draw.').waitFor()
    await exitDraw(page)
    await lead.post('/organization/users/update', { _id, org_perms: [1] })
    await page.goto(`${server.url}/needs-attention`)
    await page.getByRole('article').getByRole('button', { name: 'REOPEN' }).click()
    await page.waitForURL(`${server.url}/single-draws/canine`)
    expect(await page.getByLabel('Patient Name').inputValue()).toBe('Parked')
    await volume(page).fill('2.5')
    await press(page, 'SAVE')
    await page.getByRole('button', { name: 'SAVED', exact: true }).waitFor()
    await exitDraw(page)
    await syncSays(page, 'All sent')
    expect((await drawn()).filter(([patient]) => patient === 'Parked')).toEqual([['Parked', 2.5, '-']])
    expect(await waiting()).toBe(0)
  })
  test('one that was refused on another day is one of that day when it is saved again', async () => {
    const { page } = tablet
    const { users } = await lead.get<{ users: { _id: string; email: string }[] }>('/organization/users')
    const _id = users.find(({ email }) => email === TECHNICIAN)?._id ?? ''
    const technician = await signInToApi(server.url, TECHNICIAN, password)
    const [draw] = await lead.records('draws')
    if (!draw) throw new Error('There is no draw.')
    const content = {
      ...draw.content,
      sheet_id: '-',
      sheet_data: { patient_name: 'Of January', reason: 'Castration', species: 0 },
      day: '2026-01-05',
    }
    await lead.post('/organization/users/update', { _id, org_perms: [0] })
    const create = {
      op: 'create',
      collection: 'draws',
      _id: uuidv7(Date.now(), randomBytes(16)),
      content,
    } as const
    await technician.push('single_draw.create', [create], new Date(), 'parked')
    await lead.post('/organization/users/update', { _id, org_perms: [1] })
    await page.goto(`${server.url}/needs-attention`)
    await page.getByRole('article').getByRole('button', { name: 'REOPEN' }).click()
    await page.getByText('It is here as you entered it, and keeps its day, 01/05/2026.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'CONTINUE' }).click()
    await volume(page).fill('0.75')
    await press(page, 'SAVE')
    await page.getByRole('button', { name: 'SAVED', exact: true }).waitFor()
    // Another one out of the same form is one of today.
    await page.getByLabel('Patient Name').fill('Of today')
    await press(page, 'SAVE')
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await page.getByRole('button', { name: 'SAVED', exact: true }).waitFor()
    await exitDraw(page)
    await syncSays(page, 'All sent')
    const days = (await lead.records('draws')).flatMap((record) => {
      const about = record.content?.['sheet_data'] as Record<string, unknown>
      return String(about['patient_name']).startsWith('Of ')
        ? [[about['patient_name'], record.content?.['day'] === '2026-01-05']]
        : []
    })
    expect(days).toEqual(
      expect.arrayContaining([
        ['Of January', true],
        ['Of today', false],
      ]),
    )
    expect(days).toHaveLength(2)
  })

  test('[P8] a clock that was wrong, and is set right without a network: the draw has the day of its time, and no other', async () => {
    const wrong = await openTablet()
    const DAY = 24 * 3_600_000
    try {
      const { page, context } = wrong
      await context.clock.setFixedTime(Date.now() + 5 * DAY)
      await signIn(page, server.url, TECHNICIAN, password)
      await readyForOffline(page)
      await keptOnDisk(page, '"answering"', 'settings')
      await context.setOffline(true)
      // An answer under way would tell the time to a clock that is right by then.
      await serverIsBack(page)
      await syncSays(page, 'Offline')
      await context.clock.setFixedTime(Date.now())
      await open(page)
      await saveDraw(page, { drug: DRUG, procedure: 'Castration', patient: 'Right again', volume: '0.3' })
      await exitDraw(page)
      await context.setOffline(false)
      await serverIsBack(page)
      await syncSays(page, 'All sent')
    } finally {
      await wrong.close()
    }
    const made = (await lead.records('draws')).find(
      ({ content }) =>
        (content?.['sheet_data'] as Record<string, unknown> | undefined)?.['patient_name'] === 'Right again',
    )
    const daysOff = (time: string) => Math.abs(Date.parse(time) - Date.now()) / DAY
    expect(made?.flags).toContain('time_unconfirmed')
    expect(daysOff(made?.meta.date_created ?? '')).toBeLessThan(0.1)
    expect(daysOff(`${String(made?.content?.['day'])}T12:00:00Z`)).toBeLessThan(2)
  })
})
