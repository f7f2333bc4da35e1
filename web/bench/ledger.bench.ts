import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Op } from 'sync-protocol/records/mutation'
import { draw } from 'sync-protocol/testing/examples'
import { signInToApi, type ApiClient } from '../e2e/api-client.ts'
import { openTablet, type Tablet } from '../e2e/browser.ts'
import { demonstrationPassword, startServer, type Server } from '../e2e/server.ts'
import { readyForOffline, signIn } from '../e2e/steps.ts'
import { installProbe, seenAfter } from './page-probe.ts'
import { newReport } from './report.ts'

const COUNT = 10_000
const BATCH = 500
const PAGE = 1000
const RUNS = 7
const TITLE = `${COUNT} entries, verified`

const drawn = (n: number): Op => ({
  op: 'create',
  collection: 'draws',
  _id: randomUUID(),
  content: draw({ drug_volume: (n % 400) / 100 + 0.01 }),
})

describe('a ledger of 10,000 entries', () => {
  const report = newReport('ledger')
  let server: Server
  let tablet: Tablet
  let api: ApiClient

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    const ops = Array.from({ length: COUNT }, (_, n) => drawn(n))
    for (let from = 0; from < COUNT; from += BATCH) await api.push('draw.save', ops.slice(from, from + BATCH))
    tablet = await openTablet()
    await installProbe(tablet.page)
    await signIn(tablet.page, server.url, 'lead@demo.test', password)
    await readyForOffline(tablet.page)
  })
  afterAll(async () => {
    report.end()
    await tablet.close()
    await server.stop()
  })

  test('is read from the server', async () => {
    const times: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const begun = performance.now()
      for (let after = 0; after < COUNT; after += PAGE) {
        const answer = await fetch(`${server.url}/ledger/lines?after=${after}`, {
          headers: { authorization: api.token },
        })
        expect((await answer.text()).split('\n')).toHaveLength(PAGE + 2)
      }
      times.push(performance.now() - begun)
    }
    report.add('10,000 ledger entries, read from the server', 'ms', times)
  })

  test('is read and verified on the tablet, and the screen answers meanwhile', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/ledger`)
    await page.getByRole('heading', { name: TITLE }).waitFor()
    const times: number[] = []
    const tasks: number[] = []
    for (let run = 0; run < RUNS; run++) {
      await page.evaluate(() => window.probe.longTasks.splice(0))
      const again = page.getByRole('button', { name: 'VERIFY AGAIN' })
      const { ms } = await seenAfter(page, 'click', () => again.click(), {
        selector: '.ledger-result-title',
        text: TITLE,
      })
      times.push(ms)
      tasks.push(await page.evaluate(() => Math.max(0, ...window.probe.longTasks)))
    }
    // Shorter, and it was the title of before the press that was seen.
    expect(Math.min(...times)).toBeGreaterThan(50)
    report.add('10,000 ledger entries, read and verified, from the press', 'ms', times, 2000)
    report.add('10,000 ledger entries, longest task of the page meanwhile', 'ms', tasks)
  })
})
