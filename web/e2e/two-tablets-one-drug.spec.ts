import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BalanceContent } from 'sync-protocol/records/balance'
import type { Op } from 'sync-protocol/records/mutation'
import { verifyLedger } from 'sync-protocol/rules/ledger'
import type { LedgerReply } from 'sync-protocol/wire/ledger'
import { signInToApi, type ApiClient } from './api-client.ts'
import { balanceOfDay, balanceOp, KETAMINE } from './balance-samples.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { pressDelete, readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

const drawOp = (patient: string, volume: number): Op => ({
  op: 'create',
  collection: 'draws',
  _id: randomUUID(),
  content: {
    ...KETAMINE,
    drug_volume: volume,
    drug_form: 'INJECTION',
    sheet_id: '-',
    sheet_data: { patient_name: patient, reason: 'Castration', species: 0 },
    day: '2026-11-19',
  },
})

describe('two tablets close a sheet from the same balance, both without a network', () => {
  let server: Server
  let api: ApiClient
  const tablets: Tablet[] = []
  const people = ['technician@demo.test', 'lead@demo.test']

  const at = (index: number): Tablet => {
    const found = tablets[index]
    if (found === undefined) throw new Error('No such tablet.')
    return found
  }
  picturesOfFailures(() => at(0))

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    const sheet = balanceOfDay(KETAMINE, { day: '2026-11-18', draws: [{ patient: 'Rex', volume: 120 }] })
    await api.push('balance.create', [balanceOp(sheet)])
    await api.push('draw.create', [drawOp('Max', 0.5), drawOp('Luna', 0.75)])
    for (const email of people) {
      const tablet = await openTablet()
      tablets.push(tablet)
      await signIn(tablet.page, server.url, email, password)
      await readyForOffline(tablet.page)
    }
  })
  afterAll(async () => {
    for (const tablet of tablets) await tablet.close()
    await server.stop()
  })

  /** From the list to the saved sheet, its opening taken from the sheet of before. */
  async function closeSheet({ page }: Tablet, patient: string): Promise<void> {
    await page.goto(`${server.url}/controlled-substances`)
    await page.getByRole('button', { name: 'CREATE', exact: true }).click()
    const substances = page.getByRole('dialog', { name: 'Select Controlled Substance' })
    await substances.getByRole('button', { name: /^Ketamine 100 mg\/ml/ }).click()
    const previous = page.getByRole('dialog', { name: 'Previous Balance' })
    await previous.getByText(/^Filled in from the balance sheet of 11\/18\/2026/).waitFor()
    expect(await previous.getByLabel('Substance Volume').inputValue()).toBe('8.8')
    await previous.getByRole('button', { name: 'CONTINUE' }).click()
    const draws = page.getByRole('dialog', { name: 'Full Draw' })
    await draws.getByRole('button', { name: new RegExp(patient) }).click()
    await draws.getByText('1 entry in the table').waitFor()
    await draws.getByRole('button', { name: 'DONE' }).click()
    await page.getByRole('button', { name: 'SAVE AND EXPORT' }).click()
    const saved = page.getByRole('dialog', { name: 'Saved Controlled Substance Sheet' })
    await saved.getByRole('button', { name: 'Close' }).click()
    await page.waitForURL(`${server.url}/controlled-substances`)
    await page.locator('.card').nth(1).waitFor()
  }

  const lines = ({ page }: Tablet) => page.locator('.discrepancy-lines').allTextContents()

  test('[M8] both stand, and both are pointed out on both tablets, each naming the other', async () => {
    await server.kill()
    await closeSheet(at(0), 'Max')
    await closeSheet(at(1), 'Luna')
    // Neither knows of the other yet.
    for (const tablet of tablets) expect(await lines(tablet)).toEqual([])
    await server.restart()
    for (const { page } of tablets) await serverIsBack(page)
    const said = [
      'Started from the same balance as the sheet of 11/19/2026 by LEE LEAD, closing 8.05 ml.',
      'Started from the same balance as the sheet of 11/19/2026 by TOM TECHNICIAN, closing 8.3 ml.',
    ]
    for (const tablet of tablets) {
      await expect.poll(async () => (await lines(tablet)).sort(), { timeout: 60_000 }).toEqual(said)
      expect(await tablet.page.locator('.card').count()).toBe(3)
    }
    const closings = (await api.records('balances')).map(
      ({ content }) => (content as unknown as BalanceContent).closing?.balance ?? Number.NaN,
    )
    expect(closings.sort((a, b) => a - b)).toEqual([8.05, 8.3, 8.8])
    // The sheet of before, two draws, and both sheets: one whole chain.
    const { entries, head } = await api.get<LedgerReply>('/ledger')
    expect(verifyLedger(entries)).toMatchObject({ ok: true, head })
    expect(head.n).toBe(5)
  })

  test('[M8] the notice over the list shows only them; Needs attention says what to do and leads there', async () => {
    const { page } = at(1)
    const notice = page.getByRole('status').filter({ hasText: '2 balance sheets to check' })
    await notice.getByRole('button', { name: 'SHOW' }).click()
    await expect.poll(() => page.locator('.card').count()).toBe(2)
    await page.goto(`${server.url}/needs-attention`)
    await page.getByRole('heading', { name: 'Controlled substances: 2 balance sheets to check' }).waitFor()
    await page.getByText('Count the bottle. Record EDIT BALANCE in the next sheet').waitFor()
    await page.getByRole('button', { name: 'SHOW THESE SHEETS' }).click()
    await page.getByText('Only these: 2').waitFor()
    await expect.poll(() => page.locator('.card').count()).toBe(2)
  })

  test('[M8] one person looks at it: it counts on no tablet any more, and who looked is shown on both', async () => {
    const [anas, bens] = [at(0).page, at(1).page]
    for (const page of [anas, bens]) {
      await page.goto(`${server.url}/needs-attention`)
      await syncSays(page, '1 needs attention')
    }
    const heading = anas.getByRole('heading', { name: 'Controlled substances: 2 balance sheets to check' })
    await heading.waitFor()
    await bens.getByRole('button', { name: 'MARK CHECKED', exact: true }).click()
    await heading.waitFor({ state: 'hidden' })
    for (const page of [anas, bens]) {
      await page.getByText('Nothing needs attention').waitFor()
      await syncSays(page, 'All sent')
      await page.getByText('1 checked').click()
      await page.getByText(/^Checked by .+, \d/).waitFor()
    }
    const log = await api.get<unknown>('/organization/action-log')
    expect(JSON.stringify(log)).toContain('Checked balance sheets that do not agree: Ketamine 100 mg/ml')
    await bens.getByRole('button', { name: 'SHOW THESE SHEETS' }).click()
    await bens.getByText('Only these: 2').waitFor()
    await anas.goto(`${server.url}/controlled-substances`)
    await anas.locator('.card').first().waitFor()
  })

  test('[M8] with one of them deleted nothing is pointed out any more, on either tablet', async () => {
    const { page } = at(1)
    await pressDelete(page, 'Ketamine 100 mg/ml, 11/19/2026')
    const question = page.getByRole('alertdialog', { name: 'Delete Ketamine (11/19/2026)?' })
    await question.getByRole('button', { name: 'Entered twice' }).click()
    await question.getByRole('button', { name: 'YES' }).click()
    await question.waitFor({ state: 'hidden' })
    await syncSays(page, 'All sent')
    await expect.poll(() => at(0).page.locator('.card').count()).toBe(2)
    for (const tablet of tablets) await expect.poll(() => lines(tablet)).toEqual([])
  })
})
