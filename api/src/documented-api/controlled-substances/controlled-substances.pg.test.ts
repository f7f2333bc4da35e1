import { randomUUID } from 'node:crypto'
import type { BalanceContent } from 'sync-protocol/records/balance'
import { COMBINE_MISMATCH, COMBINED_ALREADY, COMBINE_TOO_FEW } from 'sync-protocol/rules/combine-balances'
import { describe, expect, test } from 'vitest'
import { newOrganization, newUser, testApp, type Call, type SignedIn } from '../../testing.ts'
import type { Item } from '../item.ts'
import { tablet } from '../testing-writes.ts'
import type { DrawItem } from './draw-list.ts'

const { call, clock, database } = await testApp({ registration: 'open' })
const clinic = await newOrganization(call)
const other = await newOrganization(call)
const staff = await newUser(call, clinic, [1])
const pad = tablet(call, clinic, () => clock.now)

const post = (path: string, body: unknown, by: SignedIn = clinic, headers: Call['headers'] = {}) =>
  call('POST', path, { token: by.token, body, headers })
const made = async (path: string, body: unknown, by: SignedIn = clinic): Promise<Item> => {
  const reply = await post(path, body, by)
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.body['item'] as Item
}
const read = async (path: string, by: SignedIn = clinic) =>
  (await call('GET', path, { token: by.token })).body
const rows = async <R>(text: string) => (await database.pool.query(text, [clinic.user.org_id])).rows as R[]
const log = async () =>
  (
    await rows<{ message: string }>(
      'SELECT message FROM "logged-actions" WHERE org_id = $1 ORDER BY received_at, entry_id',
    )
  ).map(({ message }) => message)
const ledger = async () => {
  const { entries } = (await read('/ledger')) as unknown as {
    entries: { op: string; record: { collection: string; _id: string }; content: Record<string, unknown> }[]
  }
  return entries.map(({ op, record, content }) => ({ op, ...record, content }))
}
const tick = () => {
  clock.now = new Date(clock.now.getTime() + 60_000)
}

const single = (over: object = {}) => ({
  patientName: ' Rex ',
  patientId: 'A-17',
  drugName: 'Ketamine',
  drugConcentration: 100,
  drugVolume: '0.505',
  drugForm: 'injection',
  reason: 'Castration',
  ...over,
})
const draw = async (over: object = {}, by?: SignedIn) => {
  tick()
  return made('/single-draws/canine', single(over), by)
}
/** A sheet as the texts name its fields: two rows, from `opening` ml. */
const sheet = (opening: number, used: number, drawId: string | undefined, over: object = {}) => ({
  drug_name: 'Ketamine',
  drug_concentration: 100,
  drug_form: 'injection',
  container_size: 20,
  date_start: '2026-03-05',
  date_end: '2026-03-05',
  pages: [
    [
      {
        date: '2026-03-05',
        title: 'Ketamine',
        bottle_number: 'A1',
        reason: 'Previous Balance',
        balance: opening,
      },
      {
        procedure_number: 1,
        date: '2026-03-05',
        title: 'Rex',
        species: 0,
        description: 'A-17',
        bottle_number: 'A1',
        reason: 'Castration',
        added: '',
        used,
        balance: Math.round((opening - used) * 100) / 100,
        ...(drawId === undefined ? {} : { draw_id: drawId }),
      },
      ...Array.from({ length: 22 }, () => ({ empty: true })),
    ],
  ],
  ...over,
})
const contentOf = (item: Item) => item.content as unknown as BalanceContent
const saved = async (...sent: Parameters<typeof sheet>) => {
  tick()
  return made('/controlled-substances/', sheet(...sent))
}

