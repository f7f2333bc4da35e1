import type { BalanceRow } from 'sync-protocol/records/balance'
import { expect, it } from 'vitest'
import { rowWords } from 'sync-protocol/rules/table-entry'
import { daysText, formText, legendOf, shownPages, shownRow, textsOf } from './balance-rows.ts'
import { sampleBalance, samplePage, sampleRow } from './testing/balance-sample.ts'
import { unprintableOnBalance, unprintableOnBlanks } from './balance-letters.ts'
import { sampleBalancePaper } from './testing/balance-sample.ts'

it.each([
  [0.5, '0.5'],
  [4, '4'],
  [0, '0'],
  [-0.1, '-0.1'],
  [19.95, '19.95'],
  [1_000_000, '1000000'],
  [null, ''],
])('a volume of %s is shown %j', (ml, text) => {
  const { added, used, balance } = shownRow(sampleRow({ added: ml, used: ml, balance: ml }))
  expect([added, used, balance]).toStrictEqual([text, text, text])
})

it.each([
  [-1, ''],
  [0, ''],
  [1, '1'],
  [23, '23'],
])('the running number %i is shown %j', (number, text) => {
  expect(shownRow(sampleRow({ procedure_number: number })).number).toBe(text)
})

it('only a balance below zero is pointed out, and only the row of a gap is one', () => {
  const below = (balance: number | null) => shownRow(sampleRow({ balance })).belowZero
  expect([below(-0.01), below(0), below(null)]).toStrictEqual([true, false, false])
  const gap = (reason: string, kind: 'adjustment' | 'draw') => shownRow(sampleRow({ kind, reason })).gap
  expect(gap(rowWords.gap, 'adjustment')).toBe(true)
  expect(gap(rowWords.gap, 'draw')).toBe(false)
  expect(gap(rowWords.adjusted, 'adjustment')).toBe(false)
})

const ana = { id: '1', name: 'Ana Lee' }

it('the legend spells out the initials of its rows, and says what none means', () => {
  const rows = [sampleRow({ kind: 'opening' }), sampleRow({ kind: 'draw' }), sampleRow({ kind: 'draw' })]
  const people = [ana, { id: '2', name: 'Adam Long' }, null]
  const [page = []] = shownPages([samplePage(...rows)], { author: ana, people })
  expect(page.slice(0, 4).map(({ by }) => by?.initials)).toEqual(['AL2', 'AL1', undefined, undefined])
  expect(legendOf(page)).toBe(
    'Drawn or entered by: AL1 Adam Long · AL2 Ana Lee. No initials: who drew or made the entry is not recorded.',
  )
  expect(legendOf(page.slice(0, 1))).toBe('Drawn or entered by: AL2 Ana Lee.')
  expect(legendOf(page.slice(3))).toBe('')
})

it('an adjustment that asks for a reason and has none says so, whoever wrote it', () => {
  const described = (...rows: BalanceRow[]) =>
    shownPages([samplePage(sampleRow({ kind: 'opening', balance: 30 }), ...rows)], {
      author: ana,
      people: [],
    })
      .flat()
      .flatMap(({ description }) => (description === '' ? [] : [description]))
  const adjusted = (ml: number, description: string) =>
    sampleRow({ kind: 'adjustment', reason: rowWords.adjusted, adjusted: ml, balance: 5, description })
  expect(described(adjusted(-24.15, 'Difference -24.15 ml'))).toEqual([
    'Difference -24.15 ml: reason not recorded',
  ])
  expect(described(adjusted(-24.15, ''))).toEqual(['reason not recorded'])
  expect(described(adjusted(-24.15, 'Difference -24.15 ml: spill'))).toEqual(['Difference -24.15 ml: spill'])
  expect(described(adjusted(-0.1, 'Difference -0.1 ml'))).toEqual(['Difference -0.1 ml'])
  const gap = { ...adjusted(-24, 'Difference -24 ml'), reason: rowWords.gap }
  expect(described(gap)).toEqual(['Difference -24 ml'])
})

it('days, forms and species are said in words', () => {
  expect(daysText(sampleBalance)).toBe('03/05/2026')
  expect(daysText({ ...sampleBalance, date_end: '2026-04-01' })).toBe('03/05/2026 - 04/01/2026')
  expect(formText('injection')).toBe('Injection')
  const species = ([0, 1, 2, ''] as const).map((one) => shownRow(sampleRow({ species: one })).species)
  expect(species).toStrictEqual(['Canine', 'Feline', 'Exotic', ''])
})

it('letters that no font has are named once, wherever they stand', () => {
  const strange = sampleRow({ title: '一', description: '二', bottle_number: '三', reason: '四' })
  const paper = {
    ...sampleBalancePaper({ drug_name: '五', pages: [samplePage(strange, strange)] }),
    author: { id: '1', name: '六' },
    clinic: '七',
    voided: { by_name: '八', at: '2026-03-07T21:05:00Z', reason: '九' },
  }
  expect(unprintableOnBalance(paper).sort()).toStrictEqual(Array.from('一二三四五六七八九').sort())
  expect(unprintableOnBalance(sampleBalancePaper())).toStrictEqual([])
  expect(unprintableOnBlanks({ drug_name: 'Ж犬', clinic: 'Ω' })).toStrictEqual(['犬'])
  expect(textsOf(paper.content.pages).size).toBe(5)
})
