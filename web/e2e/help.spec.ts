import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults } from './accessibility-faults.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { pdfFacts, pdfText } from './read-paper.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, signIn } from './steps.ts'

let server: Server
let tablet: Tablet
picturesOfFailures(() => tablet)

beforeAll(async () => {
  server = await startServer()
  tablet = await openTablet()
})
afterAll(async () => {
  await tablet.close()
  await server.stop()
})

const menu = () => tablet.page.getByRole('button', { name: /^Signed in as/ }).click()

test('without a network: an update is told once, the arithmetic follows the reader, and the guide is one page', async () => {
  const { page, context } = tablet
  await signIn(page, server.url, 'technician@demo.test', demonstrationPassword(server))
  await readyForOffline(page)
  // As a version before this one left it.
  await page.evaluate(() => {
    const mine = Object.keys(localStorage).find((key) => key.startsWith('whats-new/'))
    if (mine === undefined) throw new Error('Nothing was noted for whoever signed in.')
    localStorage.setItem(mine, '0.9.0')
  })
  await context.setOffline(true)
  await page.reload()
  await page.getByText(/^The app was updated to version/).waitFor()
  await page.getByRole('button', { name: 'WHAT’S NEW' }).click()
  await page.getByRole('heading', { name: 'What’s new' }).waitFor()
  await page.getByRole('link', { name: /home$/ }).click()
  await page.getByRole('link', { name: /^Create New Anesthesia Sheet/ }).waitFor()
  expect(await page.getByText(/^The app was updated/).count()).toBe(0)

  await menu()
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await page.getByRole('link', { name: /^How volumes are calculated/ }).click()
  const result = page.getByRole('status', { name: 'Volume' })
  // It begins with a drug of the clinic's own library.
  await page.getByText('It begins with Buprenorphine from your library, for a dog.').waitFor()
  await result.getByText('22 lb / 2.205 x 0.015 mg/kg / 0.3 mg/ml = 0.5 ml').waitFor()
  await page.getByLabel('Dosage').fill('0.5')
  await page.getByLabel('Concentration').fill('10')
  await page.getByText('kg', { exact: true }).click()
  await result.getByText('22 kg x 0.5 mg/kg / 10 mg/ml = 1.1 ml').waitFor()
  // 0.0333 would give 0.73 ml at 1 mg/ml: what the library keeps of it is said, and computed with.
  await page.getByLabel('Dosage').fill('0.0333')
  await page.getByLabel('Concentration').fill('1')
  await page.getByText('A library keeps 0.033 mg/kg.').waitFor()
  await result.getByText('22 kg x 0.033 mg/kg / 1 mg/ml = 0.73 ml').waitFor()
  await page.getByLabel('Weight').fill('100001')
  await page.getByText('Your patient weight is too large!', { exact: false }).waitFor()
  await page.getByLabel('Weight').fill('22')
  await page.getByLabel('Dosage').fill('0.5')
  await page.getByLabel('Concentration').fill('100000')
  await result.getByText('too small to measure, dilute').waitFor()
  await page.getByLabel('Concentration').fill('1,5')
  await page.getByText('Concentration must be a valid number.').waitFor()
  await result.getByText('–').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByRole('link', { name: 'All topics' }).click()
  await page.getByRole('link', { name: /^What the sync status/ }).click()
  await page.getByText('1 needs attention').waitFor()
  const covered = await page.locator('.help-mark').evaluateAll((marks) =>
    marks.flatMap((mark) => {
      const [label, meaning] = ['.sync-mark-label', 'dd'].map((part) =>
        mark.querySelector(part)?.getBoundingClientRect(),
      )
      return label && meaning && label.right <= meaning.left ? [] : [mark.textContent]
    }),
  )
  expect(covered).toEqual([])

  await page.getByRole('link', { name: 'All topics' }).click()
  await page.getByRole('link', { name: /^Guide for the treatment room/ }).click()
  await page.getByText('Buprenorphine from your library').waitFor()
  await page.getByRole('button', { name: 'PRINT' }).waitFor()
  const folder = mkdtempSync(join(tmpdir(), 'e2e-guide-'))
  for (const format of ['A4', 'Letter']) {
    const path = join(folder, `${format}.pdf`)
    await page.pdf({ path, format })
    expect([format, pdfFacts(path).pages]).toEqual([format, 1])
    const words = pdfText(path)
    expect(words).toContain('22 lb / 2.205 x 0.015 mg/kg / 0.3 mg/ml = 0.5 ml')
    expect(words).toContain('Buprenorphine from your library, for a dog.')
    for (const word of ['SAVE', 'Day List', 'EMERGENCY']) expect(words).toContain(word)
    expect(words).not.toMatch(/LOG OUT|PRINT|not for patient care/)
  }
})

test('the licenses of others are shown from the server; without a network it says so', async () => {
  const { page, context } = tablet
  const open = () => page.goto(`${server.url}/help/licenses`)
  await context.setOffline(true)
  await open()
  await page.getByText('They are on the server.', { exact: false }).waitFor()
  await context.setOffline(false)
  await open()
  const shown = await page.locator('.help-notices').textContent()
  for (const part of [
    'react 19',
    'fastify 5',
    '@node-rs/argon2',
    'PostgreSQL Global Development Group',
    'Noto Project',
  ])
    expect(shown).toContain(part)
})

/** Runs in the page: what is seen of the app around a screen, and rows that lie over each other. */
function misprinted(): string[] {
  const seen = [
    ...document.querySelectorAll('.button, .icon-button, .bar-end, .toasts, .card input[type=checkbox]'),
  ]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }))
    .map((part) => part.outerHTML.slice(0, 120))
  const rows = [...document.querySelectorAll('.virtual-row')].map((row) => row.getBoundingClientRect())
  const over = rows.filter(({ top }, at) => top < (rows[at - 1]?.bottom ?? top) - 0.5)
  const scrollers = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (part) =>
      part.scrollHeight > part.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(part).overflowY),
  )
  const dark = getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)' ? [] : ['dark paper']
  return [...seen, ...over.map(({ top }) => `over another row at ${top}`), ...dark].concat(
    scrollers.map((part) => `cut: ${part.className}`),
  )
}

test('a screen is printed in black on white, rows below each other, without buttons', async () => {
  const { page } = tablet
  const paper = async (path: string): Promise<string> => {
    await page.pdf({ path, format: 'Letter' })
    return pdfText(path)
  }
  const folder = mkdtempSync(join(tmpdir(), 'e2e-print-'))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${server.url}/drugs/canine`)
  const row = page.locator('.virtual-row').first()
  await row.waitFor()
  const list = await paper(join(folder, 'list.pdf'))
  expect(list).toMatch(/^\s*Drugs/)
  expect(list).not.toMatch(/LOG OUT|Search By|ADD/)

  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  expect(await page.evaluate(misprinted)).toEqual([])
  await row.locator('[data-item-focus]').click()
  await page.getByRole('dialog').waitFor()
  expect(await page.evaluate(misprinted)).toEqual([])
  expect(await page.locator('.shell').isVisible()).toBe(false)
  await page.goto(`${server.url}/new-sheet`)
  await page.getByLabel('Patient Name').waitFor()
  expect(await page.evaluate(misprinted)).toEqual([])
})