describe('single draws', () => {
  test('[API-41] a draw is kept with 2 decimals, in the feed, the ledger and the log', async () => {
    const before = (await ledger()).length
    const item = await draw({}, staff)
    expect(item).toEqual({
      _id: expect.any(String),
      version: 1,
      meta: expect.objectContaining({ author_id: staff.user._id, date_created: clock.now.toISOString() }),
      content: {
        drug_name: 'Ketamine',
        drug_concentration: 100,
        drug_volume: 0.51,
        drug_form: 'INJECTION',
        sheet_id: '-',
        sheet_data: { patient_name: 'Rex', patient_id: 'A-17', reason: 'Castration', species: 0 },
        day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    })
    expect((await pad.pulled()).find(({ _id }) => _id === item._id)?.content).toEqual(item.content)
    expect((await ledger()).slice(before)).toEqual([
      expect.objectContaining({ op: 'create', collection: 'draws', _id: item._id, content: item.content }),
    ])
    expect((await log()).at(-1)).toMatch(
      /^Created controlled substance draw 0.51 ml of 'Ketamine' 100 mg\/ml for 'Rex'/,
    )
  })

  test.each([
    [{ reason: '', patientName: '' }, 'reason', 'Please select a procedure.'],
    [{ reason: 'x'.repeat(51) }, 'reason', 'Procedure is too long.'],
    [{ patientName: ' ' }, 'patientName', 'Please enter the patient name.'],
    [{ patientName: 'x'.repeat(51) }, 'patientName', 'Your patient name is too long.'],
    [{ patientId: 'x'.repeat(51) }, 'patientId', 'Your patient ID is too long.'],
    [{ drugVolume: '' }, 'drugVolume', 'Volume administered is required.'],
    [{ drugVolume: '1e3' }, 'drugVolume', 'Volume administered must be a valid number.'],
    [{ drugVolume: 0 }, 'drugVolume', 'Volume administered must be greater than zero.'],
    [
      { drugVolume: 0.004 },
      'drugVolume',
      'Volume administered 0.004 would be saved as 0, another amount. Only 2 decimals are kept.',
    ],
    [{ drugVolume: 100_000.01 }, 'drugVolume', 'Volume administered is too large.'],
    [{ drugName: ' ' }, 'drugName', 'Drug name is required.'],
    [{ drugConcentration: 0 }, 'drugConcentration', 'Drug concentration must be greater than zero.'],
    [{ drugForm: 'SPRAY' }, 'drugForm', 'Form is invalid.'],
    [{ strange: 1 }, 'strange', 'This field does not exist.'],
  ])('[API-41] %j is refused with the form’s message', async (over, field, message) => {
    const reply = await post('/single-draws/0', single(over))
    expect([reply.status, reply.body]).toEqual([422, { success: false, code: 'invalid', field, message }])
  })

  test('[API-42] [API-50] lists carry total_draws and draws, with number and uses; of sheets only there', async () => {
    const drug = { drugName: 'Hydromorphone', drugConcentration: 10 }
    const [one, two] = [
      await draw({ ...drug, patientName: 'Ada' }),
      await draw({ ...drug, patientName: 'Bo' }),
    ]
    tick()
    await made('/single-draws/feline', single({ ...drug, patientName: 'Tom' }))
    await draw({ ...drug, drugForm: 'TABLET', patientName: 'Tab' })
    await saved(5, 0.51, one._id, { drug_name: 'hydromorphone ', drug_concentration: '10' })
    const listed = async (path: string) => {
      const { total_draws, draws } = (await read(path)) as unknown as {
        total_draws: number
        draws: DrawItem[]
      }
      return [
        total_draws,
        draws.map(({ sheet_data, number, used }) => [sheet_data.patient_name, number, used]),
      ]
    }
    const substance = 'name=HYDROMORPHONE&concentration=10.0'
    const draws = `/controlled-substances/draws?${substance}`
    expect(await listed(draws)).toEqual([
      3,
      [
        ['Tom', -1, 0],
        ['Bo', -1, 0],
        ['Ada', -1, 1],
      ],
    ])
    const [year, month, date] = (two.content['day'] as string).split('-')
    const day = `searchQuery=${month}/${date}/${year}`
    expect(await listed(`${draws}&${day}`)).toEqual([
      3,
      [
        ['Tom', 3, 0],
        ['Bo', 2, 0],
        ['Ada', 1, 1],
      ],
    ])
    expect(await listed(`${draws}&${day}&descending=false`)).toEqual([
      3,
      [
        ['Ada', 1, 1],
        ['Bo', 2, 0],
        ['Tom', 3, 0],
      ],
    ])
    expect(await listed(`${draws}&searchQuery=o&searchField=sheet_data.patient_name`)).toEqual([
      2,
      [
        ['Tom', -1, 0],
        ['Bo', -1, 0],
      ],
    ])
    expect(await listed(`${draws}&page=2`)).toEqual([3, []])
    const canine =
      '/single-draws/canine?searchField=sheet_data.patient_name&sortField=sheet_data.patient_name'
    expect(await listed(`${canine}&searchQuery=tab`)).toEqual([1, [['Tab', -1, 0]]])
    expect((await read(`/single-draws/canine`, other))['total_draws']).toBe(0)
    expect((await call('GET', '/controlled-substances/draws?name=x', { token: clinic.token })).status).toBe(
      400,
    )
  })

  test('[API-43] deleting voids, with who, when and why; lists leave it out, a sheet’s draw is not single', async () => {
    const item = await draw({}, staff)
    const remove = (id: string, by: SignedIn, species = 'canine') =>
      call('DELETE', `/single-draws/${species}/${id}`, { token: by.token })
    expect((await remove(item._id, other)).status).toBe(404)
    expect((await remove(item._id, staff, 'feline')).status).toBe(404)
    const colleague = await newUser(call, clinic, [1])
    expect((await remove(item._id, colleague)).status).toBe(403)
    expect((await remove(item._id, staff)).body).toEqual({ success: true, deleted: 1 })
    expect((await remove(item._id, staff)).status).toBe(404)
    const record = (await pad.pulled()).find(({ _id }) => _id === item._id)
    expect(record).toMatchObject({
      content: item.content,
      voided: { by: staff.user._id, reason: 'Deleted by a call', at: clock.now.toISOString() },
    })
    expect((await ledger()).at(-1)).toMatchObject({ op: 'void', collection: 'draws', _id: item._id })
    const [ofSheet] = await pad.write('draws', [{ ...item.content, sheet_id: randomUUID() }])
    expect((await remove(ofSheet ?? '', clinic)).status).toBe(404)
  })
})

describe('balance sheets', () => {
  test('[API-46] a sheet as the texts name it: rows made whole, closing computed, in feed, ledger and log', async () => {
    const taken = await draw()
    const before = (await ledger()).length
    const item = await saved(10, 0.51, taken._id)
    const content = contentOf(item)
    expect(item.flags).toBeUndefined()
    expect(content).toMatchObject({
      drug_form: 'injection',
      combined: false,
      closing: { bottle_number: 'A1', container_size: 20, balance: 9.49 },
    })
    expect(content.pages).toHaveLength(1)
    expect(content.pages[0]).toHaveLength(24)
    expect(content.pages[0]?.slice(0, 3)).toMatchObject([
      { kind: 'opening', balance: 10, container_size: 20, procedure_number: -1 },
      { kind: 'draw', used: 0.51, balance: 9.49, draw_id: taken._id, added: null },
      { kind: 'empty', empty: true },
    ])
    expect((await pad.pulled()).find(({ _id }) => _id === item._id)?.content).toEqual(item.content)
    expect((await ledger()).slice(before)).toEqual([
      expect.objectContaining({ op: 'create', collection: 'balances', _id: item._id, content: item.content }),
    ])
    expect((await log()).at(-1)).toMatch(
      /^Created balance sheet 'Ketamine' 100 mg\/ml \(03\/05\/2026, container 20 ml, closing balance 9.49 ml\)/,
    )
  })

  test('[API-46] also by its type code and under /new; new bottles, adjustments and carried rows are understood', async () => {
    const more = [
      { date: '03/05/2026', reason: 'New Bottle', bottle_number: 'B2', added: 20, balance: 24.25 },
      { date: '03.05.2026', reason: 'Adjusted Balance', bottle_number: 'B2', balance: '24' },
    ]
    const [page = []] = sheet(5, 0.75, undefined).pages
    const carried = { title: 'Balance, Previous Page', reason: 'Carried From Previous Page', balance: 4.25 }
    for (const path of ['/6/', '/cssheets/', '/new/controlled-substances']) {
      const item = await made(
        path,
        sheet(5, 0.75, undefined, { drug_name: path, pages: [page, [carried, ...more]] }),
      )
      expect([path, item.flags]).toEqual([path, undefined])
      expect(contentOf(item).pages[0]?.slice(2, 4)).toMatchObject([
        { kind: 'bottle', added: 20, container_size: 20, date: '2026-03-05' },
        { kind: 'adjustment', adjusted: -0.25, balance: 24 },
      ])
      expect(contentOf(item).closing).toEqual({ bottle_number: 'B2', container_size: 20, balance: 24 })
    }
  })

  test('[P8] one that does not add up is stored as it was sent, and flagged', async () => {
    const [[first, second] = []] = sheet(5, 1, undefined).pages
    const item = await made(
      '/controlled-substances/',
      sheet(5, 1, undefined, { pages: [[first, { ...second, balance: 3 }]] }),
    )
    expect(item.flags).toEqual(['sums_differ'])
    expect(contentOf(item).pages[0]?.[1]?.balance).toBe(3)
  })

  test.each([
    [{ drug_name: ' ' }, 'drug_name', 'Drug name is required.'],
    [{ drug_concentration: 0 }, 'drug_concentration', 'Drug concentration must be greater than zero.'],
    [{ drug_concentration: '1e3' }, 'drug_concentration', 'Drug concentration must be a valid number.'],
    [
      { drug_concentration: 0.0004 },
      'drug_concentration',
      'Drug concentration 0.0004 would be saved as 0, another amount. Only 3 decimals are kept.',
    ],
    [{ drug_form: 'tablet' }, 'drug_form', 'Drug form is invalid.'],
    [{ container_size: null }, 'container_size', 'Please enter the container volume.'],
    [{ container_size: '0x10' }, 'container_size', 'Container volume is an invalid number.'],
    [{ container_size: 0 }, 'container_size', 'Container volume must be greater than zero.'],
    [
      { container_size: 0.004 },
      'container_size',
      'Container volume 0.004 would be saved as 0, another amount. Only 2 decimals are kept.',
    ],
    [
      { container_size: 1_000_000.01 },
      'container_size',
      'Your container volume is too large! Are you sure you entered it correctly?',
    ],
    [{ date_start: '02/30/2026' }, 'date_start', 'Start date is invalid.'],
    [{ date_end: '03/04/2026' }, 'date_end', 'Start date must occur before end date.'],
    [{ pages: [] }, 'pages', 'Please add at least one row.'],
    [{ pages: [[{ balance: 'x' }]] }, 'pages.0.0.balance', 'Volume must be a valid number.'],
    [{ previous_id: randomUUID() }, 'previous_id', 'This record does not exist.'],
  ])('%j is refused', async (over, field, message) => {
    const reply = await post('/controlled-substances/', sheet(5, 1, undefined, over))
    expect([reply.status, reply.body]).toEqual([422, { success: false, code: 'invalid', field, message }])
  })

  const bottled = { used: null, species: '', reason: 'New Bottle', bottle_number: 'B2' }
  const needsVolume = 'Volume for bottle B2 must be greater than zero.'
  test.each([
    [{ used: '1e0' }, 'used', 'Volume must be a valid number.'],
    [{ used: '' }, 'used', 'Volume is required.'],
    [{ used: 0 }, 'used', 'Volume must be greater than zero.'],
    [{ used: 0.004 }, 'used', 'Volume must be greater than zero.'],
    [{ used: -1 }, 'used', 'Volume must be greater than zero.'],
    [{ used: 1_000_000.01 }, 'used', 'Volume is too large.'],
    [{ adjusted: 1 }, 'adjusted', "This row is of the kind 'draw', which has no 'adjusted'."],
    [{ added: 5 }, 'added', 'A row that uses cannot add as well. Please send two rows.'],
    [{ balance: '' }, 'balance', 'Balance is required.'],
    [{ balance: 1e307 }, 'balance', 'Volume is too large.'],
    [{ balance: -10_000_000.01 }, 'balance', 'Volume is too large.'],
    [{ date: 'today' }, 'date', 'Date is invalid.'],
    [{ empty: true }, 'used', "This row is of the kind 'empty', which has no 'used'."],
    [{ ...bottled, added: 0 }, 'added', needsVolume],
    [{ ...bottled, added: -5 }, 'added', needsVolume],
    [{ ...bottled, added: 1_000_000.01 }, 'added', 'Volume for bottle B2 is too large.'],
    [
      { reason: 'Carried From Previous Page', used: null, balance: 3 },
      'balance',
      'The balance carried from the previous page is not that of the last row there.',
    ],
  ])('a row with %j is refused, since it could not be kept as it was sent', async (over, field, message) => {
    const [[first, second] = []] = sheet(5, 1, undefined).pages
    const body = sheet(5, 1, undefined, { pages: [[first, { ...second, ...over }]] })
    const reply = await post('/controlled-substances/', body)
    const said = { success: false, code: 'invalid', field: `pages.0.1.${field}`, message }
    expect([reply.status, reply.body]).toEqual([422, said])
  })

  test('an adjustment that says another difference than the balances is kept, and flagged', async () => {
    const [[first, second] = []] = sheet(5, 1, undefined).pages
    const adjusts = async (adjusted: number) => {
      const row = {
        date: '2026-03-05',
        bottle_number: 'A1',
        reason: 'Adjusted Balance',
        balance: 3.5,
        adjusted,
      }
      const item = await made(
        '/controlled-substances/',
        sheet(5, 1, undefined, { pages: [[first, second, row]] }),
      )
      return [item.flags, contentOf(item).pages[0]?.[2]?.adjusted]
    }
    expect(await adjusts(-0.5)).toEqual([undefined, -0.5])
    expect(await adjusts(-0.6)).toEqual([['sums_differ'], -0.6])
  })

  test('[Q-29] a draw taken from two bottles is used once, though the call names no remainder', async () => {
    const drug = { drugName: 'Fentanyl', drugConcentration: 0.05 }
    const taken = await draw({ ...drug, drugVolume: 3 })
    const row = { date: '2026-03-05', draw_id: taken._id, title: 'Rex', species: 0 }
    const pages = [
      [
        { date: '2026-03-05', bottle_number: 'A1', reason: 'Previous Balance', balance: 2 },
        { ...row, bottle_number: 'A1', used: 2, balance: 0 },
        { date: '2026-03-05', bottle_number: 'B2', reason: 'New Bottle', added: 20, balance: 20 },
        { ...row, bottle_number: 'B2', used: 1, balance: 19 },
      ],
    ]
    const item = await saved(2, 2, undefined, { drug_name: 'Fentanyl', drug_concentration: 0.05, pages })
    expect(item.flags).toBeUndefined()
    const { draws } = await read('/controlled-substances/draws?name=fentanyl&concentration=0.05')
    expect((draws as DrawItem[]).map(({ used }) => used)).toEqual([1])
  })

  test('100 pages are stored, 101 are refused', async () => {
    const long = async (entries: number) => {
      const [[first] = []] = sheet(5000, 1, undefined).pages
      const drawn = Array.from({ length: entries }, (_, k) => ({
        date: '2026-03-05',
        title: 'Rex',
        species: 0,
        bottle_number: 'A1',
        used: 1,
        balance: 4999 - k,
      }))
      const pages = [[first], ...Array.from({ length: 24 }, (_, k) => drawn.slice(k * 100, k * 100 + 100))]
      return post('/controlled-substances/', sheet(5000, 1, undefined, { container_size: 5000, pages }))
    }
    const most = await long(2300)
    expect([most.status, (most.body['item'] as Item).flags]).toEqual([200, undefined])
    expect((await long(2301)).body).toEqual({
      success: false,
      code: 'invalid',
      field: 'pages',
      message: 'The balance sheet would have more than 100 pages.',
    })
  })

  test.each([
    ['', 'name', 'Name is required.'],
    ['name=&concentration=5', 'name', 'Name is required.'],
    ['name=x&concentration=1,5', 'concentration', 'Concentration must be a valid number.'],
    ['name=x', 'concentration', 'Concentration must be a valid number.'],
    ['name=x&concentration=0', 'concentration', 'Concentration must be greater than zero.'],
  ])('of which substance ?%s asks is said to be wrong in words', async (query, field, message) => {
    for (const path of ['prev-balance', 'draws']) {
      const reply = await call('GET', `/controlled-substances/${path}?${query}`, { token: clinic.token })
      expect([reply.status, reply.body]).toEqual([
        400,
        { success: false, code: 'invalid_request', field, message },
      ])
    }
  })

  test('the first row adds and uses nothing; bottles are the same with blanks and in any case', async () => {
    const [[first, second] = []] = sheet(5, 1, undefined).pages
    const opens = (over: object) =>
      post('/controlled-substances/', sheet(5, 1, undefined, { pages: [[{ ...first, ...over }, second]] }))
    const used = await opens({ used: 2 })
    expect([used.status, used.body['field']]).toEqual([422, 'pages.0.0.used'])
    expect((await opens({ added: 4 })).body['field']).toBe('pages.0.0.added')
    const same = await opens({ added: 5, used: 0, bottle_number: ' a1 ' })
    expect([same.status, (same.body['item'] as Item).flags]).toEqual([200, undefined])
  })

  test('draws and the sheet that it goes on from must be the clinic’s own, and of the same drug', async () => {
    const neighbours = await newOrganization(call)
    const foreign = await made('/single-draws/canine', single(), neighbours)
    const morphine = await draw({ drugName: 'Morphine' })
    const said = async (over: object, drawId?: string) =>
      (await post('/controlled-substances/', sheet(5, 1, drawId, over))).body
    const refused = (field: string, message: string) => ({ success: false, code: 'invalid', field, message })
    for (const id of [foreign._id, randomUUID()]) {
      expect(await said({}, id)).toEqual(refused('draw_id', 'This record does not exist.'))
    }
    expect(await said({}, morphine._id)).toEqual(refused('draw_id', 'This record is of another drug.'))
    const theirs = await made('/controlled-substances/', sheet(5, 1, undefined), neighbours)
    expect(await said({ previous_id: theirs._id })).toEqual(
      refused('previous_id', 'This record does not exist.'),
    )
    const own = await saved(5, 1, undefined, { drug_name: 'Morphine' })
    expect(await said({ previous_id: own._id })).toEqual(
      refused('previous_id', 'This record is of another drug.'),
    )
  })

  test('[API-49] [Q-30] the previous balance, from which the next sheet goes on', async () => {
    const drug = { drug_name: 'Butorphanol', drug_concentration: 10 }
    const path = '/controlled-substances/prev-balance?name=BUTORPHANOL&concentration=10'
    const none = { balance: null, bottleNumber: null, containerSize: null, previous_id: null, branches: 0 }
    expect(await read(path)).toEqual({ success: true, ...none })
    const first = await saved(10, 1, undefined, drug)
    const told = { success: true, bottleNumber: 'A1', containerSize: 20, branches: 1 }
    expect(await read(path)).toEqual({ ...told, balance: 9, previous_id: first._id })
    const second = await saved(9, 1, undefined, drug)
    expect(contentOf(second).previous_id).toBe(first._id)
    const branch = await saved(9, 0.5, undefined, { ...drug, previous_id: first._id })
    expect(await read(path)).toEqual({ ...told, balance: 8.5, previous_id: branch._id, branches: 2 })
    await call('DELETE', `/controlled-substances/${branch._id}`, { token: clinic.token })
    expect(await read(path)).toEqual({ ...told, balance: 8, previous_id: second._id })
    expect(await read(path, other)).toEqual({ success: true, ...none })
  })

  test('[API-45] the list: by words, by days of use that overlap, in order, by page', async () => {
    const named = (name: string, from: string, to = from) =>
      saved(10, 1, undefined, { drug_name: name, date_start: from, date_end: to })
    await named('Listed A', '2026-01-05')
    await named('Listed B', '2026-01-05', '2026-01-10')
    await named('Listed C', '2026-02-01')
    const found = async (query: string, path = '/controlled-substances') =>
      ((await read(`${path}?${query}`))['items'] as Item[]).map(({ content }) => content['drug_name'])
    expect(await found('query=listed')).toEqual(['Listed C', 'Listed B', 'Listed A'])
    expect(await found('query=listed&sortField=drug_name&descending=false', '/new/cssheets')).toEqual([
      'Listed A',
      'Listed B',
      'Listed C',
    ])
    expect(await found('query=listed&startDate=01.06.2026&endDate=01.31.2026')).toEqual(['Listed B'])
    expect(await found('query=listed&startDate=01.10.2026')).toEqual(['Listed C', 'Listed B'])
    expect(await found('searchField=date_used&query=02/01/26')).toEqual(['Listed C'])
    expect(await found('searchField=date_used&query=1/7/2026')).toEqual(['Listed B'])
    expect(await found('searchField=author&query=nobody')).toEqual([])
    expect(await found('query=listed&page=2')).toEqual([])
    const range = '/controlled-substances?startDate=02.01.2026&endDate=01.01.2026'
    const wrong = await call('GET', range, { token: clinic.token })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      {
        success: false,
        code: 'invalid_request',
        field: 'startDate',
        message: 'Start date must occur before end date.',
        total: 0,
        items: [],
      },
    ])
    expect((await read('/controlled-substances', other))['total']).toBe(0)
  })

  test('[API-40] [Q-42] the substances: of the library, and of draws and sheets whose drug is gone', async () => {
    const drug = {
      section_key: -1,
      species: [0],
      concentration: 2,
      dosage: [1, -1],
      dosage_from: [-1, -1],
      dosage_to: [-1, -1],
      route: ['IM', 'IM'],
      form: 'INJECTION',
    }
    await made('/drugs/', { ...drug, name: 'Aa-controlled', controlled: true })
    await made('/drugs/', { ...drug, name: 'Aa-free', controlled: false })
    await draw({ drugName: 'Aa-drawn', drugConcentration: 3 })
    await draw({ drugName: ' aa-CONTROLLED ', drugConcentration: '2.0' })
    const all = (await read('/controlled-substances/unique')) as unknown as { drug_name: string }[]
    expect(all.filter(({ drug_name }) => /^aa-/i.test(drug_name))).toEqual([
      { drug_name: 'Aa-controlled', drug_concentration: 2 },
      { drug_name: 'Aa-drawn', drug_concentration: 3 },
    ])
    expect(await read('/controlled-substances/unique', other)).toEqual([])
  })

  test('[API-47] deleting voids with the reason; all or none; what stands stays as it is', async () => {
    const [one, two] = [await saved(10, 1, undefined), await saved(10, 1, undefined)]
    const update = await post(`/controlled-substances/update/${one._id}`, { drug_name: 'X' })
    expect([update.status, update.body['code']]).toEqual([409, 'immutable'])
    const many = (ids: string[], by: SignedIn) =>
      post('/controlled-substances/delete-multiple', { ids, reason: 'Wrong bottle' }, by)
    const own = await made('/controlled-substances/', sheet(10, 1, undefined), staff)
    const refused = await many([own._id, one._id], staff)
    expect([refused.status, refused.body['message']]).toEqual([
      403,
      "We cannot delete the selected balances because one or more are owned by other members of your organization, and you don't have permissions to delete their records.",
    ])
    expect((await many([own._id, randomUUID()], staff)).status).toBe(404)
    expect((await many([one._id], other)).status).toBe(404)
    const stale = await call('DELETE', `/6/${two._id}`, {
      token: clinic.token,
      headers: { 'if-match': '"7"' },
    })
    expect(stale.status).toBe(412)
    expect((await many([one._id, own._id, one._id], clinic)).body).toEqual({ success: true, deleted: 2 })
    expect((await call('DELETE', `/6/${two._id}?reason=Twice`, { token: clinic.token })).status).toBe(200)
    const reasons = (await pad.pulled())
      .filter(({ _id }) => [one._id, own._id, two._id].includes(_id))
      .map(({ voided, content }) => `${voided?.reason} ${content !== null}`)
    expect(reasons.toSorted()).toEqual(['Twice true', 'Wrong bottle true', 'Wrong bottle true'])
    expect((await ledger()).slice(-3).map(({ op, collection }) => `${op} ${collection}`)).toEqual(
      Array.from({ length: 3 }, () => 'void balances'),
    )
    expect(await log()).toContainEqual(
      expect.stringMatching(/^Deleted balance sheet 'Ketamine' 100 mg\/ml; reason: Twice$/),
    )
  })

  test('[Q-50] type 5 never touches a balance sheet', async () => {
    const item = await saved(10, 1, undefined)
    const { token } = clinic
    for (const reply of [
      await call('DELETE', `/5/${item._id}`, { token }),
      await call('PUT', '/5', { token, body: { ids: [item._id] } }),
      await post('/5/delete-multiple/canine', { ids: [item._id] }),
      await post(`/5/update/${item._id}`, { name: 'X' }),
    ])
      expect(reply.status).toBe(404)
    const record = (await pad.pulled()).find(({ _id }) => _id === item._id)
    expect([record?.version, record?.voided, record?.content]).toEqual([1, undefined, item.content])
  })
})

