import { expect, test } from 'vitest'
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
