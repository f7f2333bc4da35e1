import { PROTOCOL } from 'sync-protocol/wire/version'
import { expect, test } from 'vitest'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import { draw } from 'sync-protocol/testing/examples'
import { ledgerFact } from 'sync-protocol/testing/ledger-facts'
import type { LedgerLine } from 'sync-protocol/wire/ledger'
import { compareRecords, NAMED_MAX, type ComparedRecords } from './compare-records.ts'
import { ledgerFile } from './ledger-file.ts'
import { comparedWords } from './result-words.ts'

const COUNT = 25
const contentOf = (index: number) => draw({ drug_volume: index + 0.5 })
const lineOf = (n: number, index: number, over: object = {}): LedgerLine => ({
  n,
  hash: '',
  entry: JSON.stringify({ ...ledgerFact(index), n, content: contentOf(index), ...over }),
})
const recordOf = (index: number, over: Partial<SyncRecord> = {}): SyncRecord => {
  const { at, received_at, record } = ledgerFact(index)
  return {
    collection: 'draws',
    _id: record._id,
    schema: 1,
    version: 1,
    seq: index + 1,
    deleted: false,
    meta: { author_id: record.author, author_name: 'Ana', date_created: at, received_at },
    content: contentOf(index),
    ...over,
  }
}
const voided = { by: 'a', by_name: 'Ben', at: '2026-11-20T10:00:00.000Z', reason: '' }
const all = Array.from({ length: COUNT }, (_, index) => index)
const lines = all.map((index) => lineOf(index + 1, index))
const records = all.map((index) => recordOf(index))

/** Compares with a server that gives ten records a page; `later` is what the ledger has got since it was read. */
async function compared(
  onServer: SyncRecord[],
  here: SyncRecord[] = onServer,
  later: LedgerLine[] = [],
): Promise<ComparedRecords> {
  const found = await compareRecords({
    lines,
    readRecords: async (after) => {
      const from = after === null ? 0 : Number(after)
      const end = from + 10
      return Promise.resolve({
        records: onServer.slice(from, end),
        after: end < onServer.length ? String(end) : null,
      })
    },
    readPage: async (after) =>
      Promise.resolve({
        header: { protocol: PROTOCOL, org: '', epoch: '', head: { n: 0, hash: '' }, people: [] },
        entries: later.filter(({ n }) => n > after),
        isLast: true,
      }),
    copiesHere: async (_, ids) =>
      Promise.resolve(new Map(here.filter(({ _id }) => ids.includes(_id)).map((each) => [each._id, each]))),
    onProgress: () => undefined,
    pause: () => Promise.resolve(),
    isOver: () => false,
  })
  if (!found) throw new Error('It was given up.')
  return found
}
const whole = { ok: true, title: '25 entries, verified', lines: [], details: ['Newest: entry 25.'] }
const words = async (...args: Parameters<typeof compared>) =>
  comparedWords(whole, await compared(...args), { nameOf: (id) => id, when: (iso) => iso })
const changed = (index: number, content: JsonObject) => records.with(index, recordOf(index, { content }))

test('records that are as the ledger says', async () => {
  expect(await words(records)).toEqual({
    ok: true,
    title: '25 entries, verified, records agree',
    lines: [],
    details: [
      'Newest: entry 25.',
      'All 25 draws and balance sheets in it match their records on the server.',
    ],
  })
})

test('a record that is another is named with both values', async () => {
  const said = await words(changed(7, draw({ drug_volume: 0.75 })), records)
  expect(said).toMatchObject({ ok: false, title: 'A record differs from the ledger' })
  expect(said.lines.slice(0, 2)).toEqual([
    'Draw of 11/20/2026 (Ketamine 100 mg/ml, Rex), volume: the ledger says 7.5 ml, the record says 0.75 ml (entry 8).',
    'The ledger itself is intact: 25 entries, verified.',
  ])
})

test('a copy on this tablet that is another is named as that', async () => {
  const said = await words(records, changed(7, draw({ drug_volume: 0.75 })))
  expect(said.lines[0]).toMatch(/^On this tablet: Draw of .+ the record says 0\.75 ml \(entry 8\)\.$/)
})

test('what this tablet does not hold yet is said, not named as missing', async () => {
  expect(await words(records, records.slice(0, 20))).toMatchObject({
    ok: true,
    lines: [expect.stringMatching(/^5 draws and balance sheets are not on this tablet yet, so /)],
  })
})

test('a copy of before a voiding is no difference, and the voiding of before this tablet heard is none', async () => {
  const later = lineOf(26, 3, {
    op: 'void',
    content: { voided },
    record: { ...ledgerFact(3).record, version: 2 },
  })
  const now = records.with(3, recordOf(3, { version: 2, voided }))
  expect((await compared(now, records, [later])).count).toBe(0)
  // No entry says so.
  expect((await words(now, records)).lines[0]).toContain(
    'voiding: the ledger says not voided, the record says voided by Ben',
  )
})

test('a draw that came while the ledger was read is in what was written since, or named', async () => {
  const more = [...records, recordOf(25)]
  expect((await compared(more, more, [lineOf(26, 25)])).count).toBe(0)
  expect((await compared(more)).differences).toMatchObject([{ kind: 'no_entry' }])
  expect((await compared(more, more, [lineOf(26, 25, { content: draw() })])).differences).toMatchObject([
    { kind: 'differs', path: ['content', 'drug_volume'] },
  ])
})

test('a record that is gone is named, and of many the first ones', async () => {
  expect((await compared(records.toSpliced(4, 1))).differences).toMatchObject([{ kind: 'no_record', n: 5 }])
  const gone = await compared([])
  expect(gone.count).toBe(COUNT)
  expect(gone.differences).toHaveLength(NAMED_MAX)
  expect((await words([])).lines.slice(NAMED_MAX, NAMED_MAX + 1)).toEqual(['And 15 more.'])
})

test('who may not read the records is told that they were not compared', () => {
  const naming = { nameOf: (id: string) => id, when: (iso: string) => iso }
  expect(comparedWords(whole, null, naming)).toMatchObject({
    ok: true,
    lines: [expect.stringContaining('not compared')],
  })
})

test('the exported file holds the records in its first line', async () => {
  const header = { protocol: PROTOCOL, org: 'o', epoch: 'e', head: { n: 25, hash: '' }, people: [] }
  const file = await ledgerFile(
    { header, head: header.head, lines },
    'Clinic',
    new Date(0),
    await compared(records),
    () => Promise.resolve(),
  )
  const [first = ''] = (await file.text()).split('\n')
  expect(JSON.parse(first)).toMatchObject({ ledger: 1, records })
})