describe('[API-48] combining', () => {
  const target = (ids: string[], over: object = {}) => ({
    drugName: 'ketamine',
    drugConcentration: '100',
    drugForm: 'Injection',
    ids,
    ...over,
  })

  test('makes one sheet of whole sheets, leaves them, and drops rows of draws that occur twice', async () => {
    const taken = await draw()
    const one = await saved(10, 0.51, taken._id)
    const two = await saved(9.49, 0.51, taken._id, { date_start: '2026-03-06', date_end: '2026-03-06' })
    const reply = await post('/new/controlled-substances/combine', target([two._id, one._id]), staff)
    expect([reply.status, reply.body['dropped'], reply.body['gaps'], reply.body['warning']]).toEqual([
      200,
      1,
      0,
      undefined,
    ])
    const item = reply.body['item'] as Item
    expect(item.meta.author_id).toBe(staff.user._id)
    expect(contentOf(item)).toMatchObject({
      combined: true,
      combined_ids: [two._id, one._id],
      date_start: '2026-03-05',
      date_end: '2026-03-06',
    })
    const records = await pad.pulled()
    for (const source of [one, two]) {
      expect(records.find(({ _id }) => _id === source._id)).toMatchObject({
        version: 1,
        content: source.content,
      })
    }
    expect((await ledger()).at(-1)).toMatchObject({ op: 'create', collection: 'balances', _id: item._id })
    expect(await log()).toContainEqual(
      expect.stringMatching(/^Combined 2 balance sheets of 'Ketamine' 100 mg\/ml into one/),
    )
    const again = await post('/controlled-substances/combine', target([item._id, one._id]))
    expect([again.body['dropped'], again.body['warning']]).toEqual([1, COMBINED_ALREADY])
  })

  test('refuses a mismatch with the screen’s message, one alone, and what does not stand', async () => {
    const one = await saved(10, 1, undefined)
    const two = await saved(10, 1, undefined, { drug_concentration: 50 })
    const combine = async (body: object, by?: SignedIn) => {
      const { status, body: said } = await post('/controlled-substances/combine', body, by)
      return [status, said['message']]
    }
    expect(await combine(target([one._id, two._id]))).toEqual([422, COMBINE_MISMATCH])
    const three = await saved(9, 1, undefined)
    expect(await combine(target([one._id, three._id], { drugName: 'Methadone' }))).toEqual([
      422,
      COMBINE_MISMATCH,
    ])
    expect(await combine(target([one._id, three._id], { drugForm: 'LIQUID' }))).toEqual([
      422,
      COMBINE_MISMATCH,
    ])
    expect(await combine(target([one._id]))).toEqual([422, COMBINE_TOO_FEW])
    expect((await combine(target([one._id, three._id]), other))[0]).toBe(404)
    await call('DELETE', `/controlled-substances/${three._id}`, { token: clinic.token })
    expect((await combine(target([one._id, three._id])))[0]).toBe(404)
  })

  test('by sync: one that cannot be made of what it names waits for a person, and changes nothing', async () => {
    const one = await saved(10, 1, undefined)
    const two = await saved(10, 1, undefined, { drug_concentration: 50 })
    const _id = randomUUID()
    const content = { ...one.content, combined: true, combined_ids: [one._id, two._id] }
    const { results } = await pad.push('balance.combine', [
      { op: 'create', collection: 'balances', _id, content },
    ])
    expect(results[0]).toMatchObject({ status: 'parked', message: COMBINE_MISMATCH })
    expect((await pad.pulled()).find((record) => record._id === _id)).toBeUndefined()
  })
})

test('a call with an Idempotency-Key takes effect once', async () => {
  const key = { 'idempotency-key': 'draw-1' }
  const first = await post('/single-draws/canine', single(), clinic, key)
  const again = await post('/single-draws/canine', single(), clinic, key)
  expect(again.body).toEqual(first.body)
  expect(again.headers['idempotency-replayed']).toBe('true')
})

test('a call with an Idempotency-Key is refused for a number that is none, as without the key', async () => {
  const combined = {
    drugName: 'Ketamine',
    drugConcentration: 'Rex',
    drugForm: 'injection',
    ids: [randomUUID()],
  }
  const inserted = { ...sheet(5, 0.5, undefined), container_size: 'Rex' }
  for (const [path, body] of [
    ['/controlled-substances/combine', combined],
    ['/controlled-substances/', inserted],
  ] as const) {
    const plain = await post(path, body)
    const keyed = await post(path, body, clinic, { 'idempotency-key': `none ${path}`.replaceAll(' ', '-') })
    expect(keyed.body).toEqual(plain.body)
    expect([plain.status, keyed.status]).toEqual([plain.status, plain.status])
    expect(plain.status).toBeLessThan(500)
  }
})
