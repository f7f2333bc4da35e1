import { expect, test } from 'vitest'
import { laterPrint, printOf, replacedPrint, saysTheSame } from './earlier-print.ts'
import { sampleSheet } from './testing/sheet-sample.ts'

const AT = '2026-03-05T15:40:00.000Z'

test('two papers say the same if all but the time of weighing is the same', () => {
  const print = printOf({ ...sampleSheet, weighed_at: AT }, AT)
  expect(print).toMatchObject({ at: AT, weight: 22, weight_units: 'lb' })
  expect(saysTheSame(print, sampleSheet)).toBe(true)
  // A stored sheet has its fields in another order.
  const stored = Object.fromEntries(Object.entries(sampleSheet).reverse()) as typeof sampleSheet
  expect(saysTheSame(print, stored)).toBe(true)
  for (const change of [{ weight: 23 }, { estimated: true }, { outcome: 'rescue' }] as const)
    expect(saysTheSame(print, { ...sampleSheet, ...change })).toBe(false)
})

test('the later of two papers is the one that is replaced', () => {
  const [first, second] = [printOf(sampleSheet, AT), printOf(sampleSheet, '2026-03-05T15:40:01Z')]
  expect([laterPrint(first, second), laterPrint(second, first)]).toEqual([second, second])
  expect([laterPrint(undefined, first), laterPrint(first, undefined)]).toEqual([first, first])
  expect(laterPrint(undefined, undefined)).toBeUndefined()
})

test('every copy of a paper replaces what the first one replaced', () => {
  const [first, second] = [
    printOf({ ...sampleSheet, weight: 23 }, AT),
    printOf(sampleSheet, '2026-03-05T15:40:01Z'),
  ]
  expect(replacedPrint(sampleSheet, first, undefined)).toEqual(first)
  const kept = { ...second, before: first }
  for (const open of [undefined, first, second]) expect(replacedPrint(sampleSheet, open, kept)).toEqual(first)
  // The last one is not kept yet, or nothing else was printed before it.
  expect(replacedPrint(sampleSheet, second, first)).toEqual(first)
  expect(replacedPrint(sampleSheet, second, second)).toBeUndefined()
  expect(replacedPrint(sampleSheet, second, undefined)).toBeUndefined()
  // Another weight again replaces the last one.
  expect(replacedPrint({ ...sampleSheet, weight: 24 }, undefined, kept)).toMatchObject({
    weight: 22,
    at: second.at,
  })
})
