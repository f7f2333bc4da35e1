import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { balanceContentOf } from 'sync-protocol/rules/balance-sheet'
import { tableOf } from 'sync-protocol/rules/balance-table'
import type { TableEvent } from 'sync-protocol/rules/table-events'
import { signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, signIn } from './steps.ts'

const ketamine = { drug_name: 'Ketamine', drug_concentration: 100 }
const start = (balance: number, previous_id?: string): TableEvent => ({
  kind: 'start',
  bottle_number: 'A1',
  container_size: 2000,
  balance,
  ...(previous_id !== undefined && { previous_id }),
})
const full = (day: string, patient: string, volume: number): TableEvent => ({
  kind: 'full_draw',
  draw_id: randomUUID(),
  day,
  title: patient,
  description: '',
  species: 0,
  reason: 'Castration',
  volume,
  procedure_number: 1,
})
const sheet = (_id: string, events: TableEvent[], over: JsonObject = {}): Op => ({
  op: 'create',
  collection: 'balances',
  _id,
  content: { ...(balanceContentOf(tableOf(events), ketamine) as unknown as JsonObject), ...over },
})

describe('the chart of a controlled substance', () => {
  let server: Server
  let tablet: Tablet

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    const lead = await signInToApi(server.url, 'lead@demo.test', password)
    const [first, second, wrong] = [randomUUID(), randomUUID(), randomUUID()]
    const bottle: TableEvent = { kind: 'add_balance', bottle_number: 'B2', volume: 500 }
    await lead.push('balance.create', [
      sheet(first, [start(2000), full('2026-11-20', 'Rex', 125), bottle]),
      sheet(second, [start(2375, first), full('2026-11-30', 'Mia', 75)]),
      sheet(wrong, [start(2375, first), full('2026-11-30', 'Entered in error', 900)]),
    ])
    await lead.push('balance.delete', [
      { op: 'void', collection: 'balances', _id: wrong, base: 1, reason: 'Entered twice' },
    ])
    tablet = await openTablet()
    await signIn(tablet.page, server.url, 'technician@demo.test', password)
    await readyForOffline(tablet.page)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  test('[Q-27] without a network: all that it draws stands in tables, without voided sheets', async () => {
    const { page, context } = tablet
    await page.goto(`${server.url}/controlled-substances`)
    await page.locator('.card').first().waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Chart of a controlled substance' }).click()
    const dialog = page.getByRole('dialog', { name: 'Balance Over Time' })
    await dialog.locator('canvas').first().waitFor()
    await dialog.getByText('20 ml at the start, 23 ml at the end. 2 draws used 2 ml').waitFor()
    await dialog.getByText('Table', { exact: true }).click()
    const cells = (table: string) =>
      dialog
        .getByRole('table', { name: table })
        .locator('tbody tr')
        .evaluateAll((rows) =>
          rows.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)),
        )
    const steps = await cells('Every change of the balance, newest first')
    expect(
      steps.map(([day, what, , bottle, change, balance]) => [day, what, bottle, change, balance]),
    ).toEqual([
      ['11/30/2026', 'Draw', 'A1', '-0.75', '23'],
      ['11/20/2026', 'New bottle', 'B2', '+5', '23.75'],
      ['11/20/2026', 'Draw', 'A1', '-1.25', '18.75'],
      ['11/20/2026', 'Opening balance', 'A1', '+20', '20'],
    ])
    expect(await cells('Use per week, newest first')).toEqual([
      ['11/30/2026', '0.75'],
      ['11/23/2026', '0'],
      ['11/16/2026', '1.25'],
    ])
  })

  test('tells of one change after the other: by keys, by a pointer, and Escape closes only what is told', async () => {
    const { page } = tablet
    const dialog = page.getByRole('dialog', { name: 'Balance Over Time' })
    await dialog.getByText('Chart', { exact: true }).click()
    const reader = dialog.getByRole('application')
    const told = dialog.locator('.chart-told')
    const said = dialog.locator('[aria-live=polite]')
    await reader.focus()
    await page.keyboard.press('ArrowLeft')
    await said.getByText('11/30/2026 · page 1. Balance 23 ml. Drawn: 0.75 ml, Mia').waitFor()
    await page.keyboard.press('ArrowLeft')
    await said.getByText('Balance 23.75 ml. Received: 5 ml, bottle B2. 3 of 4').waitFor()
    await page.keyboard.press('Home')
    await told.getByText('Opening balance').waitFor()
    await page.keyboard.press('Escape')
    await told.waitFor({ state: 'detached' })
    expect(await dialog.isVisible()).toBe(true)
    const picture = await reader.boundingBox()
    if (picture === null) throw new Error('The chart has no size.')
    const { x, y, width, height } = picture
    for (const part of [0.01, 0.4, 0.99]) {
      await page.mouse.move(x + part * width, y + height / 2)
      const box = await told.boundingBox()
      if (box === null) throw new Error('Nothing is told.')
      expect(box.x).toBeGreaterThanOrEqual(x)
      expect(box.y).toBeGreaterThanOrEqual(y)
      expect(box.x + box.width).toBeLessThanOrEqual(x + width)
      expect(box.y + box.height).toBeLessThanOrEqual(y + height)
    }
    await told.getByText('11/30/2026 · page 1').waitFor()
    await page.mouse.move(x, y + height + 50)
    await told.waitFor({ state: 'detached' })
  })

  test('is saved as a picture on white, in the dark theme too', async () => {
    const { page } = tablet
    await page.emulateMedia({ colorScheme: 'dark' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'SAVE AS PNG' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^CS Chart - \d\d\.\d\d\.\d{4} - Ketamine 100 mgml\.png$/)
    const bytes = readFileSync(await file.path()).toString('base64')
    const seen = await page.evaluate(async (png) => {
      const image = new Image()
      image.src = `data:image/png;base64,${png}`
      await image.decode()
      const canvas = document.createElement('canvas')
      const { naturalWidth: width, naturalHeight: height } = image
      Object.assign(canvas, { width, height })
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const { data } = context?.getImageData(0, 0, width, height) ?? { data: new Uint8ClampedArray() }
      let white = 0
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === 255 && data[at + 1] === 255 && data[at + 2] === 255) white += 1
      return { width, white: white / (width * height) }
    }, bytes)
    expect(seen.width).toBeGreaterThanOrEqual(1200)
    expect(seen.white).toBeGreaterThan(0.4)
    expect(seen.white).toBeLessThan(0.99)
  })
})
