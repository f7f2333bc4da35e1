import { randomUUID } from 'node:crypto'
import { EDITION } from 'sync-protocol/records/edition'
import { parseKnown } from 'sync-protocol/records/known'
import { sheetContent } from 'sync-protocol/records/sheet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { chooseSection } from './drug-steps.ts'
import { docxText, pdfWords } from './read-paper.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { buildSheet, closeAndSave, generate, openExport, signIn, syncSays } from './steps.ts'

const TENFOLD = 'Ten times the usual 0.1 mg/kg. Is the point in the right place?'

describe('a dose that is almost certainly wrong', () => {
  let server: Server
  let api: ApiClient
  let tablet: Tablet

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    const hydromorphone = {
      name: 'Hydromorphone',
      concentration: 2,
      dosage: 1,
      usual: 0.1,
      limits: { min: 0.05, max: 0.15 },
      dosage_from: -1,
      dosage_to: -1,
      route: 'IM',
      form: 'INJECTION',
      controlled: false,
    }
    const sections = [{ key: 1000, title_s: 'Opioid', title_p: 'Opioids', drugs: [hydromorphone] }]
    await api.push('anesthesia_protocol.create', [
      {
        op: 'create',
        collection: 'anesthesia_protocols',
        _id: randomUUID(),
        content: { species: 0, name: 'Slipped point', sections },
      },
    ])
    const [library] = (await api.records('drugs')).filter(
      ({ content }) => content?.['name'] === 'Hydromorphone',
    )
    if (!library) throw new Error('The demonstration has no hydromorphone.')
    const reviewed = {
      op: 'update',
      collection: 'drugs',
      _id: library._id,
      base: library.version,
      set: { reviewed: '2020-03-05' },
      was: {},
    } as const
    await api.push('drug.update', [reviewed], new Date(), 'applied', EDITION)
    tablet = await openTablet()
    await signIn(tablet.page, server.url, 'technician@demo.test', password)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  async function build(name: string): Promise<void> {
    const { page } = tablet
    await page.goto(`${server.url}/new-sheet`)
    const patient = { name, weight: '10', unit: 'kg', procedure: 'Castration' } as const
    await buildSheet(page, { ...patient, protocol: 'Slipped point' })
    await page.getByText(TENFOLD).waitFor()
  }
  const question = () => tablet.page.getByRole('alertdialog', { name: 'Check These Doses' })
  const press = (name: string) => tablet.page.getByRole('button', { name, exact: true }).click()

  async function saved(name: string) {
    await syncSays(tablet.page, 'All sent')
    const sheet = (await api.records('sheets')).find(({ content }) => content?.['name'] === name)
    const read = parseKnown(sheetContent, sheet?.content)
    return {
      flags: sheet?.flags ?? [],
      guard: read.anesthesia_protocol.sections[0]?.drugs[0]?.guard,
    }
  }

  test('without a reason is asked about once, before it is on paper; the sheet that is saved says so', async () => {
    const { page } = tablet
    await build('Without a reason')
    await press('EXPORT')
    await question().getByText(TENFOLD).waitFor()
    // What a hasty press answers is what changes nothing.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('GO BACK')
    await press('GO BACK')
    await question().waitFor({ state: 'hidden' })
    await press('EXPORT')
    await press('EXPORT ANYWAY')
    await page.getByRole('alertdialog', { name: 'Add Emergency Protocol?' }).waitFor()
    await page.keyboard.press('Escape')
    await openExport(page)
    await closeAndSave(page, 'YES')
    const guard = { level: 'red', kinds: ['ten-times', 'over'] }
    expect(await saved('Without a reason')).toEqual({ flags: ['dose_unexplained'], guard })
    await page.goto(`${server.url}/patients/canine`)
    const card = page.locator('.card', { hasText: 'Without a reason' })
    await card.getByText('Dose without a reason').waitFor()
    await card.locator('[data-item-focus]').click()
    const dialog = page.getByRole('dialog', { name: 'Anesthesia Sheet for Without a reason' })
    await dialog
      .getByText('Ten times the usual 0.1 mg/kg. 6.67 times the highest', { exact: false })
      .waitFor()
    await dialog.getByText('No reason entered.', { exact: false }).waitFor()
  })

  test('is explained in its place, which a reload keeps; then nothing is asked, and the reason is saved', async () => {
    const { page } = tablet
    await build('With a reason')
    await press('Explain the dose of Hydromorphone')
    const reason = page.getByRole('textbox', { name: 'Reason for the dose of Hydromorphone' })
    await reason.fill('vet wants it th')
    await page.getByRole('link', { name: 'EMERGENCY', exact: true }).click()
    await page.locator('.now-row').first().waitFor()
    await press('Return to New Anesthesia Sheet')
    await reason.waitFor()
    expect(await reason.inputValue()).toBe('vet wants it th')
    await reason.fill('no')
    await press('KEEP REASON')
    await page.getByText('Please enter at least 3 letters.').waitFor()
    await press('Vet’s order')
    const said = page.getByText('Vet’s order (entered by Tom Technician)')
    await said.waitFor()
    await page.reload()
    await said.waitFor()
    await openExport(page)
    for (const [format, read] of [
      ['PDF', pdfWords],
      ['DOCX', docxText],
    ] as const) {
      const { path } = await generate(page, format)
      expect(read(path)).toContain(
        'Ten times the usual 0.1 mg/kg. 6.67 times the highest, 0.15 mg/kg. Vet’s order (entered by Tom Technician)',
      )
    }
    await closeAndSave(page, 'YES')
    const guard = {
      level: 'red',
      kinds: ['ten-times', 'over'],
      reason: 'Vet’s order',
      by: 'Tom Technician',
    }
    expect(await saved('With a reason')).toEqual({ flags: [], guard })
  })

  test('a drug whose review is due says so on its card and on a sheet', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/drugs/canine`)
    await chooseSection(page, 'Opioids')
    const due = page.getByText('Review due since 03/05/2021', { exact: true })
    const card = page.locator('.card', { hasText: 'Hydromorphone' })
    await card.getByText('Review due since 03/05/2021', { exact: true }).waitFor()
    expect(await due.count()).toBe(1)
    await build('Under review')
    await page
      .locator('.dose', { hasText: 'Hydromorphone' })
      .getByText('Review due since 03/05/2021')
      .waitFor()
  })
})
