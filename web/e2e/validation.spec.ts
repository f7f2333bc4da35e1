import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTablet, type Tablet } from './browser.ts'
import { holdFrames } from './held-frames.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  choose,
  chooseUnit,
  closeAndSave,
  openExport,
  readyForOffline,
  signIn,
  syncSays,
  unitButton,
} from './steps.ts'

describe('every message of the sheet, in order, with the focus on its field', () => {
  let server: Server
  let tablet: Tablet

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    tablet = await openTablet()
    await signIn(tablet.page, server.url, 'technician@demo.test', demonstrationPassword(server))
    await syncSays(tablet.page, 'All sent')
    await tablet.page.getByRole('link', { name: /Create New Anesthesia Sheet/ }).click()
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  async function refused(message: string, focus: RegExp): Promise<void> {
    const { page } = tablet
    await page.getByRole('button', { name: 'EXPORT', exact: true }).click()
    await page.locator('.field-error').getByText(message, { exact: true }).waitFor()
    expect(await page.locator('.field-error').count()).toBe(1)
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      const label = element?.id ? document.querySelector(`label[for="${element.id}"]`)?.textContent : ''
      return `${element?.getAttribute('aria-label') ?? ''} ${label ?? ''} ${element?.textContent ?? ''}`
    })
    expect(focused).toMatch(focus)
    expect(await page.getByRole('dialog').count()).toBe(0)
  }

  test('picking before a species is chosen says so', async () => {
    const { page } = tablet
    await page.getByRole('button', { name: /^Procedure/ }).click()
    await page.getByText('Species Not Selected').waitFor()
    await page
      .getByText('Please select patient species before assigning procedures, protocols, or injections.')
      .waitFor()
    await page.getByRole('button', { name: 'OKAY' }).click()
  })

  test('species, procedure, protocol, name, ID, weight, units', async () => {
    const { page } = tablet
    await refused("Please select your patient's species.", /Species/)
    await page.getByRole('button', { name: /^Species/ }).click()
    await refused('Please assign a procedure to your patient.', /Procedure/)
    await choose(page, 'Procedure', 'Castration')
    await refused('Please assign an anesthesia protocol to your patient.', /Anesthesia Protocol/)
    await choose(page, 'Anesthesia Protocol', 'TTDex')
    await page.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).click()
    const name = page.getByLabel('Patient Name')
    await name.fill('x'.repeat(51))
    await refused('Your patient name is too long.', /Patient Name/)
    await name.fill('')
    await refused('Please enter the patient name.', /Patient Name/)
    await name.fill('Rex')
    expect(await page.locator('.field-error').count()).toBe(0)
    await page.getByLabel('Patient ID').fill('x'.repeat(51))
    await refused('Your patient ID is too long.', /Patient ID/)
    await page.getByLabel('Patient ID').fill('A-1')
    const weight = page.getByLabel('Patient Weight')
    await refused('Please enter the patient weight.', /Patient Weight/)
    for (const [typed, message] of [
      ['1,5', 'Patient weight is an invalid number.'],
      ['1e3', 'Patient weight is an invalid number.'],
      ['0', 'Patient weight must be greater than zero.'],
      ['-2', 'Patient weight must be greater than zero.'],
      ['100000.5', 'Your patient weight is too large! Are you sure you entered it correctly?'],
    ] as const) {
      await weight.fill(typed)
      await refused(message, /Patient Weight/)
    }
    await weight.fill('12')
    await refused('Please select the weight units.', /Weight Units/)
    await chooseUnit(page, 'kg')
    await page.getByRole('button', { name: 'EXPORT', exact: true }).click()
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  })

  const units = () => tablet.page.getByRole('group', { name: 'Weight Units' })
  const volumes = () => tablet.page.locator('.volumes .volume', { hasText: /\d/ })
  /**
   * As the app before left its open sheet: nothing in it says when the patient was weighed, nor since when units are pressed. The
   * app has to be gone meanwhile, and cut off from the server, or either may write the sheet of this app over it.
   */
  async function leaveAsTheAppBefore({ page, context }: Tablet): Promise<void> {
    await readyForOffline(page)
    const address = page.url()
    await page.goto(`${server.url}/health`)
    await context.setOffline(true)
    await page.evaluate(async () => {
      localStorage.removeItem('units-pressed-since')
      for (const key of Object.keys(localStorage).filter((one) => one.endsWith('/unwritten'))) {
        const kept = JSON.parse(localStorage.getItem(key) ?? '') as { content: { weighed_at?: string } }
        delete kept.content.weighed_at
        localStorage.setItem(key, JSON.stringify(kept))
      }
      const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('clinic-'))?.name ?? ''
      const opening = indexedDB.open(name)
      await new Promise((done) => opening.addEventListener('success', done))
      const writing = opening.result.transaction('drafts', 'readwrite')
      const walk = writing.objectStore('drafts').openCursor()
      walk.addEventListener('success', () => {
        const cursor = walk.result
        if (cursor === null) return
        const draft = cursor.value as { content: { weighed_at?: string } | null }
        delete draft.content?.weighed_at
        cursor.update(draft)
        cursor.continue()
      })
      await new Promise((done) => writing.addEventListener('complete', done))
      opening.result.close()
    })
    await page.goto(address)
  }
  const nothingPressed = async (last: 'kg' | 'lb') => {
    await units().getByText('kg or lb?').waitFor()
    await unitButton(tablet.page, last).getByText('last used').waitFor()
    expect(await units().locator('[aria-pressed=true]').count()).toBe(0)
  }

  test('the unit of the last patient is only offered: no volume and no EXPORT before one is pressed', async () => {
    const { page } = tablet
    await page.getByRole('button', { name: /^Species: Canine/ }).click()
    await page.getByRole('button', { name: /^Species: Feline/ }).click()
    await page.getByRole('button', { name: /^Species: Canine/ }).waitFor()
    await nothingPressed('kg')
    await choose(page, 'Procedure', 'Castration')
    await choose(page, 'Anesthesia Protocol', 'TTDex')
    await page.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).click()
    await page.getByLabel('Patient Name').fill('Bruno')
    await page.getByLabel('Patient Weight').fill('22')
    expect(await volumes().count()).toBe(0)
    await refused('Please select the weight units.', /Weight Units/)
    // The key that pressed EXPORT, once more: it chooses none.
    await page.keyboard.press('Enter')
    await nothingPressed('kg')
    // DONE of the keypad asks for one of two weights, and the same key once more chooses none of them either.
    await page.getByRole('button', { name: 'Open keypad' }).click()
    const asked = page.getByRole('dialog').getByText('22 lb (9.98 kg) or 22 kg (48.51 lb)?')
    const unitsFocused = page.getByRole('group', { name: 'Units', exact: true }).and(page.locator(':focus'))
    // Pressed before the frames with which the number takes the focus.
    const number = page.getByRole('dialog').getByRole('textbox')
    await number.waitFor()
    await holdFrames(page)
    await page.keyboard.press('Escape')
    await number.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Open keypad' }).press('Enter')
    await number.evaluate((input: HTMLElement) => {
      input.focus()
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
    await asked.waitFor()
    await unitsFocused.waitFor()
    for (let frame = 0; frame < 6; frame++) await page.evaluate('stepFrame()')
    await page.evaluate('letFramesGo()')
    expect(await unitsFocused.count()).toBe(1)
    await page.keyboard.press('Enter')
    expect(await page.getByRole('dialog').locator('[aria-pressed=true]').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await nothingPressed('kg')
    for (const unit of ['kg', 'lb'] as const) {
      const size = await unitButton(page, unit).boundingBox()
      expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(64)
    }
    await chooseUnit(page, 'lb')
    await volumes().first().waitFor()
    await page.getByText('22 lb · 9.98 kg').filter({ visible: true }).first().waitFor()
    expect(await page.locator('.field-error').count()).toBe(0)
  })

  test('a sheet that comes back keeps the unit that was pressed; one of the app before, which pressed none, asks', async () => {
    const { page } = tablet
    await page.reload()
    await page.getByText('Your open sheet for Bruno is back as you left it.').waitFor()
    expect(await unitButton(page, 'lb').getAttribute('aria-pressed')).toBe('true')
    await volumes().first().waitFor()
    // On a tablet that never ran this app: the sheet says when the patient was weighed, so the unit was pressed for them.
    await page.evaluate(() => localStorage.removeItem('units-pressed-since'))
    await page.reload()
    await volumes().first().waitFor()
    expect(await unitButton(page, 'lb').getAttribute('aria-pressed')).toBe('true')
    // As on the first start of this app, with a sheet that the one before left open.
    await leaveAsTheAppBefore(tablet)
    await nothingPressed('lb')
    expect(await page.getByLabel('Patient Weight').inputValue()).toBe('22')
    expect(await volumes().count()).toBe(0)
    await tablet.context.setOffline(false)
  })

  test('a weight that is not the patient’s is pointed out, without a network too, and stops nobody', async () => {
    const { page, context } = tablet
    await page.getByRole('button', { name: /^Species: Canine/ }).click()
    await page.getByRole('button', { name: /^Species: Feline/ }).waitFor()
    await choose(page, 'Procedure', 'Castration')
    await choose(page, 'Anesthesia Protocol', 'Senior (Torb-Midaz-Alfax)')
    await page.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).click()
    await page.getByLabel('Patient Name').fill('Mia')
    const weight = page.getByLabel('Patient Weight')
    const line = page.locator('.weight-note .guard-line')
    const head = page.locator('.volumes-head')
    await weight.fill('8.8')
    await chooseUnit(page, 'kg')
    await line.getByText('8.8 kg is 19.4 lb, heavy for a cat. 8.8 lb would be 3.99 kg.').waitFor()
    await head.getByText('Check the weight').waitFor()
    // Offered, not converted: the volumes are those of the unit that was pressed until the other one is.
    const doubled = await volumes().first().textContent()
    await chooseUnit(page, 'lb')
    await line.waitFor({ state: 'hidden' })
    expect(await weight.inputValue()).toBe('8.8')
    expect(await volumes().first().textContent()).not.toBe(doubled)
    await weight.fill('88')
    await line.getByText('88 lb is 39.91 kg, too heavy for a cat.').waitFor()
    await head.getByText('Wrong weight?').waitFor()

    await weight.fill('4.1')
    await chooseUnit(page, 'kg')
    await openExport(page)
    expect(await page.getByRole('dialog').locator('.guard-line').count()).toBe(0)
    await closeAndSave(page, 'YES')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'NEXT PATIENT' }).click()
    await choose(page, 'Procedure', 'Castration')
    await page.getByLabel('Patient Name').fill('mia')
    await weight.fill('4.6')
    await chooseUnit(page, 'kg')
    expect(await line.count()).toBe(0)
    await weight.fill('9')
    const words = new RegExp(
      '^9 kg is 19.85 lb, heavy for a cat. Last weighed 4.1 kg on \\d\\d/\\d\\d \\(same name, no ID\\). ' +
        'This is 2.2 times that: pounds or kilograms\\? 9 lb would be 4.08 kg.$',
    )
    await line.getByText(words).waitFor()
    await page.getByRole('status').filter({ hasText: 'pounds or kilograms?' }).waitFor({ state: 'attached' })
    await openExport(page)
    await page.getByRole('dialog').locator('.guard-line').getByText(words).waitFor()
    await closeAndSave(page, 'NO')
    await context.setOffline(false)
  })
})
