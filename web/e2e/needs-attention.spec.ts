import { randomUUID } from 'node:crypto'
import type { Op } from 'sync-protocol/records/mutation'
import { combineBalances } from 'sync-protocol/rules/combine-balances'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults } from './accessibility-faults.ts'
import { halfMgProtocol, signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { balanceOfDraws } from './drawn-balances.ts'
import { keptOnDisk } from './kept-on-disk.ts'
import { focusReturns } from './keyboard-steps.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  closeAndSave,
  openExport,
  readyForOffline,
  saveNextPatient,
  signIn,
  syncSays,
} from './steps.ts'

const TECHNICIAN = 'technician@demo.test'

describe('what a person may no longer save waits for somebody, and nothing is lost', () => {
  let server: Server
  let api: ApiClient
  let tablet: Tablet
  let password: string
  let technicianId: string

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    await api.push('anesthesia_protocol.create', [halfMgProtocol('Half a milligram')])
    const { users } = await api.get<{ users: { _id: string; email: string }[] }>('/organization/users')
    technicianId = users.find(({ email }) => email === TECHNICIAN)?._id ?? ''
    tablet = await openTablet()
    await signIn(tablet.page, server.url, TECHNICIAN, password)
    await readyForOffline(tablet.page)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  const names = async () =>
    (await api.records('sheets')).map(({ content }) => String(content?.['name'])).sort()

  /** Facts that wait; what was typed on the way waits beside them. */
  async function parked(): Promise<number> {
    const waiting = await api.records('attention')
    return waiting.filter(({ content }) => content?.['status'] === 'parked' && !content['settled']).length
  }

  test('[P6] [P8] permission 1 is taken away while sheets wait: they are parked, and the work is still on the screen', async () => {
    const { page, context } = tablet
    await page.goto(`${server.url}/new-sheet`)
    await context.setOffline(true)
    const patient = {
      weight: '10',
      unit: 'kg',
      procedure: 'Castration',
      protocol: 'Half a milligram',
    } as const
    await buildSheet(page, { ...patient, name: 'Parked one' })
    await openExport(page)
    await closeAndSave(page, 'YES')
    await saveNextPatient(page, 'Parked two', 'Castration')
    await api.post('/organization/users/update', { _id: technicianId, org_perms: [0] })
    await context.setOffline(false)
    await expect.poll(parked).toBe(2)
    // Where it was just said to be saved.
    await page.getByText('Not accepted: see Needs Attention').waitFor()
    expect(await names()).toEqual([])
    expect((await api.records('draws')).length).toBe(0)
    await syncSays(page, /^Sync: \d+ need attention, all sent$/)
  })

  test('[P8] [T3] a holder of 2 reads them on another tablet and approves one: it stands under its author, with its draw', async () => {
    const other = await openTablet({ width: 820, height: 1180 })
    try {
      const { page } = other
      await signIn(page, server.url, 'veterinarian@demo.test', password)
      await page.goto(`${server.url}/needs-attention`)
      const card = page.getByRole('article').filter({ hasText: 'Anesthesia sheet, new: Parked one' })
      await card.getByText('It is waiting for your approval.').waitFor()
      await card.getByRole('button', { name: 'APPROVE' }).click()
      await card.waitFor({ state: 'hidden' })
      await page.getByText('Approved. It is recorded under the name of Tom Technician.').waitFor()
      await expect.poll(parked).toBe(1)
      const sheets = await api.records('sheets')
      expect(sheets.map(({ content, meta }) => [content?.['name'], meta.author_name])).toEqual([
        ['Parked one', 'Tom Technician'],
      ])
      expect((await api.records('draws')).map(({ content }) => content?.['sheet_id'])).toEqual([
        sheets[0]?._id,
      ])
    } finally {
      await other.close()
    }
  })

  test('[T3] with the permission back its author sends the other one again, once', async () => {
    const { page } = tablet
    await api.post('/organization/users/update', { _id: technicianId, org_perms: [1] })
    // While the permission was away nothing could be read: what waits came with the answers, and is decided on before the feed.
    let bring = () => {}
    const decided = new Promise<void>((resolve) => {
      bring = resolve
    })
    await page.route('**/sync/pull?*', async (route) => {
      await decided
      await route.continue()
    })
    await page.goto(`${server.url}/needs-attention`)
    const card = page.getByRole('article').filter({ hasText: 'Anesthesia sheet, new: Parked two' })
    await card.getByRole('button', { name: 'RETRY' }).click()
    await card.waitFor({ state: 'hidden' })
    bring()
    await expect.poll(parked).toBe(0)
    await page.unroute('**/sync/pull?*')
    expect(await card.count()).toBe(0)
    expect(await names()).toEqual(['Parked one', 'Parked two'])
    expect((await api.records('draws')).length).toBe(2)
  })

  test('[M9] [P8] [T3] a sheet opened again where nobody has heard that it was approved is recorded once, with its draws', async () => {
    const { page, context } = tablet
    await page.goto(`${server.url}/new-sheet`)
    await context.setOffline(true)
    const name = 'Parked three'
    await buildSheet(page, {
      name,
      weight: '10',
      unit: 'kg',
      procedure: 'Castration',
      protocol: 'Half a milligram',
    })
    await openExport(page)
    await closeAndSave(page, 'YES')
    await api.post('/organization/users/update', { _id: technicianId, org_perms: [0] })
    await context.setOffline(false)
    await expect.poll(parked).toBe(1)
    await api.post('/organization/users/update', { _id: technicianId, org_perms: [1] })
    await page.goto(`${server.url}/needs-attention`)
    const card = page.getByRole('article').filter({ hasText: `Anesthesia sheet, new: ${name}` })
    await card.getByRole('button', { name: 'REOPEN' }).waitFor()
    await context.setOffline(true)
    // What listened before may go on listening without a network.
    await page.reload()
    await card.getByRole('button', { name: 'REOPEN' }).waitFor()
    const waiting = (await api.records('attention')).filter(
      ({ content }) => content?.['status'] === 'parked' && !content['settled'],
    )
    const settle = ({ _id, version: base }: { _id: string; version: number }): Op => ({
      op: 'settle',
      collection: 'attention',
      _id,
      base,
      choice: 'mine',
    })
    await api.push('attention.approve', waiting.map(settle))
    const recorded = async () => {
      const sheets = (await api.records('sheets')).filter(({ content }) => content?.['name'] === name)
      const ids = sheets.map(({ _id }) => _id)
      const draws = (await api.records('draws')).filter(({ content }) =>
        ids.includes(String(content?.['sheet_id'])),
      )
      return [sheets.length, draws.length]
    }
    expect(await recorded()).toEqual([1, 1])
    await card.getByRole('button', { name: 'REOPEN' }).click()
    await page.getByText(/^The sheet is open again as it was\. It keeps its day, /).waitFor()
    await page.getByLabel('Patient Weight').fill('11')
    await openExport(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    // Not one more: the same again.
    await page.getByRole('alertdialog', { name: 'Save Anesthesia Sheet?' }).waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await context.setOffline(false)
    await expect.poll(parked).toBe(1)
    expect(await recorded()).toEqual([1, 1])
    await page.goto(`${server.url}/needs-attention`)
    await card.filter({ hasText: 'Another record with this id exists.' }).waitFor()
    await card.getByRole('button', { name: 'DISCARD' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await card.waitFor({ state: 'hidden' })
    await expect.poll(parked).toBe(0)
    expect(await recorded()).toEqual([1, 1])
  })

  test('[D3] an account removed while its tablet has unsent work: a holder of 2 sees all of it there, and sends it under its name, once', async () => {
    const { page, context } = tablet
    await page.goto(`${server.url}/new-sheet`)
    await context.setOffline(true)
    const patient = {
      weight: '10',
      unit: 'kg',
      procedure: 'Castration',
      protocol: 'Half a milligram',
    } as const
    await buildSheet(page, { ...patient, name: 'Left behind' })
    await openExport(page)
    await closeAndSave(page, 'YES')
    await api.post('/organization/users/delete', { _id: technicianId })
    await context.setOffline(false)
    await page.waitForURL(`${server.url}/login`)
    await page.getByText(/^Tom Technician: \d+ changes? on this tablet (is|are) not sent\.$/).waitFor()
    await page.getByText('Or someone who may change records', { exact: false }).waitFor()
    await signIn(page, server.url, 'veterinarian@demo.test', password)
    await page.goto(`${server.url}/needs-attention`)
    const card = page.getByRole('article').filter({ hasText: 'Cannot be sent' })
    await card.getByRole('heading', { name: 'Tom Technician' }).waitFor()
    await card.getByText('can no longer be sent: the account was removed.', { exact: false }).waitFor()
    await card.getByText('Anesthesia sheet, new: Left behind', { exact: false }).waitFor()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await card.getByRole('button', { name: 'COPY' }).click()
    await page.getByText('Copied.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Left behind')
    await card.getByRole('button', { name: 'SEND' }).click()
    await card.waitFor({ state: 'hidden' })
    await expect.poll(names).toContain('Left behind')
    const sheets = (await api.records('sheets')).filter(({ content }) => content?.['name'] === 'Left behind')
    expect(sheets.map(({ meta }) => [meta.author_name, meta.sent_by])).toEqual([
      ['Tom Technician', 'Vera Veterinarian'],
    ])
    const log = JSON.stringify(await api.get<unknown>('/organization/action-log'))
    expect(log).toMatch(/Saved anesthesia sheet 'Left behind'[^"]*\(sent by Vera Veterinarian\)/)
  })

  /** Lee's and Vera's names for one injection met, and Vera's was set aside. */
  async function metByTwo(before: string, vera: ApiClient): Promise<string> {
    const _id = randomUUID()
    const injection = (name: string) => ({ species: 0, name })
    await api.push('injection.create', [
      { op: 'create', collection: 'injections', _id, content: injection(before) },
    ])
    const rename = (name: string): Op => ({
      op: 'update',
      collection: 'injections',
      _id,
      base: 1,
      set: { name },
      was: injection(before),
    })
    await api.push('injection.update', [rename('Of Lee')])
    await vera.push('injection.update', [rename('Of Vera')], new Date(), 'conflict')
    return _id
  }

  test('[M9] what is settled on one tablet is settled on all: the other one says so in its place, and counts it no more', async () => {
    const { page } = tablet
    const other = await openTablet()
    try {
      await signIn(other.page, server.url, 'lead@demo.test', password)
      const vera = await signInToApi(server.url, 'veterinarian@demo.test', password)
      const _id = await metByTwo('Met by two', vera)
      const cardOn = (on: typeof page) => on.getByRole('article').filter({ hasText: 'Of Vera' })
      for (const on of [page, other.page]) {
        await on.goto(`${server.url}/needs-attention`)
        const line = cardOn(on).getByRole('row', { name: /Differs: Name Met by two.*Of Lee.*Of Vera/ })
        await line.waitFor()
        expect(await accessibilityFaults(on)).toEqual([])
      }
      const waiting = async (on: typeof page) =>
        Number(
          /\d+/.exec(
            (await on.getByRole('button', { name: /^Sync: / }).getAttribute('aria-label')) ?? '',
          )?.[0] ?? 0,
        )
      // The mark may still be reading when the card is there.
      await expect.poll(() => waiting(page)).toBeGreaterThan(0)
      const before = await waiting(page)
      await cardOn(other.page).getByRole('button', { name: 'EDIT' }).click()
      const form = other.page.getByRole('dialog')
      expect(await form.getByLabel('Injection Name').inputValue()).toBe('Of Vera')
      await form.getByLabel('Injection Name').fill('Of both')
      await keptOnDisk(other.page, 'Of both')
      await other.page.reload()
      await other.page.goto(`${server.url}/needs-attention`)
      await cardOn(other.page).getByRole('button', { name: 'EDIT' }).click()
      expect(await form.getByLabel('Injection Name').inputValue()).toBe('Of both')
      await form.getByRole('button', { name: 'SAVE', exact: true }).click()
      await form.waitFor({ state: 'hidden' })
      // Back where more may wait.
      await other.page.waitForURL(`${server.url}/needs-attention`)
      await page.getByText(/^Decided by Lee Lead, .+: other values were entered\.$/).waitFor()
      await page.getByRole('heading', { name: 'Injection: Of both' }).waitFor()
      await expect.poll(() => waiting(page)).toBe(before - 1)
      await page
        .getByRole('article')
        .filter({ hasText: 'Decided by Lee Lead' })
        .getByRole('button', { name: 'OKAY' })
        .click()
      const current = (await api.records('injections')).find((record) => record._id === _id)
      expect(current?.content?.['name']).toBe('Of both')
    } finally {
      await other.close()
    }
  })

  test('[M9] [T3] decided elsewhere while its form is open, it says so before anything is saved over the decision', async () => {
    const other = await openTablet()
    try {
      const { page } = other
      await signIn(page, server.url, 'lead@demo.test', password)
      const vera = await signInToApi(server.url, 'veterinarian@demo.test', password)
      const _id = await metByTwo('Decided elsewhere', vera)
      await page.goto(`${server.url}/needs-attention`)
      await page
        .getByRole('article')
        .filter({ hasText: 'Decided elsewhere' })
        .getByRole('button', { name: 'EDIT' })
        .click()
      const form = page.getByRole('dialog')
      await form.getByText(/^This record has two versions/).waitFor()
      const [conflict] = (await api.records('conflicts')).filter(
        ({ content }) => (content?.['record'] as { _id: string } | undefined)?._id === _id,
      )
      if (conflict === undefined) throw new Error('There is no conflict.')
      const settle: Op = {
        op: 'settle',
        collection: 'conflicts',
        _id: conflict._id,
        base: conflict.version,
        choice: 'theirs',
      }
      await vera.push('conflict.settle', [settle])
      await form.getByText(/^Decided by Vera Veterinarian, \d\d\/\d\d\/\d{4}, .* [AP]M\.$/).waitFor()
      expect(await form.getByText(/^This record has two versions/).count()).toBe(0)
      expect(await accessibilityFaults(page)).toEqual([])
      await form.getByRole('button', { name: 'CANCEL' }).click()
      await form.waitFor({ state: 'hidden' })
      const current = (await api.records('injections')).find((record) => record._id === _id)
      expect(current?.content?.['name']).toBe('Of Lee')
    } finally {
      await other.close()
    }
  })

  test('[P8] a combined sheet that came before its sheets is let stand by a holder of 2, or sent again by its author', async () => {
    const { page } = tablet
    const vera = await signInToApi(server.url, 'veterinarian@demo.test', password)
    /** Two sheets of one substance, and their combined one, which comes first. */
    const early = async (by: ApiClient, drug: string) => {
      const sources = [1, 2].map((draws) => ({
        _id: randomUUID(),
        content: balanceOfDraws(drug, draws),
      }))
      const create = (_id: string, content: object): Op => ({
        op: 'create',
        collection: 'balances',
        _id,
        content: content as Extract<Op, { op: 'create' }>['content'],
      })
      const _id = randomUUID()
      const made = combineBalances(sources)
      if ('error' in made) throw new Error(made.error)
      await by.push('balance.combine', [create(_id, made.content)], new Date(), 'parked')
      for (const source of sources) await by.push('balance.save', [create(source._id, source.content)])
      return _id
    }
    const [ofLee, ofVera] = [await early(api, 'Early Ketamine'), await early(vera, 'Early Methadone')]
    await page.goto(`${server.url}/needs-attention`)
    for (const [drug, button] of [
      ['Early Ketamine', 'APPROVE'],
      ['Early Methadone', 'RETRY'],
    ] as const) {
      const card = page.getByRole('article').filter({ hasText: `Balance sheet, new: ${drug}` })
      await card.getByRole('button', { name: button }).press('Enter')
      await card.waitFor({ state: 'hidden' })
      await focusReturns(page, /^Needs Attention$/)
    }
    const current = async () =>
      (await api.records('balances'))
        .filter(({ content }) => content?.['combined'] === true)
        .map(({ _id, meta }) => [_id, meta.author_name])
    await expect.poll(current).toEqual(
      expect.arrayContaining([
        [ofLee, 'Lee Lead'],
        [ofVera, 'Vera Veterinarian'],
      ]),
    )
    await expect.poll(parked).toBe(0)
  })

  test('[P8] a parked draw that lacks its volume is completed by a holder of 2, and stands under its author’s name', async () => {
    const { page } = tablet
    const _id = randomUUID()
    const about = { patient_name: 'Momo', reason: 'Dental', species: 1 }
    const content = { drug_name: 'Methadone', drug_concentration: 10, drug_form: 'INJECTION', sheet_id: '-' }
    const half = { ...content, sheet_data: about, day: '2026-11-20' }
    const beside = randomUUID()
    const taken = (drawn: string, of: typeof half & { drug_volume?: number }): Op => ({
      op: 'create',
      collection: 'draws',
      _id: drawn,
      content: of,
    })
    const whole = { ...half, drug_name: 'Ketamine', drug_volume: 0.2 }
    await api.push('draw.save', [taken(beside, whole), taken(_id, half)], new Date(), 'parked')
    await page.goto(`${server.url}/needs-attention`)
    const card = page.getByRole('article').filter({ hasText: 'Momo' })
    await card.getByRole('button', { name: 'COMPLETE' }).waitFor()
    expect(await card.getByRole('button', { name: 'APPROVE' }).count()).toBe(0)
    await card.getByRole('button', { name: 'COMPLETE' }).click()
    const form = page.getByRole('dialog', { name: 'New Feline Single Draw' })
    await form.getByText(/^Lee Lead recorded this draw, but it could not be accepted/).waitFor()
    expect(await form.getByLabel('Patient Name').inputValue()).toBe('Momo')
    await form.getByRole('button', { name: 'SAVE', exact: true }).click()
    await form.getByText('Volume administered is required.', { exact: true }).waitFor()
    await form.getByLabel('Volume Administered (ml)').fill('0.36')
    await form.getByRole('button', { name: 'SAVE', exact: true }).click()
    await form.waitFor({ state: 'hidden' })
    await page.getByText('Completed. The draw is recorded under the name of Lee Lead.').waitFor()
    await page.getByRole('heading', { name: 'Needs Attention' }).waitFor()
    expect(await card.count()).toBe(0)
    await expect.poll(parked).toBe(0)
    const records = await api.records('draws')
    for (const [drawn, current] of [
      [_id, { ...half, drug_volume: 0.36 }],
      [beside, whole],
    ] as const) {
      const made = records.find((record) => record._id === drawn)
      expect(made?.content).toEqual(current)
      expect(made?.meta).toMatchObject({ author_name: 'Lee Lead', approved_by: 'Vera Veterinarian' })
    }
  })

  test('[P8] a parked sheet with one wrong field is completed there by a holder of 2; its draw stays as it came', async () => {
    const { page } = tablet
    const [sheetId, drawId] = [randomUUID(), randomUUID()]
    const drug = {
      name: 'Methadone',
      concentration: 10,
      dosage: 0.3,
      volume: 0.36,
      route: 'IV',
      controlled: true,
    }
    const sheet = {
      species: 1,
      procedure: 'Dental',
      anesthesia_protocol: {
        name: 'Half',
        sections: [{ title: 'Opioid', drugs: [drug] }],
        fluids: [],
      },
      name: 'Minka',
      weight: 0,
      weight_units: 'kg',
      outcome: 'gone',
      injections: [],
      day: '2026-11-20',
    }
    const draw = {
      drug_name: 'Methadone',
      drug_concentration: 10,
      drug_volume: 0.36,
      drug_form: 'INJECTION',
      sheet_id: sheetId,
      sheet_data: { patient_name: 'Minka', reason: 'Dental', species: 1 },
      day: '2026-11-20',
    }
    const ops: Op[] = [
      { op: 'create', collection: 'sheets', _id: sheetId, content: sheet },
      { op: 'create', collection: 'draws', _id: drawId, content: draw },
    ]
    await api.push('sheet.save', ops, new Date(), 'parked')
    await page.goto(`${server.url}/needs-attention`)
    const card = page.getByRole('article').filter({ hasText: 'Minka' })
    // The first of what is wrong, by its name.
    await card
      .getByText('Outcome must be', { exact: false })
      .or(card.getByText(/^Patient weight /))
      .waitFor()
    await card.getByRole('button', { name: 'COMPLETE' }).click()
    const form = page.getByRole('dialog', { name: 'Complete This Change' })
    await form.getByText(/^Lee Lead recorded this, but it could not be accepted/).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await form.getByRole('button', { name: 'SAVE AND APPROVE' }).click()
    await form.getByText('Patient weight must be greater than zero.', { exact: true }).waitFor()
    await form.getByLabel('Patient weight').fill('12')
    // Nothing typed is lost by a slip.
    for (const leave of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
      await leave()
      const question = page.getByRole('alertdialog', { name: 'Leave This Change?' })
      if (await question.isVisible()) await question.getByRole('button', { name: 'NO' }).click()
      await question.waitFor({ state: 'hidden' })
      expect(await form.getByLabel('Patient weight').inputValue()).toBe('12')
    }
    await form.getByRole('button', { name: /Outcome/ }).click()
    await page.getByRole('option', { name: 'foster' }).click()
    await form.getByRole('button', { name: 'SAVE AND APPROVE' }).click()
    await form.waitFor({ state: 'hidden' })
    await page.getByText('Approved. It is recorded under the name of Lee Lead.').waitFor()
    expect(await card.count()).toBe(0)
    const made = async (collection: 'sheets' | 'draws', _id: string) =>
      (await api.records(collection)).find((record) => record._id === _id)
    const saved = await made('sheets', sheetId)
    expect(saved?.content).toEqual({ ...sheet, weight: 12, outcome: 'foster' })
    expect(saved?.meta).toMatchObject({ author_name: 'Lee Lead', approved_by: 'Vera Veterinarian' })
    expect((await made('draws', drawId))?.content).toEqual(draw)
  })

  test('[P8] a sheet that is far from the schema is completed; its draw stays with it, and so does the void beside it', async () => {
    const { page } = tablet
    const [sheetId, drawId, voidedId] = [randomUUID(), randomUUID(), randomUUID()]
    const draw = (sheet_id: string) => ({
      drug_name: 'Methadone',
      drug_concentration: 10,
      drug_volume: 0.36,
      drug_form: 'INJECTION',
      sheet_id,
      sheet_data: { patient_name: 'Mogli', reason: 'Dental', species: 1 },
      day: '2026-11-20',
    })
    const drug = { name: 'Methadone', concentration: 10, volume: 0.36, route: 'IV', controlled: true }
    const section = { title: 'Opioid', drugs: [drug] }
    const sheet = {
      species: 1,
      procedure: 'Dental',
      name: 'Mogli',
      weight: 4,
      weight_units: 'kg',
      outcome: 'N/A',
      injections: [],
      day: '2026-11-20',
    }
    const came = {
      ...sheet,
      estimated: 'yes',
      anesthesia_protocol: {
        name: 'Half',
        ['a\u0000b']: 1,
        sections: [
          {
            ...section,
            key: 'abc',
            drugs: [{ ...drug, guard: { level: 'red', kinds: [], reason: 'Shock' } }],
          },
        ],
      },
    }
    await api.push('draw.save', [{ op: 'create', collection: 'draws', _id: voidedId, content: draw('-') }])
    const ops = [
      { op: 'create', collection: 'sheets', _id: sheetId.toUpperCase(), content: came },
      { op: 'create', collection: 'draws', _id: drawId, content: draw(sheetId.toUpperCase()) },
      { op: 'void', collection: 'draws', _id: voidedId },
    ] as unknown as Op[]
    await api.push('sheet.save', ops, new Date(), 'parked')
    await page.goto(`${server.url}/needs-attention`)
    const card = page.getByRole('article').filter({ hasText: 'Mogli' })
    await card.getByRole('button', { name: 'COMPLETE' }).click()
    const form = page.getByRole('dialog', { name: 'Complete This Change' })
    await form.getByLabel(/Section number$/).waitFor()
    expect(await form.getByText('It will be recorded without entries.').count()).toBe(1)
    expect(await accessibilityFaults(page)).toEqual([])
    await form.getByLabel(/What was found$/).fill('over the maximum')
    await form.getByRole('button', { name: 'SAVE AND APPROVE' }).click()
    await form.waitFor({ state: 'hidden' })
    await page.getByText('Approved. It is recorded under the name of Lee Lead.').waitFor()
    const made = async (collection: 'sheets' | 'draws', _id: string) =>
      (await api.records(collection)).find((record) => record._id === _id)
    const guard = { level: 'red', kinds: ['over the maximum'], reason: 'Shock' }
    expect((await made('sheets', sheetId))?.content).toEqual({
      ...sheet,
      estimated: true,
      anesthesia_protocol: {
        name: 'Half',
        sections: [{ ...section, drugs: [{ ...drug, guard }] }],
        fluids: [],
      },
    })
    expect((await made('draws', drawId))?.content).toEqual(draw(sheetId))
    expect((await made('draws', voidedId))?.voided).toMatchObject({ by_name: 'Lee Lead', reason: '' })
  })

  test('[P8] decided elsewhere while somebody completes it: it says by whom, and what was typed stays in sight', async () => {
    const { page } = tablet
    const [one, two] = [randomUUID(), randomUUID()]
    const draw = (_id: string, drug_volume: number): Op => ({
      op: 'create',
      collection: 'draws',
      _id,
      content: {
        drug_name: 'Methadone',
        drug_concentration: 10,
        drug_volume,
        drug_form: 'INJECTION',
        sheet_id: '-',
        sheet_data: { patient_name: 'Nala', reason: 'Dental', species: 1 },
        day: '2026-11-20',
      },
    })
    await api.push('draw.save', [draw(one, 0), draw(two, 0)], new Date(), 'parked')
    await page.goto(`${server.url}/needs-attention`)
    const card = page.getByRole('article').filter({ hasText: 'Nala' })
    await card.getByRole('button', { name: 'COMPLETE' }).click()
    const form = page.getByRole('dialog', { name: 'Complete This Change' })
    const volume = form.getByLabel('Volume').first()
    await volume.fill('0.36')
    const entry = (await api.records('attention')).find(
      ({ content }) => !content?.['settled'] && JSON.stringify(content).includes('Nala'),
    )
    if (!entry) throw new Error('Nothing waits.')
    const { _id, version: base } = entry
    await api.push('attention.discard', [
      { op: 'settle', collection: 'attention', _id, base, choice: 'dismiss' },
    ])
    await form.getByText(/^Decided by Lee Lead, .* [AP]M\.$/).waitFor()
    expect(await volume.inputValue()).toBe('0.36')
    expect(await form.getByRole('button', { name: 'SAVE AND APPROVE' }).count()).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
    await form.getByRole('button', { name: 'CLOSE', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await form.waitFor({ state: 'hidden' })
    await page.getByText(/^Decided by Lee Lead, /).waitFor()
  })

  test('[P8] a change of more records than one holds is sent again by its author in parts, each record once', async () => {
    const own = await openTablet()
    const { page } = own
    const vera = await signInToApi(server.url, 'veterinarian@demo.test', password)
    const ops = Array.from({ length: 501 }, (): Op => ({
      op: 'create',
      collection: 'draws',
      _id: randomUUID(),
      content: {
        drug_name: 'Methadone',
        drug_concentration: 10,
        drug_volume: 0.1,
        drug_form: 'INJECTION',
        sheet_id: '-',
        sheet_data: { patient_name: 'One of many', reason: 'Dental', species: 1 },
        day: '2026-11-20',
      },
    }))
    await vera.push('draw.save', ops, new Date(), 'parked')
    await signIn(page, server.url, 'veterinarian@demo.test', password)
    await page.goto(`${server.url}/needs-attention`)
    const card = page.getByRole('article').filter({ hasText: 'This change has 501 records' })
    await card.getByRole('button', { name: 'RETRY' }).click()
    await card.waitFor({ state: 'hidden' })
    const many = async () =>
      (await api.records('draws')).filter(({ content }) => JSON.stringify(content).includes('One of many'))
    await expect.poll(async () => (await many()).length, { timeout: 30_000 }).toBe(501)
    expect(new Set((await many()).map(({ _id }) => _id))).toEqual(new Set(ops.map(({ _id }) => _id)))
    await expect.poll(parked).toBe(0)
    await own.close()
  })
})
