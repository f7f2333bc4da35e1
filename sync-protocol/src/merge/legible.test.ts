import { expect, test } from 'vitest'
import type { JsonObject } from '../records/json.ts'
import { derivedId } from '../records/mutation-hash.ts'
import { parkedOps } from '../rules/legible-ops.ts'
import { draw } from '../testing/examples.ts'
import { legible } from './legible.ts'

const [MUTATION, SHEET, DRAW] = [1, 2, 3].map((n) => `0193a1b2-0000-7000-8000-00000000000${n}`)
const NOW = '2026-03-05T12:00:00.000Z'
const read = (...ops: object[]) =>
  legible({ n: 1, id: MUTATION ?? '', at: NOW, clock_offset_ms: 0, action: 'sheet.save', ops }, NOW).ops

test('[P8] a letter that no store can hold takes nothing else of a fact away, and is seen', () => {
  const drug = (name: string) => ({ name, concentration: 10, volume: 1, route: 'IM' })
  const sheet = (name: string) => ({
    name: 'Rex',
    anesthesia_protocol: {
      name: 'TTDex',
      sections: [{ title: 'Opioids', drugs: [drug(name), drug('Morphine')] }],
    },
    notes: ['a', name],
  })
  for (const letter of ['\u0000', '\uD800', '\uDC00']) {
    const content = sheet(`Keta${letter}mine 😀`)
    expect(read({ op: 'create', collection: 'sheets', _id: SHEET, content })).toEqual([
      { op: 'create', collection: 'sheets', _id: SHEET, content: sheet('Keta\uFFFDmine 😀') },
    ])
  }
})

test('[P8] a void beside a fact stays whatever its reason holds, as far as a reason can be stored', () => {
  const fact = { op: 'create', collection: 'draws', _id: DRAW, content: { drug_name: 'Ketamine' } }
  const voids = (reason: string) => ({ op: 'void', collection: 'sheets', _id: SHEET, base: 1, reason })
  expect(read(fact, voids('x'.repeat(501)))).toEqual([fact, voids('x'.repeat(500))])
  expect(read(fact, voids(`${'x'.repeat(499)}😀`))).toEqual([fact, voids('x'.repeat(499))])
  expect(read(fact, voids('wrong\u0000 dose'))).toEqual([fact, voids('wrong\uFFFD dose')])
})

test('[P8] a void beside a fact is kept whatever it says of why, and of the version that it saw', () => {
  const fact = { op: 'create', collection: 'draws', _id: DRAW, content: { drug_name: 'Ketamine' } }
  const voids = (more: object) => ({ op: 'void', collection: 'sheets', _id: SHEET, ...more })
  const why = { base: 1, reason: 'Twice' }
  for (const [more, kept] of [
    [{ base: 1 }, { ...why, reason: '' }],
    [
      { ...why, reason: null },
      { ...why, reason: '' },
    ],
    [
      { ...why, reason: 7 },
      { ...why, reason: '7' },
    ],
    [
      { ...why, reason: { why: 'Twice' } },
      { ...why, reason: '{"why":"Twice"}' },
    ],
    [{ reason: 'Twice' }, { ...why, base: 0 }],
    [
      { ...why, base: '1' },
      { ...why, base: 0 },
    ],
    [
      { ...why, base: -1 },
      { ...why, base: 0 },
    ],
    [{ ...why, mood: 'good', ['__proto__']: 1 }, why],
    [{ ...why, _id: SHEET?.toUpperCase() }, why],
  ] as const)
    expect(read(fact, voids(more))).toEqual([fact, voids(kept)])
  // Nobody can tell what was to be voided.
  expect(read(fact, voids({ ...why, _id: 'x' }), voids({ ...why, collection: 'x' }))).toEqual([fact])
})

