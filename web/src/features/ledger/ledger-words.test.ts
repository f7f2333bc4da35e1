import { describe, expect, test } from 'vitest'
import type { LedgerBreak } from 'sync-protocol/rules/ledger-walk'
import { draw } from 'sync-protocol/testing/examples'
import { ledgerFact } from 'sync-protocol/testing/ledger-facts'
import type { LedgerLine } from 'sync-protocol/wire/ledger'
import { entryTeller, found } from './ledger-entries.ts'
import { compareHead, readTypedHead } from './printed-head.ts'
import { brokenWords, wholeWords } from './result-words.ts'

const balance = {
  drug_name: 'Ketamine',
  drug_concentration: 100,
  container_size: 50,
  date_start: '2026-11-20',
  date_end: '2026-11-21',
  combined: false,
  pages: [[], [], []],
  closing: { bottle_number: '4', container_size: 50, balance: 12.5 },
}
const line = (n: number, over: object): LedgerLine => ({
  n,
  hash: String(n).repeat(64).slice(0, 64),
  entry: JSON.stringify({ ...ledgerFact(n), n, ...over }),
})
const { record, user } = ledgerFact(1)
const lines = [
  line(1, { record, content: draw({ drug_volume: 0.35 }) }),
  line(2, { record: { ...record, _id: 'b', collection: 'balances' }, content: balance, user: 'other' }),
  line(3, {
    record,
    op: 'void',
    content: { voided: { by: 'other', reason: 'Entered twice' } },
    user: 'other',
  }),
  { n: 4, hash: '', entry: '{"at":' },
  line(5, { record, op: 'restore' }),
]
const tell = entryTeller(
  [
    { _id: user, name: 'Ana Alvarez' },
    { _id: 'other', name: 'Ben Brown' },
  ],
  'UTC',
)
const entries = lines.map(tell)

describe('entries in words', () => {
  test('say what was drawn, balanced and voided, by whom', () => {
    expect(entries.map(({ who, what }) => [who, what])).toEqual([
      ['Ana Alvarez', expect.stringMatching(/^0\.35 ml of .+ mg\/ml drawn for .+, \d\d\/\d\d\/\d{4}$/)],
      [
        'Ana Alvarez, sent by Ben Brown',
        'Balance sheet of Ketamine 100 mg/ml, 11/20/2026 to 11/21/2026, container 50 ml, 3 pages, closing balance 12.5 ml, bottle 4 in use',
      ],
      // By who voided it, not by who had drawn it.
      ['Ben Brown', `Voided: ${entries[0]?.what}. Reason: Entered twice`],
      ['', 'Cannot be read: {"at":'],
      ['Ana Alvarez', 'restore (draws)'],
    ])
  })

  test('stand in columns where a draw or a balance sheet was stored, with its day where it was made on another', () => {
    const [stored, sheet, ...others] = entries.map(({ parts }) => parts)
    expect(stored).toMatchObject({ volume: '0.35' })
    const sentence = entries[0]?.what ?? ''
    expect(sentence.startsWith(`0.35 ml of ${stored?.drug} ${stored?.strength} mg/ml drawn for `)).toBe(true)
    for (const fact of stored?.facts ?? []) expect(sentence).toContain(fact)
    expect(sheet).toEqual({
      volume: '',
      drug: 'Ketamine',
      strength: '100',
      facts: [
        'Balance sheet',
        '11/20/2026 to 11/21/2026',
        'container 50 ml',
        '3 pages',
        'closing balance 12.5 ml',
        'bottle 4 in use',
      ],
    })
    expect(others).toEqual([null, null, null])
    const next = line(1, { record, content: draw({ day: '2026-11-19' }), at: '2026-11-20T09:58:00.000Z' })
    expect(entryTeller([], 'UTC')(next).parts?.facts.at(-1)).toBe('11/19/2026')
    const same = line(1, { record, content: draw({ day: '2026-11-20' }), at: '2026-11-20T09:58:00.000Z' })
    expect(entryTeller([], 'UTC')(same).parts?.facts).not.toContain('11/20/2026')
  })

  test('of a damaged ledger say as much as can be read', () => {
    const damaged: object[] = [
      { record: 'x', content: null, op: 7, user: 5 },
      { record, content: ['Ketamine'] },
      { record, content: { drug_volume: '5', drug_name: 7, sheet_data: { species: 'dog' }, day: 'today' } },
      { record: { collection: 'balances' }, content: { pages: 'x', closing: { balance: null } } },
      { record, op: 'void', content: { voided: 'x' } },
      { record: {}, op: 'restore', by: 'operator', content: { backup_at: 'then', lost: [{ n: 'x' }] } },
    ]
    const told = damaged.map((over, index) => line(index + 1, over)).map(entryTeller([], 'UTC'))
    expect(told.map(({ who, what }) => [who, what])).toEqual([
      ['?, sent by ?', ' ()'],
      ['User 01930003', '? ml of  ? mg/ml drawn for , ?'],
      ['User 01930003', '? ml of  ? mg/ml drawn for , ?'],
      [
        '?, sent by User 01930003',
        'Balance sheet of  ? mg/ml, ?, container ? ml, 0 pages, closing balance ? ml',
      ],
      ['?, sent by User 01930003', 'Voided: ? ml of  ? mg/ml drawn for , ?. Reason: none given'],
      [
        'Operator of the server',
        'The server was restored from the backup of ?; the ledger continues after entry ?. It had reached entry ?. What was not in the backup is gone until tablets send it back.',
      ],
    ])
  })

  test('are found by all words, the newest first', () => {
    expect(found(entries, '').map(({ n }) => n)).toEqual([5, 4, 3, 2, 1])
    expect(found(entries, ' entered  BEN').map(({ n }) => n)).toEqual([3])
    expect(found(entries, 'bottle 12.5').map(({ n }) => n)).toEqual([2])
    expect(found(entries, 'nowhere')).toEqual([])
  })
})

