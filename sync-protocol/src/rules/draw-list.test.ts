import { expect, test } from 'vitest'
import { balanceFact, drawFact } from '../testing/fact-examples.ts'
import { drawId } from '../testing/table-examples.ts'
import {
  drawsOfSubstance,
  fullDrawOf,
  inOrderOfCreation,
  numberInDay,
  runningNumber,
  usesOfDraws,
  volumeOfDraw,
} from './draw-list.ts'
import { sameSubstance, uniqueSubstances } from './substances.ts'

const ketamine = { drug_name: 'ketamine', drug_concentration: 100 }
const ids = (draws: { _id: string }[]) => draws.map(({ _id }) => _id)

test('Q-41: the draws of a substance that stand, in ml, of one day', () => {
  const draws = [
    drawFact(1),
    drawFact(2, { voided: true }),
    drawFact(3, { drug_form: 'TABLET' }),
    drawFact(4, { drug_name: ' KETAMINE', drug_form: 'LIQUID' }),
    drawFact(5, { drug_concentration: 50 }),
    drawFact(6, { day: '2026-11-19' }),
  ]
  expect(ids(drawsOfSubstance(draws, ketamine))).toEqual([drawId(1), drawId(4), drawId(6)])
  expect(ids(drawsOfSubstance(draws, ketamine, '2026-11-20'))).toEqual([drawId(1), drawId(4)])
})

test('Q-35: numbers run down from the total when descending, up from 1 when ascending, and only by date', () => {
  expect([0, 1, 2].map((at) => runningNumber(at, 3, true, true))).toEqual([3, 2, 1])
  expect([0, 1, 2].map((at) => runningNumber(at, 3, false, true))).toEqual([1, 2, 3])
  expect(runningNumber(0, 3, true, false)).toBe(-1)
})

test('Q-35: the first draw gets the number that it has among those of its day', () => {
  const draws = [drawFact(3), drawFact(1), drawFact(2), drawFact(4, { day: '2026-11-19' })]
  expect(draws.map((draw) => numberInDay(draws, draw))).toEqual([3, 1, 2, 1])
  expect(numberInDay(draws, drawFact(9, { voided: true }))).toBe(-1)
  const same = [drawFact(1), drawFact(2)].map((draw) => ({ ...draw, date_created: drawFact(1).date_created }))
  expect(ids(inOrderOfCreation(same, true))).toEqual([drawId(2), drawId(1)])
})

test('Q-29: sheets that stand use draws; voided ones give them back, combined ones do not count twice', () => {
  const uses = usesOfDraws([
    balanceFact(1, { draw_ids: [drawId(1), drawId(2)] }),
    balanceFact(2, { draw_ids: [drawId(1), drawId(1)] }),
    balanceFact(3, { draw_ids: [drawId(1)], voided: true }),
    balanceFact(4, { draw_ids: [drawId(2)], combined: true }),
  ])
  expect(Object.fromEntries(uses)).toEqual({ [drawId(1)]: 3, [drawId(2)]: 1 })
})

test('a draw goes into the table with 2 decimals; one too small to measure needs a measured volume', () => {
  expect(fullDrawOf(drawFact(1, { drug_volume: 0.145, patient_id: 'P-1' }), 7)).toMatchObject({
    volume: 15,
    title: 'Patient 1',
    description: 'P-1',
    procedure_number: 7,
    day: '2026-11-20',
  })
  const small = drawFact(1, { drug_volume: 0.0002, enter_measured_volume: true })
  expect(volumeOfDraw(small)).toBeNull()
  expect(volumeOfDraw(drawFact(1, { drug_volume: 0.004 }))).toBeNull()
  expect(() => fullDrawOf(small, 1)).toThrow(RangeError)
  expect(fullDrawOf(small, 1, 2)).toMatchObject({ volume: 2 })
})

test('Q-42: substances once each, by name and concentration, also of deleted drugs; sorted', () => {
  const found = uniqueSubstances({
    drugs: [
      { name: 'Methadone', concentration: 10, controlled: true },
      { name: ' methadone ', concentration: 10, controlled: true },
      { name: 'Cefazolin', concentration: 100, controlled: false },
      { name: 'ketamine', concentration: 100, controlled: true },
      { name: 'ketamine', concentration: 20, controlled: true },
    ],
    draws: [
      drawFact(1),
      drawFact(2, { drug_name: 'Alfaxalone' }),
      drawFact(3, { drug_name: 'X', voided: true }),
    ],
    balances: [balanceFact(1, { drug_name: 'Butorphanol', drug_concentration: 2 })],
  })
  expect(found.map(({ drug_name, drug_concentration }) => `${drug_name} ${drug_concentration}`)).toEqual([
    'Alfaxalone 100',
    'Butorphanol 2',
    'ketamine 20',
    'ketamine 100',
    'Methadone 10',
  ])
  expect(
    sameSubstance({ drug_name: 'A', drug_concentration: 1 }, { drug_name: ' a', drug_concentration: 1 }),
  ).toBe(true)
})