test('[P8] the draws of a sheet whose id is written in upper case, or is none, stay with it', () => {
  const of = (_id: string | undefined, sheet_id = _id) =>
    read(
      { op: 'create', collection: 'sheets', _id, content: { name: _id } },
      {
        op: 'create',
        collection: 'draws',
        _id: DRAW?.toUpperCase(),
        content: draw({ sheet_id: sheet_id ?? '' }),
      },
      {
        op: 'update',
        collection: 'day_rows',
        _id: SHEET?.toUpperCase(),
        base: 1,
        set: { sheet_id },
        was: {},
      },
      { op: 'void', collection: 'sheets', _id, base: 1, reason: '' },
    ).map((op) => [
      op._id,
      'content' in op ? (op.content['sheet_id'] ?? op.content['name']) : 'set' in op && op.set['sheet_id'],
    ])
  const upper = 'ABCDEF12-0000-7000-8000-00000000000A'
  const lower = upper.toLowerCase()
  for (const [ids, id] of [
    [[upper], lower],
    [[lower, upper], lower],
    [[upper, lower], lower],
    [['Rex'], derivedId(MUTATION ?? '', 'fact/0')],
  ] as const) {
    const [_id, sheet_id] = ids as readonly [string, string?]
    // What the patient is called is no id, whatever it says.
    expect(of(_id, sheet_id)).toEqual([
      [id, _id],
      [DRAW, id],
      [SHEET, id],
      [id, false],
    ])
  }
})

test('[P8] the rows of a balance sheet keep the ids that were meant', () => {
  const upper = 'ABCDEF12-0000-7000-8000-00000000000A'
  const pages = (draw_id: string) => [[{ title: upper, draw_id }, { draw_id: 'x' }]]
  const sheet = (id: string) => ({
    pages: pages(id),
    previous_id: id,
    combined_ids: [id, 'x'],
    drug_name: upper,
  })
  const of = (content: JsonObject) => ({ op: 'create', collection: 'balances', _id: SHEET, content })
  expect(read(of(sheet(upper)))).toEqual([of(sheet(upper.toLowerCase()))])
})

test('[P8] a name that no store can hold takes nothing but itself away, however deep it is', () => {
  const drug = (more: object) => ({ name: 'Ketamine', volume: 1, ...more })
  const content = (more: object): JsonObject => ({
    name: 'Rex',
    anesthesia_protocol: { name: 'TTDex', sections: [{ title: 'Opioids', drugs: [drug(more), drug({})] }] },
  })
  for (const key of ['a\u0000b', '\uD800', '__proto__', 'constructor', 'prototype'])
    expect(
      read({ op: 'create', collection: 'sheets', _id: SHEET, content: content({ [key]: { x: 1 } }) }),
    ).toEqual([{ op: 'create', collection: 'sheets', _id: SHEET, content: content({}) }])
  // JSON can write more than a number can hold.
  expect(
    read({ op: 'create', collection: 'sheets', _id: SHEET, content: content({ volume: Infinity }) }),
  ).toEqual([{ op: 'create', collection: 'sheets', _id: SHEET, content: content({ volume: 'Infinity' }) }])
})

test('[P8] of more operations than a change can hold, each that is legible is read from what was sent', () => {
  const ops = Array.from({ length: 501 }, (_, at) => ({
    op: 'create',
    collection: 'draws',
    _id: `0193A1B2-0000-7000-8000-${String(at).padStart(12, '0')}`,
    content: draw(),
  }))
  const said = { n: 1, id: MUTATION ?? '', at: NOW, clock_offset_ms: 0, action: 'draw.save' }
  const parked = (all: unknown) => {
    const each = { ...said, ops: all }
    return { mutation: legible(each, NOW), raw: JSON.stringify(each) }
  }
  expect(parked(ops).mutation.ops).toEqual([])
  expect(parkedOps(parked(ops))).toEqual(ops.map((op) => ({ ...op, _id: op._id.toLowerCase() })))
  expect(parkedOps(parked([...ops, null, { op: 'crate' }]))).toHaveLength(501)
  // What is read already is as it is; and what creates nothing is nothing that happened.
  expect(parkedOps({ ...parked(ops.slice(1)), raw: '{' })).toHaveLength(500)
  expect(parkedOps(parked(ops.map((op) => ({ ...op, op: 'delete' }))))).toEqual([])
  expect(parkedOps({ ...parked(ops), raw: '{' })).toEqual([])
  expect(parkedOps({ mutation: parked(ops).mutation })).toEqual([])
})
