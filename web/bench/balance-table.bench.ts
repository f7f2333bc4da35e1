import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOpenTable } from 'sync-protocol/rules/open-table'
import type { JsonObject } from 'sync-protocol/records/json'
import { signInToApi } from '../e2e/api-client.ts'
import { controlledDrug, dialogOf, drawOps, openDraws, patientOf } from '../e2e/balance-steps.ts'
import { openTablet, type Tablet } from '../e2e/browser.ts'
import { demonstrationPassword, startServer, type Server } from '../e2e/server.ts'
import { readyForOffline, signIn, syncSays } from '../e2e/steps.ts'
import { installProbe, seenAfter } from './page-probe.ts'
import { newReport } from './report.ts'

const DRAWS = 10_000
const BATCH = 400
const ROWS = 500
const OPENINGS = 12
const ENTRIES = 40
const FRAME_MS = 16.7
const TYPED = ['rex 012', '01/02/2026', 'rex 99']
const ROW = '.draw-row'
const DRUG = 'Benchamine'
const DAY = '2026-01-02'

/** An open table of so many rows, and draws of its day that are not in it. */
function longTable(user: { _id: string; name: string }): JsonObject {
  const at = '2026-01-02T08:00:00.000Z'
  const open = newOpenTable('0193cccc-0000-7000-8000-000000000001', at, {
    user_id: user._id,
    name: user.name,
    at,
  })
  const draws = Array.from({ length: ROWS }, (_, n) => ({
    kind: 'full_draw' as const,
    draw_id: `0193cccc-0000-7000-8000-${String(n + 1000).padStart(12, '0')}`,
    day: DAY,
    title: `In the table ${n}`,
    description: `ID-${n}`,
    species: n % 2,
    reason: 'Ovariohysterectomy',
    volume: 10,
    procedure_number: n + 1,
  }))
  const table = {
    ...open,
    substance: { drug_name: DRUG, drug_concentration: 100 },
    previous: { bottle_number: 'A-1', container: '1000', substance: '1000' },
    confirmed: true,
    events: [
      { kind: 'start' as const, bottle_number: 'A-1', container_size: 100_000, balance: 100_000 },
      ...draws,
    ],
  }
  return { kind: 'balance', table: table }
}

describe('an open balance table', () => {
  const report = newReport('balance-table')
  let server: Server
  let tablet: Tablet

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    const api = await signInToApi(server.url, 'lead@demo.test', password)
    await api.push('drug.create', [controlledDrug(DRUG)])
    const ops = drawOps(9, DRAWS, { drug: DRUG, volume: 0.1, day: DAY })
    for (let from = 0; from < DRAWS; from += BATCH)
      await api.push('draw.create', ops.slice(from, from + BATCH))
    await api.push('draft.save', [
      {
        op: 'create',
        collection: 'drafts',
        _id: '0193cccc-0000-7000-8000-000000000002',
        content: longTable(api.user),
      },
    ])
    tablet = await openTablet()
    const { page } = tablet
    await installProbe(page)
    await signIn(page, server.url, 'technician@demo.test', password)
    await syncSays(page, 'All sent', 120_000)
    await readyForOffline(page)
    await page.goto(`${server.url}/controlled-substances/new?table=0193cccc-0000-7000-8000-000000000002`)
    await page.getByRole('row', { name: new RegExp(`In the table ${ROWS - 1}`) }).waitFor({ timeout: 60_000 })
    // The list in memory is made once.
    await openDraws(page)
    await page.locator(ROW).first().waitFor({ timeout: 60_000 })
  })
  afterAll(async () => {
    report.end()
    await tablet.close()
    await server.stop()
  })

  test('an entry in a table of 500 rows is shown', async () => {
    const { page } = tablet
    const times: number[] = []
    const frames: number[] = []
    const dialog = dialogOf(page, 'Full Draw')
    for (let n = 1; n <= ENTRIES; n++) {
      const row = dialog.locator('.virtual-row', { hasText: patientOf(n) }).locator(ROW)
      await row.scrollIntoViewIfNeeded()
      const seen = await seenAfter(page, 'click', () => row.click(), {
        selector: '.create-left .quiet',
        text: `${ROWS + n} entries in the table`,
      })
      times.push(seen.ms)
      frames.push(seen.frames)
      await page.locator('[data-keeping="kept"]').waitFor({ state: 'attached' })
    }
    report.add(`an entry in a table of ${ROWS} rows, press to painted`, 'ms', times, 2 * FRAME_MS)
    report.add('frames until such an entry is shown', 'frames', frames, 2)
    const all = await page.evaluate(() => window.probe.saves)
    const kept = all.filter(({ action }) => action === 'draft.save')
    expect(kept.length).toBeGreaterThanOrEqual(ENTRIES)
    report.add(
      `keep a table of ${ROWS} rows: transaction`,
      'ms',
      kept.map(({ ms }) => ms),
    )
  })

  test('the list of 10,000 draws opens', async () => {
    const { page } = tablet
    const times: number[] = []
    for (let opened = 0; opened < OPENINGS; opened++) {
      await dialogOf(page, 'Full Draw').getByRole('button', { name: 'DONE' }).click()
      await dialogOf(page, 'Full Draw').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'DRAW', exact: true }).click()
      const item = page.getByRole('menuitem', { name: 'FULL DRAW' })
      await item.waitFor()
      times.push((await seenAfter(page, 'click', () => item.click(), { selector: ROW })).ms)
    }
    report.add('list of 10,000 draws opens, press to painted rows', 'ms', times, 100)
  })

  test('its search answers each key', async () => {
    const { page } = tablet
    const first = () => page.locator(ROW).first().locator('.picker-name').textContent()
    await dialogOf(page, 'Full Draw').getByRole('searchbox').click()
    const times: number[] = []
    for (const text of TYPED) {
      for (const key of [...Array.from(text), ...Array.from(text, () => 'Backspace')]) {
        const size = await page.evaluate(
          () => document.querySelector('.virtual-rows')?.getAttribute('style') ?? '',
        )
        await page.evaluate((before) => {
          const list = document.querySelector('.virtual-rows')
          list?.removeAttribute('data-changed')
          const observer = new MutationObserver(() => {
            if (list?.getAttribute('style') === before) return
            list?.setAttribute('data-changed', '')
            observer.disconnect()
          })
          if (list) observer.observe(list, { attributes: true, attributeFilter: ['style'] })
        }, size)
        const seen = await Promise.race([
          seenAfter(page, 'keydown', () => page.keyboard.press(key), {
            selector: '.virtual-rows[data-changed]',
          }),
          page.waitForTimeout(1_000).then(() => null),
        ])
        if (seen !== null) times.push(seen.ms)
      }
    }
    expect(await first()).toContain('Rex')
    expect(times.length).toBeGreaterThan(10)
    report.add('search in a list of 10,000 draws, per keystroke', 'ms', times, 50)
  })
})