test('a broken entry is named with why, and with what stands there now', () => {
  const told = (more: Partial<LedgerBreak>) =>
    brokenWords({ ok: false, n: 1, by: 'hash', ...more }, entries, 'UTC')
  expect(told({})).toMatchObject({ ok: false, title: 'Broken at entry 1' })
  expect(told({}).lines[1]).toMatch(/^Entry 1 as it is now: 11\/20\/2026, 9:58 AM, Ana Alvarez: 0\.35 ml of/)
  expect(told({ n: 6, by: 'cut', known: { n: 9, hash: 'abcdef0123456789ff' } }).lines[0]).toBe(
    'The end was cut off: entries 6 to 9 are gone. Seen before: entry 9 (abcd ef01 2345 6789…).',
  )
  expect(told({ n: 6, by: 'number', found: 9 }).lines[0]).toBe(
    'Entries 6 to 8 are missing: someone deleted them. After entry 5 comes entry 9.',
  )
  expect(told({ n: 6, by: 'number', found: 7 }).lines[0]).toBe(
    'Entry 6 is missing: someone deleted it. After entry 5 comes entry 7.',
  )
})

describe('[L6] a ledger that a restore went over, in words', () => {
  const epoch = (digit: number) => `0193aaaa-0000-7000-8000-00000000000${digit}`
  const continues = { epoch: epoch(1), n: 1, hash: 'a'.repeat(64) }
  const gone = { epoch: epoch(1), n: 9, hash: 'abcdef01'.repeat(8) }
  const content = { backup_at: '2026-11-20T10:00:00.000Z', continues, lost: [gone] }
  const restore = { op: 'restore', by: 'operator', at: '2026-11-20T11:00:00.000Z', content }
  const after = [
    line(1, { record, content: draw() }),
    { ...line(2, {}), entry: JSON.stringify({ n: 2, ...restore }) },
    line(3, { record, content: draw(), mutation_id: 'again' }),
  ]
  const teller = entryTeller([{ _id: user, name: 'Ana Alvarez' }], 'UTC')
  const shown = after.map(teller)

  test('its entry says who did what, and what went', () => {
    expect(shown[1]).toMatchObject({
      at: restore.at,
      who: 'Operator of the server',
      what: 'The server was restored from the backup of 11/20/2026, 10:00 AM; the ledger continues after entry 1. It had reached entry 9. What was not in the backup is gone until tablets send it back.',
    })
  })

  test('the result tells the epochs, the heads that went, and what this tablet brought back', () => {
    const epochs = [
      { epoch: epoch(1), from: 1, to: 1 },
      { epoch: epoch(2), from: 2, to: 3, restore: content },
    ]
    const told = {
      ok: true,
      head: { n: 3, hash: 'c'.repeat(64) },
      epochs,
      lost: [{ ...gone, named: true }],
    } as const
    const back = { sent: new Set(['again', 'elsewhere']), waiting: 2 }
    const words = wholeWords({ ...told, epochs, lost: [...told.lost] }, shown, 'UTC', back)
    expect(words.details.slice(2)).toEqual([
      'History 1 of the server: entry 1.',
      'History 2 of the server: entries 2 to 3. It began 11/20/2026, 11:00 AM with a restore from the backup of 11/20/2026, 10:00 AM. 1 entry in it was made before the restore and arrived after it.',
    ])
    // What went with a restore is in sight.
    expect(words.lines).toEqual([
      'This tablet saw entry 9 (abcd ef01 abcd ef01…) in an earlier history of the server. It was lost when the server was restored from a backup, and the restore entry says so.',
      'This tablet sent back what the restore had lost: entry 3.',
      '2 changes that the restore had lost are still to be sent from this tablet.',
    ])
  })

  test('what is wrong with it is told', () => {
    expect(brokenWords({ ok: false, n: 2, by: 'unmarked' }, shown, 'UTC').lines[0]).toContain(
      'That entry was removed',
    )
    expect(brokenWords({ ok: false, n: 2, by: 'restore', known: gone }, shown, 'UTC').lines[0]).toContain(
      'That does not match what was seen of it: entry 9 (abcd ef01 abcd ef01…).',
    )
  })
})

