import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { card, chooseSection } from './drug-steps.ts'
import { readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

async function fromMenu(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Export and import' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** What EXPORT makes, as text. */
async function exported(page: Page): Promise<{ name: string; file: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    fromMenu(page, 'Export all drugs (CSV)'),
  ])
  const path = join(mkdtempSync(join(tmpdir(), 'e2e-file-')), 'drugs.csv')
  await download.saveAs(path)
  return { name: download.suggestedFilename(), file: readFileSync(path, 'utf8') }
}

const choose = (page: Page, file: string) =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'drugs.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })

describe('the drug library as a file, without a network', () => {
  let server: Server
  let tablet: Tablet

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    tablet = await openTablet()
    await signIn(tablet.page, server.url, 'lead@demo.test', demonstrationPassword(server))
    await readyForOffline(tablet.page)
    await tablet.context.setOffline(true)
    await tablet.page.goto(`${server.url}/drugs/canine`)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  test('one press makes a file of all drugs of both species', async () => {
    const { page } = tablet
    const { name, file } = await exported(page)
    expect(name).toMatch(/^Drugs \d\d\.\d\d\.\d{4}\.csv$/)
    const lines = file.split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFF"Drug name","Section","Drug concentration \(per ml\)","Measured in",/)
    // The demonstration has 31 drugs and 12 emergency drugs; the last line is ended too.
    expect(lines).toHaveLength(1 + 43 + 1)
    await page.getByText(`Downloaded ${name}: 43 drugs of both species`).waitFor()
  })

  const modal = () => tablet.page.getByRole('dialog', { name: 'Import Drugs' })
  const rows = (words: string) => modal().getByText(words, { exact: true }).waitFor()

  test('the same file changes nothing: every drug is the same in the library, and none is added', async () => {
    const { page } = tablet
    const { file } = await exported(page)
    await fromMenu(page, 'Import drugs (CSV)')
    await choose(page, file)
    await rows('0 drugs can be added · 43 rows left out')
    await modal().getByRole('button', { name: 'ADD', exact: true }).click()
    await rows('Nothing can be added yet.')
    await modal().getByRole('button', { name: 'BACK' }).click()
    await modal().getByRole('button', { name: 'CANCEL' }).click()
  })

  test('CANCEL ends a long file that is being read, and nothing of it comes back', async () => {
    const { page } = tablet
    const long = Array.from({ length: 1999 }, (_, at) => `Long ${at},Opioids,10 mg/ml,dog,1 mg/kg,IM`)
    // Each pause between two pieces waits for a channel's message: held back until CANCEL was pressed.
    await page.evaluate(() => {
      const pieces = { last: 0, isHeld: true, goOn: () => {} }
      class Held extends MessageChannel {
        constructor() {
          super()
          pieces.last = performance.now()
          const { port2 } = this
          port2.postMessage = (message: unknown) => {
            pieces.goOn = () => {
              pieces.isHeld = false
              MessagePort.prototype.postMessage.call(port2, message)
            }
            if (!pieces.isHeld) pieces.goOn()
          }
        }
      }
      Object.assign(window, { MessageChannel: Held, pieces })
    })
    await fromMenu(page, 'Import drugs (CSV)')
    await choose(page, ['Product,Category,Strength,Species,Dose,Route', ...long].join('\r\n'))
    await modal().getByRole('button', { name: 'Reading' }).waitFor()
    await modal().getByRole('button', { name: 'CANCEL' }).click()
    await modal().waitFor({ state: 'hidden' })
    await page.evaluate(() => {
      const { pieces } = window as unknown as { pieces: { last: number; goOn: () => void } }
      pieces.last = performance.now()
      pieces.goOn()
    })
    await page.waitForFunction(() => {
      const { pieces } = window as unknown as { pieces: { last: number } }
      return performance.now() - pieces.last > 500
    })
    await fromMenu(page, 'Import drugs (CSV)')
    expect(await modal().getByRole('textbox').inputValue()).toBe('')
    await modal().getByRole('button', { name: 'CANCEL' }).click()
  })

  test('a price list of 400: twelve faults are marked in their cells, the rest is one change with one UNDO', async () => {
    const { page } = tablet
    const planted = new Map([
      [7, ['Strength', 'Fault 7,Opioids,"12,5 mg/ml",dog,1 mg/kg,IV', 'Use a decimal point, such as 12.5.']],
      [
        31,
        [
          'Strength',
          'Fault 31,Opioids,1O mg/ml,dog,1 mg/kg,IV',
          'Write mg/ml, mcg/ml, %, units/ml or mEq/ml.',
        ],
      ],
      [64, ['Strength', 'Fault 64,Opioids,10,dog,1 mg/kg,IV', 'mg/ml, % or units/ml?']],
      [
        99,
        [
          'Strength',
          'Fault 99,Opioids,10 mg/tablet,dog,1 mg/kg,IV',
          'Write mg/ml, mcg/ml, %, units/ml or mEq/ml.',
        ],
      ],
      [120, ['Species', 'Fault 120,Opioids,10 mg/ml,horse,1 mg/kg,IV', 'Write canine, feline, or both.']],
      [155, ['Dosage', 'Fault 155,Opioids,10 mg/ml,dog,,IV', 'Canine dosage is required.']],
      [
        188,
        ['Dosage', 'Fault 188,Opioids,10 mg/ml,dog,1 ml/kg,IV', 'Write mg/kg, mcg/kg, units/kg or mEq/kg.'],
      ],
      [213, ['Dosage', 'Fault 213,Opioids,10 mg/ml,dog,1 units/kg,IV', 'This drug’s unit is mg/kg.']],
      [260, ['Section', 'Fault 260,Pain killers,10 mg/ml,dog,1 mg/kg,IV', 'No section has this title.']],
      [301, ['Drug name', ',Opioids,10 mg/ml,dog,1 mg/kg,IV', 'Drug name is required.']],
      [
        333,
        ['Route', 'Fault 333,Opioids,10 mg/ml,dog,1 mg/kg,by mouth', 'Write IV, IM, SC, EPIDURAL or OTHER.'],
      ],
      [
        400,
        [
          'Dosage',
          'Fault 400,Emergency Medications,10 mg/ml,dog,1 mg/kg,IV',
          'An emergency drug has a low and a high dosage instead.',
        ],
      ],
    ] as const)
    const lowAndHigh = ['Canine low dosage is required.', 'Canine high dosage is required.']
    const list = Array.from(
      { length: 400 },
      (_, at) =>
        planted.get((at + 1) as 7)?.[1] ??
        `Drug ${at + 1},${at % 2 === 0 ? 'Opioids' : 'NSAIDs'},${at % 3 === 0 ? '2 %' : '10 mg/ml'},${at % 2 === 0 ? 'dog' : 'both'},0.${at + 1} mg/kg,IM`,
    )
    await fromMenu(page, 'Import drugs (CSV)')
    await choose(page, ['Product,Category,Strength,Species,Dose,Route', ...list].join('\r\n'))
    await rows('388 drugs can be added · 12 rows need a correction')
    // A reload loses nothing, and nothing is stored.
    await page.reload()
    await fromMenu(page, 'Import drugs (CSV)')
    await rows('388 drugs can be added · 12 rows need a correction')
    for (const [row, [column, , message]] of planted) {
      const found = modal().locator('.import-row', { has: page.getByText(`Row ${row}`, { exact: true }) })
      expect(await found.locator('.field-error').allTextContents()).toEqual([
        message,
        ...(row === 400 ? lowAndHigh : []),
      ])
      const marked = found.locator('.import-cell', { has: page.locator('.field-error') })
      expect(await marked.first().textContent()).toMatch(
        new RegExp(`^${column === 'Strength' ? 'Drug concentration' : column}`),
      )
    }
    await modal().getByRole('textbox', { name: 'Drug concentration, row 7', exact: true }).fill('12.5 mg/ml')
    await rows('389 drugs can be added · 11 rows need a correction')
    await modal().getByRole('button', { name: 'ADD 389' }).click()
    await rows('0 drugs can be added · 11 rows need a correction')
    await modal().getByRole('button', { name: 'Close' }).click()
    await syncSays(page, /1 to send/)
    await chooseSection(page, 'Opioids')
    const search = page.getByPlaceholder('Search by drug name')
    await search.fill('Drug 39')
    await card(page, 'Drug 397').waitFor()
    await search.fill('')
    await page.getByRole('button', { name: 'UNDO' }).click()
    await expect.poll(async () => (await exported(page)).file.split('\r\n').length).toBe(1 + 43 + 1)
    // What waits for a correction is still there.
    await fromMenu(page, 'Import drugs (CSV)')
    await rows('0 drugs can be added · 11 rows need a correction')
    await modal().getByRole('button', { name: 'BACK' }).click()
    await modal().getByRole('button', { name: 'CANCEL' }).click()
  })

  test('what differs from the library is updated when a person says so, in one change with UNDO', async () => {
    const { page, context } = tablet
    const { file } = await exported(page)
    await fromMenu(page, 'Import drugs (CSV)')
    const lines = file.split('\r\n')
    const at = lines.findIndex((line) => line.startsWith('"Xylazine"'))
    const edited = lines.with(at, (lines[at] ?? '').replace(',"0.5",', ',"0.75",'))
    await choose(
      page,
      [...edited.slice(0, -1), '"Novel","Opioids","5","mg","Feline","","0.1"', ''].join('\r\n'),
    )
    await rows('1 drug can be added · 43 rows left out')
    await modal()
      .getByText(/^In the library \(/)
      .click()
    // Of a long file only as many rows are drawn as somebody has scrolled to.
    const becomes = modal().getByText('Canine dosage: 0.5 becomes 0.75')
    expect(await becomes.count()).toBe(0)
    await expect
      .poll(async () => {
        await modal().locator('.import-row').last().scrollIntoViewIfNeeded()
        return becomes.count()
      })
      .toBe(1)
    await modal().getByRole('group', { name: 'All that differ' }).getByText('Update').click()
    await rows('1 drug can be added · 1 will be updated · 42 rows left out')
    await modal().getByRole('button', { name: 'ADD 1, UPDATE 1' }).click()
    await modal().waitFor({ state: 'detached' })
    await page.getByText('1 drug added, 1 drug updated.').waitFor()
    const dosage = async () => /"Xylazine".*?"Canine[^"]*","([^"]*)"/.exec((await exported(page)).file)?.[1]
    expect(await dosage()).toBe('0.75')
    await page.getByRole('button', { name: 'UNDO' }).click()
    await expect.poll(dosage).toBe('0.5')
    await context.setOffline(false)
    await serverIsBack(page)
    await syncSays(page, 'All sent')
  })
})
