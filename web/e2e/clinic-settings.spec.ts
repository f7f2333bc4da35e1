import { localDay } from 'sync-protocol/rules/local-day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { halfMgProtocol, signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { exitDraw, saveDraw } from './draw-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { keptOnDisk } from './kept-on-disk.ts'
import { docxText, pdfText } from './read-paper.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { buildSheet, generate, openExport, readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

describe("the clinic's settings", () => {
  let server: Server
  let desk: Tablet
  let tablet: Tablet
  let api: ApiClient
  let password: string

  picturesOfFailures(() => desk)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    await api.push('anesthesia_protocol.create', [halfMgProtocol('Half a milligram')])
    desk = await openTablet()
    tablet = await openTablet()
    await signIn(desk.page, server.url, 'administrator@demo.test', password)
    await signIn(tablet.page, server.url, 'technician@demo.test', password)
    await syncSays(tablet.page, 'All sent')
    await readyForOffline(desk.page)
    await readyForOffline(tablet.page)
  })
  afterAll(async () => {
    await desk.close()
    await tablet.close()
    await server.stop()
  })

  const name = () => desk.page.getByLabel('Printed name')
  const address = () => desk.page.getByLabel('Printed address')
  const save = () => desk.page.getByRole('button', { name: 'SAVE' })
  /** Somebody else changes this as soon as the next press of SAVE is on its way. */
  const duringSave = async (change: object) => {
    let isDue = true
    await desk.page.route('**/organization/policies', async (route) => {
      if (isDue && route.request().method() === 'POST') {
        isDue = false
        await api.post('/organization/policies', change)
      }
      await route.continue()
    })
  }

  test('who manages the organization changes them there; what is wrong is said at its field, and typed text is kept', async () => {
    const { page } = desk
    await page.getByRole('link', { name: 'CLINIC SETTINGS' }).click()
    await page.getByText('Empty: ').waitFor()
    expect(await save().isDisabled()).toBe(true)
    await name().fill('x'.repeat(101))
    await save().click()
    await page.getByText('Printed name is too long.').waitFor()
    await name().fill('Riverside Animal Hospital')
    await address().fill('12 Mill Lane\nSpringfield')
    await keptOnDisk(page, '12 Mill Lane', 'settings')
    await page.reload()
    await page.getByText('You typed this before and did not save it.').waitFor()
    expect(await name().inputValue()).toBe('Riverside Animal Hospital')
    await save().click()
    await page.getByText('Clinic settings saved.').waitFor()
    await expect.poll(() => save().isDisabled()).toBe(true)
    await page.reload()
    await expect.poll(() => address().inputValue()).toBe('12 Mill Lane\nSpringfield')
  })

  test('every tablet prints them from then on, also without a network', async () => {
    const { page } = tablet
    await keptOnDisk(page, '12 Mill Lane', 'policies')
    await server.stop()
    await page.goto(`${server.url}/new-sheet`)
    await buildSheet(page, {
      name: 'Luna',
      weight: '4',
      unit: 'kg',
      procedure: 'Castration',
      protocol: 'Half a milligram',
    })
    await openExport(page)
    const pdf = pdfText((await generate(page, 'PDF')).path)
    expect(pdf).toMatch(/Riverside Animal Hospital, not for patient care/)
    expect(pdf).toMatch(/12 Mill Lane, Springfield/)
    expect(docxText((await generate(page, 'DOCX')).path)).toMatch(
      /Riverside Animal Hospital, not for patient care\n12 Mill Lane, Springfield/,
    )
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'NO' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    await server.restart()
    await serverIsBack(page)
  })

  test('without the server they are shown and not changed; what is typed waits', async () => {
    const { page } = desk
    await page.goto(`${server.url}/clinic-settings`)
    await expect.poll(() => address().inputValue()).toBe('12 Mill Lane\nSpringfield')
    await address().fill('14 Mill Lane')
    await keptOnDisk(page, '14 Mill Lane', 'settings')
    await server.stop()
    await page.reload()
    await page.getByText('Clinic settings can only be changed with a network.').waitFor()
    await page.getByText('You typed this before and did not save it.').waitFor()
    expect(await address().inputValue()).toBe('14 Mill Lane')
    expect(await name().inputValue()).toBe('Riverside Animal Hospital')
    expect(await save().isDisabled()).toBe(true)
    await server.restart()
    await serverIsBack(page)
    // It asks again by itself.
    await save().click()
    await page.getByText('Clinic settings saved.').waitFor()
  })

  test('what two people change at once is said to the second, with both values', async () => {
    const { page } = desk
    await page.goto(`${server.url}/clinic-settings`)
    await expect.poll(() => address().inputValue()).toBe('14 Mill Lane')
    await address().fill('16 Mill Lane')
    await keptOnDisk(page, '16 Mill Lane', 'settings')
    // While the press is on its way: the page cannot have heard of it.
    await duringSave({ printed_address: '99 Oak Street' })
    await save().click()
    await page.getByText('Lee Lead changed these settings while you were typing.').waitFor()
    await page.getByText('Now: 99 Oak Street').waitFor()
    expect(await address().inputValue()).toBe('16 Mill Lane')
    // Also to who comes back to it.
    await page.reload()
    await page.getByText('Now: 99 Oak Street').waitFor()
    expect(await address().inputValue()).toBe('16 Mill Lane')
    await save().click()
    await page.getByText('Clinic settings saved.').waitFor()
    await expect.poll(() => save().isDisabled()).toBe(true)
    // Another field is no reason to ask: both are kept.
    await address().fill('18 Mill Lane')
    await duringSave({ printed_name: 'Oak Street Animal Hospital' })
    await save().click()
    const stands = async () =>
      (await api.get<{ item: { content: object } }>('/organization/policies')).item.content
    await expect.poll(stands).toMatchObject({
      printed_name: 'Oak Street Animal Hospital',
      printed_address: '18 Mill Lane',
    })
    await expect.poll(() => name().inputValue()).toBe('Oak Street Animal Hospital')
  })

  test('which weights are usual the clinic says itself; what cannot stand is said at its field', async () => {
    const { page } = desk
    const { page: sheet } = tablet
    await page.goto(`${server.url}/clinic-settings`)
    await page.getByLabel('Heaviest usual dog').fill('0.5')
    await save().click()
    await page.getByText('The lightest must be below the heaviest.').waitFor()
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('dog_heaviest')
    await page.getByLabel('Heaviest usual dog').fill('9,5')
    await save().click()
    await page.getByText('Heaviest usual dog must be a valid number.').waitFor()
    const warning = sheet.locator('.weight-warning, .guard-line').filter({ hasText: 'heavy for a dog' })
    await sheet.goto(`${server.url}/new-sheet`)
    await sheet.getByLabel('Patient Weight').fill('9.9')
    await sheet.getByRole('group', { name: 'Weight Units' }).getByRole('button', { name: /^kg/ }).click()
    await sheet.locator('.volumes-weight', { hasText: '9.9 kg' }).waitFor()
    expect(await warning.count()).toBe(0)
    await page.getByLabel('Heaviest usual dog').fill('9.5')
    await save().click()
    await page.getByText('Clinic settings saved.').waitFor()
    await warning.first().waitFor()
    await api.post('/organization/policies', { dog_heaviest: '' })
    await warning.first().waitFor({ state: 'detached' })
  })

  test('a clinic that weighs in one unit is never asked for it', async () => {
    const { page } = desk
    await page.goto(`${server.url}/clinic-settings`)
    await page.getByRole('radio', { name: 'lb', exact: true }).check({ force: true })
    await save().click()
    await page.getByText('Clinic settings saved.').waitFor()
    await keptOnDisk(tablet.page, '"weight_unit":"lb"', 'policies')
    await serverIsBack(tablet.page)
    await server.kill()
    const { page: sheet } = tablet
    await sheet.goto(`${server.url}/new-sheet`)
    const reset = async () => {
      await sheet.getByRole('button', { name: 'RESET SHEET' }).click()
      await sheet.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
      await expect.poll(() => sheet.getByLabel('Patient Weight').inputValue()).toBe('')
    }
    await reset()
    await sheet.getByLabel('Patient Weight').fill('22')
    const units = sheet.getByRole('group', { name: 'Weight Units' }).getByRole('button')
    await expect.poll(() => units.allTextContents()).toEqual(['lb'])
    expect(await units.getAttribute('aria-pressed')).toBe('true')
    await sheet.locator('.volumes-weight', { hasText: '22 lb · 9.98 kg' }).waitFor()
    await reset()
    await sheet.getByRole('link', { name: 'EMERGENCY', exact: true }).click()
    await sheet.getByRole('textbox', { name: 'Weight' }).fill('22')
    await sheet.getByRole('button', { name: 'Canine' }).click()
    await sheet.getByRole('button', { name: 'SHOW DOSES' }).click()
    await sheet.locator('.patient-weight', { hasText: '22 lb · 9.98 kg' }).waitFor()
    await server.restart()
    await api.post('/organization/policies', { weight_unit: '' })
    await serverIsBack(sheet)
  })

  test('another time zone dates what is made from then on', async () => {
    const { page } = desk
    const { organization } = await api.get<{ organization: { time_zone: string } }>(
      '/organization/information',
    )
    const today = (zone: string) => localDay(new Date().toISOString(), zone)
    // They are 25 hours apart: at any moment it is another day in one of them.
    const zone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find(
      (each) => today(each) !== today(organization.time_zone),
    )
    if (zone === undefined) throw new Error('One of them has another day.')
    await page.goto(`${server.url}/clinic-settings`)
    await page.getByRole('button', { name: /Time Zone/ }).click()
    await page.getByRole('searchbox').fill(zone.split('/')[1]?.replace('_', ' ') ?? '')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: zone.replace('_', ' ') })
      .click()
    await page.getByText('Sheets and entries made from now on').waitFor()
    await save().click()
    await page.getByText('Clinic settings saved.').waitFor()
    await keptOnDisk(tablet.page, zone, 'policies')
    await tablet.page.goto(`${server.url}/single-draws/canine`)
    const draw = { drug: 'Butorphanol', procedure: 'Castration', patient: 'Far Rex', volume: '0.4' }
    await saveDraw(tablet.page, draw)
    await exitDraw(tablet.page)
    await syncSays(tablet.page, 'All sent')
    const made = (await api.records('draws')).find(({ content }) =>
      JSON.stringify(content).includes('Far Rex'),
    )
    expect(made?.content?.['day']).toBe(today(zone))
  })
})
