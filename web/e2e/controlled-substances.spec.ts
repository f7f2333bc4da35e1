import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi, type ApiClient } from './api-client.ts'
import { balanceOfDay, balanceOp, KETAMINE } from './balance-samples.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
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

const METHADONE = { drug_name: 'Methadone', drug_concentration: 10 }

describe('the list of balance sheets', () => {
  let server: Server
  let lead: ApiClient
  let tablet: Tablet
  let second: Tablet
  let password: string

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    lead = await signInToApi(server.url, 'lead@demo.test', password)
    const technician = await signInToApi(server.url, 'technician@demo.test', password)
    const first = randomUUID()
    const day = (date: string, opening: number, patient: string, previous_id?: string) =>
      balanceOfDay(KETAMINE, {
        day: date,
        opening,
        draws: [{ patient, volume: 120 }],
        ...(previous_id !== undefined && { previous_id }),
      })
    await technician.push('balance.create', [balanceOp(day('2026-11-16', 1000, 'Rex'), first)])
    // Opens with less than the one before closed with.
    await technician.push('balance.create', [balanceOp(day('2026-11-17', 870, 'Max', first))])
    await lead.push('balance.create', [
      balanceOp(balanceOfDay(METHADONE, { day: '2026-11-18', draws: [{ patient: 'Ida', volume: 50 }] })),
    ])
    tablet = await openTablet()
    second = await openTablet()
  })
  afterAll(async () => {
    await tablet.close()
    await second.close()
    await server.stop()
  })

  const titles = (of = tablet) => of.page.locator('.card-title').allTextContents()
  const cardOf = (words: string, of = tablet) => of.page.locator('.card', { hasText: words })
  const listed = async (of: Tablet) => {
    await of.page.goto(`${server.url}/controlled-substances`)
    await of.page.locator('.card').first().waitFor()
  }

  test('[CSLIST-01] [CSLIST-12] [CSLIST-15] each sheet says its drug, its day, who made it, and what is left', async () => {
    const { page } = tablet
    await signIn(page, server.url, 'technician@demo.test', password)
    await readyForOffline(page)
    await listed(tablet)
    expect(await page.title()).toBe('Controlled Substances | Veterinary Anesthesia')
    expect(await titles()).toEqual(['Methadone 10 mg/ml', 'Ketamine 100 mg/ml', 'Ketamine 100 mg/ml'])
    const card = cardOf('Methadone')
    const words = (await card.textContent()) ?? ''
    for (const said of ['Date Used 11/18/2026', 'Form Injection', 'LEE LEAD', 'bottle 1'])
      expect(words).toContain(said)
    expect(await card.locator('.balance-closing .volume').textContent()).toBe('9.5 ml')
    // On a phone the same words have less than 100 px, and nothing lies over its box, its name, its number and its menu.
    const { width, height } = page.viewportSize() ?? { width: 1180, height: 820 }
    await page.setViewportSize({ width: 390, height: 844 })
    const place = (part: string) => card.locator(part).first().boundingBox()
    const [box, pressed, title, number] = await Promise.all(
      ['.checkbox-row, .card-no-choice', '.card-words', '.card-title', '.balance-closing'].map(place),
    )
    expect(await card.evaluate((row) => row.getBoundingClientRect().height)).toBeLessThanOrEqual(84)
    expect(pressed?.x).toBeGreaterThanOrEqual((box?.x ?? 0) + (box?.width ?? 390))
    expect(number?.x).toBeGreaterThanOrEqual((pressed?.x ?? 0) + (pressed?.width ?? 390))
    expect(number?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 844))
    // The place of its menu, whether there is one or not.
    expect((number?.x ?? 0) + (number?.width ?? 390)).toBeLessThanOrEqual(390 - 48)
    await page.setViewportSize({ width, height })
  })

  test('[CSLIST-07] [CSLIST-10] [CSLIST-11] searched by drug, author and day', async () => {
    const { page } = tablet
    const search = page.getByRole('searchbox')
    const by = async (field: string, placeholder: string, typed: string, found: string[]) => {
      await page.getByRole('button', { name: /Search By$/ }).click()
      await page.getByRole('option', { name: field, exact: true }).click()
      expect(await search.getAttribute('placeholder')).toBe(placeholder)
      await search.fill(typed)
      await expect.poll(() => titles()).toEqual(found)
      await search.fill('')
    }
    await by('Author', 'Search by author name...', 'lee', ['Methadone 10 mg/ml'])
    await by('Used', 'Search by MM/DD/YYYY', '11/17/26', ['Ketamine 100 mg/ml'])
    await by('Drug', 'Search by drug name...', 'methad', ['Methadone 10 mg/ml'])
  })

  test('[CSLIST-19] [CSLIST-24] [Q-53] the range of days, by the keyboard alone', async () => {
    const { page } = tablet
    await page.getByRole('button', { name: 'Filter by date used' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Select Date Range' })
    await dialog
      .getByText('This is the date of the balance, not the date on which the sheet was generated.')
      .waitFor()
    const weekdays = dialog.locator('.range-month-weekday')
    await weekdays.last().waitFor()
    expect(await weekdays.allTextContents()).toEqual(['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'])
    /** 'from month', or the name of what else has the focus. */
    const focused = () =>
      page.evaluate(() => {
        const part = document.activeElement
        const field = part?.closest('[data-field]')?.getAttribute('data-field')
        return [field, part?.getAttribute('aria-label')].filter(Boolean).join(' ')
      })
    const tabTo = async (name: RegExp) => {
      for (let presses = 0; !name.test(await focused()); presses++) {
        if (presses > 12) throw new Error(`${String(name)} is not reached, but ${await focused()}`)
        await page.keyboard.press('Tab')
      }
    }
    await tabTo(/^from month/)
    await page.keyboard.press('Enter')
    await dialog.getByText('Start (from) date required.').waitFor()
    await page.keyboard.type('11182026')
    await page.keyboard.press('Enter')
    await dialog.getByText('End (to) date required.').waitFor()
    // The focus went to the field that is missing.
    expect(await focused()).toMatch(/^to month/)
    await page.keyboard.type('11172026')
    await page.keyboard.press('Enter')
    await dialog.getByText('Start date must occur before end date.').waitFor()
    await page.keyboard.type('11172026')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => titles()).toEqual(['Ketamine 100 mg/ml'])
    expect(await page.locator('.balance-chip').textContent()).toContain('Date Used 11/17/2026')

    // The same days walked to in the calendar.
    await page.getByRole('button', { name: 'Filter by date used' }).press('Enter')
    await dialog.getByRole('button', { name: /November 17, 2026/ }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    // After the first day the calendar goes on to the next one by itself.
    await page.keyboard.press('Enter')
    await dialog.locator('.range-day[data-selection-end]', { hasText: '17' }).waitFor()
    await dialog.getByRole('button', { name: 'SUBMIT RANGE' }).press('Enter')
    await expect.poll(() => titles()).toHaveLength(2)
    await page.getByRole('button', { name: 'Clear the date range' }).press('Enter')
    await expect.poll(() => titles()).toHaveLength(3)
  })

  test('[COMBINE-04] [COMBINE-05] [Q-27] combined without a network, and then on a second tablet', async () => {
    const { page } = tablet
    await server.kill()
    const choose = (days: string) => page.getByRole('checkbox', { name: days }).check()
    const combine = page.getByRole('button', { name: 'COMBINE', exact: true })
    await choose('Select Methadone 10 mg/ml, 11/18/2026')
    await choose('Select Ketamine 100 mg/ml, 11/16/2026')
    await combine.click()
    const mismatch = page.getByRole('dialog', { name: 'Combine 2 Balances?' })
    await mismatch.getByRole('alert').waitFor()
    expect(await mismatch.getByRole('alert').textContent()).toBe(
      "One or more selected controlled substance balances don't match the rest. Check that all drug names, concentrations, and forms are the same.",
    )
    expect(await mismatch.getByRole('button', { name: 'COMBINE', exact: true }).count()).toBe(0)
    await mismatch.getByRole('button', { name: 'CANCEL' }).click()
    await page.getByRole('checkbox', { name: 'Select Methadone 10 mg/ml, 11/18/2026' }).uncheck()
    await choose('Select Ketamine 100 mg/ml, 11/17/2026')
    await combine.click()
    const dialog = page.getByRole('dialog', { name: 'Combine 2 Balances?' })
    await dialog
      .getByText('One sheet does not start with the closing balance of the one before it.')
      .waitFor()
    await dialog.getByRole('button', { name: 'COMBINE', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    const combined = cardOf('combined')
    await combined.waitFor()
    expect(await combined.textContent()).toContain('Date Used 11/16/2026 - 11/17/2026')
    expect(await combined.locator('.balance-closing .volume').textContent()).toBe('7.5 ml')
    expect(await titles()).toHaveLength(4)
    await server.restart()
    await serverIsBack(page)
    await signIn(second.page, server.url, 'lead@demo.test', password)
    await listed(second)
    await cardOf('combined', second).waitFor()
    await expect.poll(() => titles(second)).toHaveLength(4)
  })

  test('[CSLIST-29] [CSLIST-30] what others own is not deleted without 2, and the counts are said', async () => {
    const { page } = tablet
    expect(await offersDelete(cardOf('Methadone'))).toBe(false)
    await page.getByRole('checkbox', { name: 'Select Methadone 10 mg/ml, 11/18/2026' }).check()
    await page.getByRole('checkbox', { name: 'Select Ketamine 100 mg/ml, 11/17/2026' }).check()
    await page.getByRole('button', { name: 'Delete selected' }).click()
    const notice = page.getByRole('alertdialog', { name: 'Cannot Delete Balances' })
    await notice.getByText('1 of yours, 1 by other members.').waitFor()
    expect(await notice.textContent()).toContain(
      "We cannot delete the selected balances because one or more are owned by other members of your organization, and you don't have permissions to delete their records.",
    )
    await notice.getByRole('button', { name: 'OKAY' }).click()
    await notice.waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Show voided').count()).toBe(0)
    expect(await titles()).toHaveLength(4)
  })

  test('[CSLIST-27] [Q-28] deleted with a reason, and struck through for holders of 2 on the other tablet', async () => {
    const { page } = tablet
    await page.getByRole('checkbox', { name: 'Select Methadone 10 mg/ml, 11/18/2026' }).uncheck()
    await pressDelete(page, 'Ketamine 100 mg/ml, 11/17/2026')
    const question = page.getByRole('alertdialog', { name: 'Delete Ketamine (11/17/2026)?' })
    await question.getByRole('button', { name: 'YES' }).click()
    await question.getByText('Please enter the reason.').waitFor()
    await question.getByRole('button', { name: 'Entered twice' }).click()
    await question.getByRole('button', { name: 'YES' }).click()
    await question.waitFor({ state: 'hidden' })
    await expect.poll(() => titles()).toHaveLength(3)

    const other = second.page
    await expect.poll(() => titles(second)).toHaveLength(3)
    // On a phone it is folded away with the other choices, and their chip says that it is made.
    const { width, height } = other.viewportSize() ?? { width: 1180, height: 820 }
    await other.setViewportSize({ width: 390, height: 844 })
    await other.getByLabel('Show voided').waitFor({ state: 'hidden' })
    await other.getByRole('button', { name: /^Drug · Created/ }).click()
    await other.getByLabel('Show voided').check()
    await other.getByRole('button', { name: /\+ voided$/ }).click()
    await other.getByLabel('Show voided').waitFor({ state: 'hidden' })
    await other.setViewportSize({ width, height })
    const struck = other.locator('.card-struck')
    await struck.waitFor()
    expect(await struck.textContent()).toMatch(/Voided by Tom Technician, .* Reason: Entered twice/)
    expect(await struck.getByRole('checkbox').count()).toBe(0)
    const stored = await lead.records('balances')
    expect(
      stored.filter(({ voided }) => voided !== undefined).map(({ content }) => content?.['date_start']),
    ).toEqual(['2026-11-17'])
  })

  test('[CSLIST-28] many are deleted at once by a holder of 2, whoever made them', async () => {
    const other = second.page
    await other.getByRole('checkbox', { name: 'Select all' }).check()
    await other.getByRole('button', { name: 'Delete selected' }).click()
    const question = other.getByRole('alertdialog', { name: 'Delete 3 Balances?' })
    await question.getByText('1 of yours, 2 by other members.').waitFor()
    await question.getByRole('textbox', { name: 'Reason' }).fill('Practice week')
    await question.getByRole('textbox', { name: 'Reason' }).press('Enter')
    await question.waitFor({ state: 'hidden' })
    await expect.poll(() => other.locator('.card-struck').count()).toBe(4)
    await syncSays(other, 'All sent')
    await tablet.page.getByText('No balance sheets yet').waitFor()
  })

  test('[COMBINE-03] [Q-28] what another tablet deletes while the question is open is not combined', async () => {
    const { page } = tablet
    const days = ['2026-11-16', '2026-11-17', '2026-11-18']
    const ids = days.map(() => randomUUID())
    for (const [index, day] of days.entries()) {
      const content = balanceOfDay(KETAMINE, { day, draws: [{ patient: 'Rex', volume: 120 }] })
      await lead.push('balance.create', [balanceOp(content, ids[index])])
    }
    await expect.poll(() => titles()).toHaveLength(3)
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'COMBINE', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Combine 3 Balances?' })
    const combine = dialog.getByRole('button', { name: 'COMBINE', exact: true })
    await combine.waitFor()
    const [gone = ''] = ids
    await lead.push('balance.delete', [
      { op: 'void', collection: 'balances', _id: gone, base: 1, reason: 'Entered twice' },
    ])
    await expect.poll(() => titles()).toHaveLength(2)
    await combine.click()
    await dialog.getByRole('alert').waitFor()
    expect(await dialog.getByRole('alert').textContent()).toContain('have been deleted')
    expect(await combine.count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect((await titles()).length).toBe(2)
    await logOut(page, server.url)
  })
})
