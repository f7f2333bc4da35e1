import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults } from './accessibility-faults.ts'
import { signInToApi, type ApiClient } from './api-client.ts'
import { balanceOp } from './balance-samples.ts'
import { openTablet, type Tablet } from './browser.ts'
import { balanceOfDraws, drawsOf } from './drawn-balances.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { pdfFacts, pdfText } from './read-paper.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

const keep = async (download: Download) => {
  const path = join(mkdtempSync(join(tmpdir(), 'e2e-file-')), download.suggestedFilename())
  await download.saveAs(path)
  return { path, name: download.suggestedFilename() }
}

/** Presses GENERATE in the open dialog, and waits for the file. */
async function generateFile(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'GENERATE' }).click(),
  ])
  return keep(download)
}

/** Holds the worker that waits up at every word of progress, so that any machine can press CANCEL on the way. */
async function slowDrawing(page: Page): Promise<void> {
  await expect.poll(() => page.workers().length).toBe(1)
  await page.workers()[0]?.evaluate(() => {
    const tell = globalThis.postMessage
    globalThis.postMessage = (...message: unknown[]) => {
      for (const end = performance.now() + 300; performance.now() < end;);
      Reflect.apply(tell, globalThis, message)
    }
  })
}

async function openSheet(page: Page, drug: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${drug} 100 mg/ml`) }).click()
  await page.getByRole('dialog', { name: `Balance Sheet for ${drug} 100` }).waitFor()
}

describe('a saved balance sheet on screen and on paper, without a network', () => {
  let server: Server
  let api: ApiClient
  let tablet: Tablet

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    const ketamine = balanceOfDraws('Ketamine', 58)
    await api.push('draw.create', drawsOf(ketamine))
    await api.push('balance.create', [balanceOp(ketamine)])
    await api.push('balance.create', [balanceOp(balanceOfDraws('Methadone', 2_240))])
    tablet = await openTablet()
    await signIn(tablet.page, server.url, 'technician@demo.test', password)
    await readyForOffline(tablet.page)
    await server.kill()
    await tablet.page.goto(`${server.url}/controlled-substances`)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  test('is shown page by page, the first row of each shaded', async () => {
    const { page } = tablet
    await openSheet(page, 'Ketamine')
    const dialog = page.getByRole('dialog')
    // The opening, 58 draws and a second bottle are 60 rows: 1 + 23, and twice 23 with the carried ones.
    for (const nth of [1, 2, 3]) await dialog.getByRole('heading', { name: `Page ${nth} / 3` }).waitFor()
    const second = dialog.getByRole('region', { name: 'Page 2 / 3' })
    await second.scrollIntoViewIfNeeded()
    // What is far below is laid out once it comes into sight.
    await expect
      .poll(() => second.getByRole('columnheader').allInnerTexts())
      .toEqual([
        'No.',
        'Date',
        'Patient/Medication',
        'Species',
        'Client ID/Bottle Description',
        'Bottle Number',
        'Reason',
        'Amount Added',
        'Amount Used',
        'Balance',
      ])
    const rows = second.getByRole('row')
    expect(await rows.count()).toBe(25)
    expect(await rows.nth(1).innerText()).toMatch(
      /Balance, Previous Page[\s\S]*Carried From Previous Page[\s\S]*8\.5/,
    )
    const shade = (nth: number) =>
      rows
        .nth(nth)
        .getByRole('rowheader')
        .evaluate((cell) => getComputedStyle(cell).backgroundColor)
    expect(await shade(1)).not.toBe(await shade(2))
    expect(await dialog.getByText('20 ml', { exact: true }).first().isVisible()).toBe(true)
  })

  test('passes the accessibility checker, and so do its export settings', async () => {
    const { page } = tablet
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'DOWNLOAD' }).click()
    await page.getByRole('dialog', { name: 'Export Settings' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  })

  test('becomes a PDF of 3 landscape pages that says the same, with the ledger that the tablet knows', async () => {
    const { page } = tablet
    await page.getByRole('dialog').getByRole('button', { name: 'DOWNLOAD' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export Settings' })
    const file = dialog.getByLabel('File Name')
    expect(await file.inputValue()).toBe('CS - 03.05.2026 - Ketamine 100 mgml')
    await file.fill(' ')
    await dialog.getByRole('button', { name: 'GENERATE' }).click()
    await dialog.getByText('Please enter the file name.').waitFor()
    await file.fill('CS - 03.05.2026 - Ketamine 100 mgml')
    // On a phone too it is read whole.
    const { width: wide = 0, height = 0 } = page.viewportSize() ?? {}
    await page.setViewportSize({ width: 390, height: 844 })
    const isWhole = () =>
      file.evaluate((box) => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight)
    await expect.poll(isWhole).toBe(true)
    await page.setViewportSize({ width: wide, height })
    const { path, name } = await generateFile(page)
    expect(name).toBe('CS - 03.05.2026 - Ketamine 100 mgml.pdf')
    expect(pdfFacts(path)).toEqual({ pages: 3, size: '985 x 760' })
    const text = pdfText(path)
    expect(text).toMatch(/Page 1 \/ 3/)
    expect(text).toMatch(/Page 3 \/ 3/)
    expect(text).toMatch(/Balance, Previous Page.*B-1\b.*Page.*8\.5|Balance, Previous Page[\s\S]{0,200}8\.5/)
    const draws = text.match(/(?:Castration|Ovariohysterectomy|Dental)\s+0\.5\s/g)
    expect(draws).toHaveLength(58)
    expect(text).toMatch(/New Bottle\s+20\s+20\s/)
    expect(text).toMatch(/Zoë “Σκύλος” Жук/)
    const { head } = await ledgerHead()
    expect(text).toContain(`Ledger: ${head.n} entries, the last one ${head.hash}`)
  })

  /** What the server's ledger ended with when it was killed. */
  async function ledgerHead() {
    await server.restart()
    try {
      return await api.get<{ head: { n: number; hash: string } }>('/ledger?after=0')
    } finally {
      await server.kill()
    }
  }

  test('becomes a portrait PDF of 2 pages without initials, as remembered', async () => {
    const { page } = tablet
    const dialog = page.getByRole('dialog', { name: 'Export Settings' })
    await dialog.getByText('3 pages on paper').waitFor()
    await dialog.getByText('Portrait', { exact: true }).click()
    await dialog.getByText('2 pages on paper').waitFor()
    await dialog.getByLabel('Digital initials').uncheck()
    const { path } = await generateFile(page)
    // 60 rows on pages of 34: 1 + 33, then the carried one and 26.
    expect(pdfFacts(path)).toEqual({ pages: 2, size: '760 x 985' })
    const text = pdfText(path)
    expect(text.match(/0\.5 /g)?.length).toBeGreaterThanOrEqual(58)
    const initials = (words: string) => words.match(/\s[A-Z]{2}\n/g) ?? []
    expect(initials(text)).toEqual([])
    await dialog.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'DOWNLOAD' }).click()
    expect(await dialog.getByLabel('Digital initials').isChecked()).toBe(false)
    await dialog.getByLabel('Digital initials').check()
    const again = await generateFile(page)
    expect(initials(pdfText(again.path)).length).toBeGreaterThanOrEqual(60)
  })

  test('has blank sheets beside it: 3 pages, and 1 to 100 whole numbers only', async () => {
    const { page } = tablet
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'BLANKS' }).click()
    const dialog = page.getByRole('dialog', { name: 'Blank Balance Sheets' })
    await dialog
      .getByText('Generate PDF document containing blank controlled substance balance sheets.', {
        exact: true,
      })
      .waitFor()
    const number = dialog.getByLabel('Number of Pages')
    expect(await number.inputValue()).toBe('1')
    for (const [typed, message] of [
      ['', 'Number of pages is required.'],
      ['two', 'Number of pages must be a valid number.'],
      ['0', 'Number of pages must be greater than zero.'],
      ['101', 'Number of pages is too large.'],
    ] as const) {
      await number.fill(typed)
      await dialog.getByRole('button', { name: 'GENERATE' }).click()
      await dialog.getByText(message).waitFor()
      expect(await number.evaluate((input) => input === document.activeElement)).toBe(true)
    }
    await number.fill('3')
    const { path, name } = await generateFile(page)
    expect(name).toMatch(/^Ketamine Balance Sheet - \d\d\.\d\d\.\d{4} \(Blank\)\.pdf$/)
    expect(pdfFacts(path)).toEqual({ pages: 3, size: '985 x 760' })
    const text = pdfText(path)
    for (const words of ['Ketamine', '100 mg/ml', 'Injection', 'Page 3 / 3', 'Amount Added | Used'])
      expect(text).toContain(words)
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  test('of a hundred pages can be cancelled on the way, and made after that', async () => {
    const { page } = tablet
    await openSheet(page, 'Methadone')
    await page.getByRole('dialog').getByRole('button', { name: 'DOWNLOAD' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export Settings' })
    const downloads: string[] = []
    page.on('download', (download) => downloads.push(download.suggestedFilename()))
    await slowDrawing(page)
    await dialog.getByRole('button', { name: 'GENERATE' }).click()
    await dialog
      .getByText(/^Page \d+ of 100$/)
      .filter({ hasNotText: 'Page 0' })
      .waitFor()
    await dialog.getByRole('button', { name: 'CANCEL' }).click()
    await dialog.getByText('Cancelled. No file was made.').waitFor()
    const generate = dialog.getByRole('button', { name: 'GENERATE' })
    expect(await generate.evaluate((button) => button === document.activeElement)).toBe(true)
    const { path, name } = await generateFile(page)
    expect(downloads).toEqual([name])
    expect(pdfFacts(path)).toEqual({ pages: 100, size: '985 x 760' })
    await dialog.getByText(`Downloaded ${name}`).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  test('and each file is in the action log, once the server is back', async () => {
    const { page } = tablet
    await server.restart()
    await serverIsBack(page)
    await syncSays(page, 'All sent')
    const log = JSON.stringify(await api.get('/organization/action-log'))
    for (const words of [
      'Exported balance sheet: CS - 03.05.2026 - Ketamine 100 mgml.pdf',
      'Generated blank balance sheets: 3 pages',
      'Exported balance sheet: CS - 03.05.2026 - Methadone 100 mgml.pdf',
    ])
      expect(log).toContain(words)
  })
})
