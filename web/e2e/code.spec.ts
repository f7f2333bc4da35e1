import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults } from './accessibility-faults.ts'
import { signInToApi, type ApiClient } from './api-client.ts'
import { brokenWords } from './broken-words.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { docxText, pdfFacts, pdfText } from './read-paper.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  closeAndSave,
  generate,
  openExport,
  readyForOffline,
  serverIsBack,
  signIn,
  syncSays,
} from './steps.ts'

const MILO = {
  name: 'Milo',
  weight: '12.4',
  unit: 'kg',
  procedure: 'Castration',
  protocol: 'Dental (Dex-Methadone, Alfaxalone)',
} as const

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const code = (page: Page) => page.getByRole('dialog', { name: 'Code: Milo' })
const inCode = (page: Page, name: string | RegExp) =>
  code(page).getByRole('button', { name, exact: typeof name === 'string' })
/** What was done, in the order of the list: the latest first. */
const listed = (page: Page) =>
  page
    .locator('.code-row-what')
    .evaluateAll((rows) => rows.map((row) => row.firstChild?.textContent?.trim() ?? ''))
const taps = (page: Page, count: number) =>
  page
    .locator('.code-row')
    .nth(count - 1)
    .waitFor()

describe('a code with two tablets and no server', () => {
  let server: Server
  let api: ApiClient
  let first: Tablet
  let second: Tablet
  let password: string

  picturesOfFailures(() => first)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    first = await openTablet()
    second = await openTablet({ width: 820, height: 1180 })
    for (const { page } of [first, second]) {
      await signIn(page, server.url, 'technician@demo.test', password)
      await readyForOffline(page)
    }
    await first.page.goto(`${server.url}/new-sheet`)
    await buildSheet(first.page, MILO)
    await syncSays(first.page, 'All sent')
    await second.page.goto(`${server.url}/emergency-now`)
    await button(second.page, /^Milo/).waitFor()
    await server.kill()
  })
  afterAll(async () => {
    await first.close()
    await second.close()
    await server.stop()
  })

  test('one press on EMERGENCY and one on CODE: the clock runs, the screen is asked to stay on', async () => {
    const { page } = first
    await page.evaluate(() => {
      const asked = { times: 0 }
      Object.assign(globalThis, { asked })
      Object.defineProperty(navigator, 'wakeLock', {
        value: {
          request: () => {
            asked.times += 1
            return Promise.resolve({ released: false, release: () => Promise.resolve() })
          },
        },
      })
    })
    await page.getByRole('link', { name: 'EMERGENCY', exact: true }).click()
    await button(page, 'CODE').click()
    await code(page).waitFor()
    await taps(page, 1)
    expect(await listed(page)).toEqual(['CPR started'])
    await page.waitForFunction(() =>
      /^0:0[1-9]$/.test(document.querySelector('.code-clock')?.textContent ?? ''),
    )
    expect(
      await page.evaluate(() => (globalThis as unknown as { asked: { times: number } }).asked.times),
    ).toBe(1)
    expect(await page.locator('.code-head').textContent()).toContain('12.4 kg · 27.34 lb')
    // The dose stands on the button that records it.
    expect(await inCode(page, /^EPINEPHRINE/).textContent()).toContain('0.12 ml IV')
    expect(await inCode(page, /^SHOCK/).textContent()).toContain('25–49 J')
  })

  test('each press is one line with its time, on both tablets', async () => {
    const { page } = first
    await inCode(page, /^EPINEPHRINE/).click()
    await taps(page, 2)
    expect(await inCode(page, /^EPINEPHRINE/).textContent()).toMatch(
      /Dose 1 was 0:0\d agonext in (3:00|2:5\d)/,
    )
    await inCode(page, 'OTHER DRUG').click()
    await inCode(page, /^Atropine/).click()
    await taps(page, 3)
    expect(await listed(page)).toEqual([
      'Drug given: Atropine (CPR)',
      'Epinephrine given: 0.12 ml IV',
      'CPR started',
    ])

    const { page: other } = second
    await button(other, /^Milo/).click()
    await button(other, 'CODE').click()
    await code(other).waitFor()
    await taps(other, 1)
    await inCode(other, 'VF').click()
    await inCode(other, /^SHOCK/).click()
    await inCode(other, /^EPINEPHRINE/).click()
    await taps(other, 4)
    expect(await listed(other)).toEqual([
      'Epinephrine given: 0.12 ml IV',
      'Shock given',
      'Rhythm checked: VF',
      'CPR started',
    ])
    await other.getByText('Cycle 1').waitFor()
  })

  test('the metronome clicks until it is pressed again, also while a drug is looked for', async () => {
    const { page } = first
    await page.evaluate(() => {
      const heard = { clicks: 0, closed: 0 }
      Object.assign(globalThis, { heard })
      const { createOscillator, close } = AudioContext.prototype
      AudioContext.prototype.createOscillator = function () {
        heard.clicks += 1
        return createOscillator.call(this)
      }
      AudioContext.prototype.close = function () {
        heard.closed += 1
        return close.call(this)
      }
    })
    const heard = () =>
      page.evaluate(() => (globalThis as unknown as { heard: { clicks: number; closed: number } }).heard)
    const metronome = inCode(page, /^METRONOME/)
    expect(await metronome.getAttribute('aria-pressed')).toBe('false')
    await metronome.click()
    await expect.poll(async () => (await heard()).clicks).toBeGreaterThan(0)
    await inCode(page, 'OTHER DRUG').click()
    const { clicks } = await heard()
    await expect.poll(async () => (await heard()).clicks).toBeGreaterThan(clicks + 2)
    await inCode(page, 'BACK').click()
    expect(await metronome.getAttribute('aria-pressed')).toBe('true')
    await metronome.click()
    expect(await metronome.getAttribute('aria-pressed')).toBe('false')
    await expect.poll(async () => (await heard()).closed).toBe(1)
  })

  test('a reload in the middle comes back to the code, with every tap', async () => {
    const { page } = first
    await page.reload()
    await code(page).waitFor()
    await taps(page, 3)
  })

  test('back with the server, both lists are whole, and what may be one dose is pointed out', async () => {
    await server.restart()
    for (const { page } of [first, second]) await serverIsBack(page)
    for (const { page } of [first, second]) {
      await taps(page, 7)
      await page.getByText(/^Twice within a minute/).waitFor()
    }
    expect(await listed(first.page)).toEqual(await listed(second.page))
    const stored = (await api.records('code_events')).map(({ content }) => String(content?.['what']))
    expect(stored.sort((a, b) => (a < b ? -1 : 1))).toEqual([
      'drug',
      'epinephrine',
      'epinephrine',
      'rhythm',
      'shock',
      'started',
      'started',
    ])
  })

  test('what was a mistake stays on the list, struck through, and does not count', async () => {
    await inCode(second.page, /^Pressed by mistake: Epinephrine given/)
      .first()
      .click()
    const question = second.page.getByRole('alertdialog', { name: 'Pressed by mistake?' })
    await question.getByRole('button', { name: 'NO' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await second.page.locator('.code-row[data-void]').count()).toBe(0)
    await inCode(second.page, /^Pressed by mistake: Epinephrine given/)
      .first()
      .click()
    await question.getByRole('button', { name: 'YES' }).click()
    for (const { page } of [first, second]) {
      await page.locator('.code-row[data-void] del', { hasText: 'Epinephrine given' }).waitFor()
      await page.getByText(/^Twice within a minute/).waitFor({ state: 'detached' })
      expect(await inCode(page, /^EPINEPHRINE/).textContent()).toContain('Dose 1 was')
    }
  })

  test('prints by itself', async () => {
    const { page } = first
    const [download] = await Promise.all([page.waitForEvent('download'), inCode(page, 'PRINT').click()])
    expect(download.suggestedFilename()).toMatch(/^Code - Milo - \d\d\.\d\d\.\d{4}\.pdf$/)
    const path = await download.path()
    expect(pdfFacts(path)).toEqual({ pages: 1, size: '760 x 985' })
    const text = pdfText(path).replaceAll(/ +/g, ' ')
    for (const said of ['Milo', '12.4 kg · 27.34 lb', 'Not counted: Epinephrine given', 'Rhythm checked: VF'])
      expect(text).toContain(said)
    expect(text.match(/Epinephrine given/g)).toHaveLength(2)
    // Said by its button: a message would cover whose code it is.
    await inCode(page, 'PRINTED').waitFor()
    expect(await page.locator('.toast').count()).toBe(0)
  })

  test('over an open sheet, EMERGENCY says that a code goes on, while it is printed too', async () => {
    const { page } = first
    await inCode(page, 'CLOSE').click()
    await page.goto(`${server.url}/new-sheet`)
    await page.locator('.volumes .volume').first().waitFor()
    await button(page, 'EXPORT').click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('link', { name: 'EMERGENCY, a code is running' }).click()
    await page.getByText('A code is running: Milo').waitFor()
    await page.goBack()
    await question.getByRole('link', { name: 'EMERGENCY, a code is running' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'EMERGENCY, a code is running' }).click()
    await button(page, 'CONTINUE').click()
    await code(page).waitFor()
  })

  test('its name is whole on an upright tablet and on a phone, beside the longest weight', async () => {
    const { page } = first
    const name = code(page).locator('.code-patient')
    const broken: string[] = []
    await name.evaluate((heading) => (heading.textContent = 'Bartholomew'))
    for (const width of [820, 768, 390, 1180]) {
      await page.setViewportSize({ width, height: width === 1180 ? 820 : 1180 })
      broken.push(...(await brokenWords(page, '.code-patient')).map((word) => `${width}: ${word}`))
    }
    await name.evaluate((heading) => (heading.textContent = 'Milo'))
    expect(broken).toEqual([])
    await code(page).getByRole('img', { name: 'Canine' }).waitFor()
  })

  test('stopped on one tablet, it is stopped on both, and is offered nowhere', async () => {
    await inCode(first.page, 'CLOSE').click()
    await first.page.getByText('A code is running: Milo').waitFor()
    // Whoever is on another screen sees it too.
    const other = await openTablet()
    await signIn(other.page, server.url, 'veterinarian@demo.test', password)
    const link = other.page.getByRole('link', { name: 'EMERGENCY, a code is running' })
    await link.click()
    await other.page.getByText('A code is running: Milo').waitFor()
    await other.page.getByRole('link', { name: 'Veterinary Anesthesia, home' }).click()
    await link.waitFor()
    await button(first.page, 'CONTINUE').click()
    await code(first.page).waitFor()
    await inCode(first.page, 'STOP CPR').click()
    await inCode(first.page, 'PULSE IS BACK').click()
    for (const { page } of [first, second]) await page.getByText(/^Stopped after \d+:\d\d$/).waitFor()
    await link.waitFor({ state: 'detached' })
    await other.close()
    await inCode(first.page, 'CLOSE').click()
    await first.page.locator('.now-row').first().waitFor()
    expect(await first.page.getByText('A code is running').count()).toBe(0)
    // Looking at it again starts nothing.
    await first.page.getByText('1 code in the last 7 days').click()
    await button(first.page, /^Milo, /).click()
    await taps(first.page, 8)
    await first.page.getByText(/^Stopped after/).waitFor()
    expect(await listed(first.page)).toHaveLength(8)
    await inCode(first.page, 'CLOSE').click()
  })

  test('it is printed with the sheet, as PDF and DOCX, and shown with the saved one', async () => {
    const { page } = first
    await page.goto(`${server.url}/new-sheet`)
    await page.locator('.volumes .volume').first().waitFor()
    await openExport(page)
    for (const format of ['PDF', 'DOCX'] as const) {
      const { path } = await generate(page, format)
      const text = format === 'PDF' ? pdfText(path) : docxText(path)
      for (const said of [
        'Code (CPR)',
        'CPR started',
        'Not counted: Epinephrine given',
        'CPR stopped: Pulse is back',
      ])
        expect(text).toContain(said)
    }
    await closeAndSave(page, 'YES')
    await syncSays(page, 'All sent')
    await second.page.goto(`${server.url}/patients/canine`)
    await second.page.locator('.card', { hasText: 'Milo' }).getByText('Code (CPR)').waitFor()
    await second.page.locator('.card-title', { hasText: 'Milo' }).click()
    const saved = second.page.getByRole('dialog')
    await saved.getByRole('table', { name: 'Code (CPR)' }).waitFor()
    expect(await saved.getByRole('table', { name: 'Code (CPR)' }).getByRole('row').count()).toBe(9)
    await saved.getByRole('button', { name: 'EXPORT', exact: true }).click()
    const { path } = await generate(second.page, 'PDF')
    expect(pdfText(path)).toContain('CPR stopped: Pulse is back')
  })

  test('a patient in recovery, whose sheet is saved, is one press away; its code goes on in the same record', async () => {
    const { page } = second
    await page.goto(`${server.url}/emergency-now`)
    await page.getByRole('group', { name: 'Saved in the last 12 hours' }).waitFor()
    await button(page, /^Milo/).click()
    await page.getByRole('heading', { name: 'Milo' }).waitFor()
    // What it was given is reversed as on the open sheet: 12.4 kg x 0.005 mg/kg x 10 / 5 mg/ml.
    await button(page, 'Dexmedetomidine reversed by Atipamezole, 0.12 ml. Show the arithmetic.').waitFor()
    await button(page, 'CODE').click()
    await code(page).waitFor()
    await taps(page, 9)
    expect((await listed(page)).slice(0, 2)).toEqual(['CPR started', 'CPR stopped: Pulse is back'])
    // What was given before the stop still counts for when the next dose is due.
    await code(page)
      .getByText(/^Last dose was/)
      .waitFor()
    await page.waitForFunction(() =>
      (document.querySelector('.code-clock')?.textContent ?? '').startsWith('0:0'),
    )
    await inCode(page, 'OTHER DRUG').click()
    await code(page).getByLabel('Another drug').fill(' Vasopressin ')
    await inCode(page, 'RECORD').click()
    await taps(page, 10)
    expect((await listed(page))[0]).toBe('Drug given: Vasopressin')
    await inCode(page, 'STOP CPR').click()
    await inCode(page, 'PATIENT DIED').click()
    await inCode(page, 'CLOSE').click()
  })

  test('a drug whose letters a PDF lacks is named at PRINT and before the export, and no PDF is made', async () => {
    const { page } = second
    const files: string[] = []
    page.on('download', (file) => files.push(file.suggestedFilename()))
    await button(page, 'CODE').click()
    await code(page).waitFor()
    await taps(page, 12)
    await inCode(page, 'OTHER DRUG').click()
    await code(page).getByLabel('Another drug').fill('阿托品')
    await inCode(page, 'RECORD').click()
    await taps(page, 13)
    await inCode(page, 'PRINT').click()
    const named = code(page).getByRole('alert')
    await named.getByText('No PDF can be made: a drug would appear without its name').waitFor()
    expect(await named.getByRole('listitem').allTextContents()).toEqual(['Drug: 阿托品'])
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await named.textContent()).toContain('The DOCX of the sheet keeps every letter.')
    await named.getByRole('button', { name: 'Dismiss' }).click()
    await named.waitFor({ state: 'detached' })
    expect(await inCode(page, 'PRINT').evaluate((one) => one === document.activeElement)).toBe(true)
    expect((await listed(page))[0]).toBe('Drug given: 阿托品')
    await inCode(page, 'STOP CPR').click()
    await inCode(page, 'OTHER REASON').click()
    await inCode(page, 'CLOSE').click()

    await page.goto(`${server.url}/patients/canine`)
    await page.locator('.card-title', { hasText: 'Milo' }).click()
    const saved = page.getByRole('dialog')
    await saved.getByRole('button', { name: 'EXPORT', exact: true }).click()
    await saved.getByText('Code (CPR): 阿托品').waitFor()
    expect(await saved.getByRole('button', { name: 'GENERATE' }).isDisabled()).toBe(true)
    await saved.getByRole('button', { name: 'USE DOCX' }).click()
    const { path } = await generate(page, 'DOCX')
    expect(docxText(path)).toContain('Drug given: 阿托品')
    expect(files.map((name) => name.replace(/.*\./, ''))).toEqual(['docx'])
  })
})