describe('a head typed from paper', () => {
  test('is read with spaces, hyphens and an ellipsis, or the wrong field is named', () => {
    expect(readTypedHead({ n: ' 12 ', hash: 'ABCD ef01-2345…' })).toEqual({ n: 12, hash: 'abcdef012345' })
    expect(readTypedHead({ n: '0', hash: 'abcdef01' })).toMatchObject({ field: 'n' })
    expect(readTypedHead({ n: '12', hash: 'abcdef0' })).toMatchObject({ field: 'hash' })
    expect(readTypedHead({ n: '12', hash: 'abcdefg01' })).toMatchObject({ field: 'hash' })
  })

  test('is compared with the entry of its number', () => {
    expect(compareHead({ n: 2, hash: '22222222' }, lines)).toEqual({
      ok: true,
      words: 'Entry 2 is in the ledger as it was printed.',
    })
    expect(compareHead({ n: 2, hash: '22222223' }, lines)).toMatchObject({ ok: false })
    expect(compareHead({ n: 7, hash: '22222222' }, lines).words).toMatch(
      /^The ledger ends at entry 5: entries 6 to 7 are gone/,
    )
    expect(compareHead({ n: 2, hash: '22222222' }, lines.toSpliced(1, 1)).words).toBe(
      'Entry 2 is missing from the ledger.',
    )
  })
})

test('the range of a whole ledger goes from the earliest to the latest time, in whatever order its entries came', () => {
  const came = ['2026-11-22T09:00:00.000Z', '2026-11-20T09:00:00.000Z', '2026-11-21T09:00:00.000Z']
  const shown = came.map((at, place) => ({
    ...(entries[0] as (typeof entries)[number]),
    key: `${place}`,
    at,
  }))
  const told = { ok: true, head: { n: 3, hash: 'c'.repeat(64) }, epochs: [], lost: [] } as const
  const [range] = wholeWords({ ...told, epochs: [], lost: [] }, shown, 'UTC').details
  expect(range).toMatch(/11\/20\/2026.*11\/22\/2026/)
})
