import { expect, test } from 'vitest'
import { hire, openPractice, openTablet, visitServer, type Change } from './testing-practice.ts'

const ana = await openPractice(await visitServer())
const ben = await hire(ana, 'Ben Brown', [1])
const tablet = await openTablet(ben)

/** A client of its own adds in hundredths of a ml, written apart from the server. */
const hundredths = (ml: number) => Math.round(ml * 100)
const singleDraw = (patientName: string, drugVolume: number, over: object = {}) => ({
  patientName,
  patientId: 'A-17',
  drugName: 'Hydromorphone',
  drugConcentration: 10,
  drugVolume,
  drugForm: 'INJECTION',
  reason: 'Spay',
  ...over,
})
const substance = { name: 'hydromorphone', concentration: 10 }
interface Drawn {
  _id: string
  number: number
  used: number
  sheet_data: { patient_name: string }
  content: { drug_volume: number }
}

/** A balance sheet as the texts name its fields, of draws as the list gives them. */
function sheetOf(opening: number, bottle: string, draws: Drawn[], day: string) {
  let balance = hundredths(opening)
  const rows = draws.map(({ _id, number, sheet_data, content }) => {
    balance -= hundredths(content.drug_volume)
    return {
      procedure_number: number,
      date: day,
      title: sheet_data.patient_name,
      species: 0,
      description: 'A-17',
      bottle_number: bottle,
      reason: 'Spay',
      used: content.drug_volume,
      balance: balance / 100,
      draw_id: _id,
    }
  })
  const first = { date: day, title: 'Hydromorphone', bottle_number: bottle, reason: 'Previous Balance' }
  return {
    drug_name: 'Hydromorphone',
    drug_concentration: 10,
    drug_form: 'injection',
    container_size: 20,
    date_start: day,
    date_end: day,
    pages: [[{ ...first, balance: opening }, ...rows]],
  }
}
const drawsFound = async (query: object = {}): Promise<{ total_draws: number; draws: Drawn[] }> =>
  ana.done('GET', '/controlled-substances/draws', { query: { ...substance, ...query } })
const previous = async () => ana.done('GET', '/controlled-substances/prev-balance', { query: substance })

let day = ''
let sheets: string[] = []

test('[API-40] [API-41] [API-42] [API-50] thirty draws are saved, found and numbered', async () => {
  const before = (await ana.done('GET', '/ledger')).head.n
  for (let k = 1; k <= 30; k += 1) {
    const body = singleDraw(`Patient ${String(k).padStart(2, '0')}`, k / 100)
    const { item } = await ben.done('POST', '/single-draws/{}', { at: ['canine'], body })
    day = item.content.day
  }
  expect((await ana.done('GET', '/ledger')).head.n).toBe(before + 30)
  const changes = await tablet.changes()
  expect(changes.filter(({ collection }: Change) => collection === 'draws')).toHaveLength(30)
  expect(await ana.done('GET', '/controlled-substances/unique')).toEqual([
    { drug_name: 'Hydromorphone', drug_concentration: 10 },
  ])
  const single = await ana.done('GET', '/single-draws/{}', { at: ['0'], query: { page: 2 } })
  expect([single.total_draws, single.draws.length]).toEqual([30, 10])
  const [year, month, date] = day.split('-')
  const searchQuery = `${month}/${date}/${year}`
  const found = await drawsFound({ searchQuery, descending: 'false' })
  expect([found.total_draws, found.draws.map(({ number }) => number)]).toEqual([
    30,
    Array.from({ length: 20 }, (_, k) => k + 1),
  ])
  expect((await drawsFound({ searchQuery })).draws[0]?.number).toBe(30)
})

test('[API-46] [API-49] balance sheets chain: the next one starts from what the last one closed with', async () => {
  expect((await previous()).balance).toBeNull()
  const [year, month, date] = day.split('-')
  const query = { searchQuery: `${month}/${date}/${year}`, descending: 'false' }
  const all = [...(await drawsFound(query)).draws, ...(await drawsFound({ ...query, page: 2 })).draws]
  const first = await ben.done('POST', '/controlled-substances/', {
    body: sheetOf(20, 'B-1', all.slice(0, 25), day),
  })
  expect(first.item.flags).toBeUndefined()
  expect(first.item.content.pages.map((rows: unknown[]) => rows.length)).toEqual([24, 24])
  expect(first.item.content.pages[1][0]).toMatchObject({
    title: 'Balance, Previous Page',
    reason: 'Carried From Previous Page',
  })
  const told = await previous()
  // 0.01 + 0.02 + … + 0.25 ml were drawn.
  expect(told).toMatchObject({ balance: 16.75, bottleNumber: 'B-1', containerSize: 20, branches: 1 })
  const second = await ana.done('POST', '/controlled-substances/', {
    body: sheetOf(told.balance, told.bottleNumber, all.slice(24), day),
    spelled: '6',
  })
  expect(second.item.content.previous_id).toBe(first.item._id)
  sheets = [first.item._id, second.item._id]
  const uses = (await drawsFound({ ...query, page: 2 })).draws.map(({ used }) => used)
  expect(uses).toEqual([1, 1, 1, 1, 2, 1, 1, 1, 1, 1])
})

test('[API-45] [API-48] they are listed and combined; what was drawn twice is left out', async () => {
  const list = await ana.done('GET', '/controlled-substances', { query: { query: 'hydro', page: 1 } })
  expect(list.items.map(({ _id }: { _id: string }) => _id)).toEqual(sheets.toReversed())
  const body = { drugName: 'Hydromorphone', drugConcentration: 10, drugForm: 'injection', ids: sheets }
  const made = await ben.done('POST', '/new/controlled-substances/combine', { body })
  expect([made.dropped, made.gaps, made.item.content.combined]).toEqual([1, 0, true])
  const wrong = await ben.call('POST', '/controlled-substances/combine', {
    body: { ...body, drugName: 'Ketamine' },
  })
  expect([wrong.status, wrong.body.message]).toEqual([
    422,
    "One or more selected controlled substance balances don't match the rest. Check that all drug names, concentrations, and forms are the same.",
  ])
  expect((await previous()).previous_id).toBe(sheets[1])
})

test('[API-43] [API-47] who deletes voids: the records stay, the uses and the previous balance go back', async () => {
  const theirs = await ben.call('DELETE', '/controlled-substances/{}', { at: [sheets[1] ?? ''] })
  expect(theirs.status).toBe(403)
  await tablet.changes()
  const reason = 'Wrong bottle'
  await ana.done('POST', '/controlled-substances/delete-multiple', { body: { ids: [sheets[1]], reason } })
  const [voided] = await tablet.changes()
  expect([voided?._id, voided?.deleted, voided?.voided]).toEqual([
    sheets[1],
    false,
    expect.objectContaining({ reason, by_name: 'Ana Alvarez' }),
  ])
  expect((await previous()).previous_id).toBe(sheets[0])
  const found = await drawsFound({ searchQuery: 'Patient 30', searchField: 'sheet_data.patient_name' })
  const [last] = found.draws
  expect([found.total_draws, last?.used]).toEqual([1, 0])
  await ana.done('DELETE', '/single-draws/{}/{}', { at: ['canine', last?._id ?? ''] })
  expect((await drawsFound()).total_draws).toBe(29)
})
