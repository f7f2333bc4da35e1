import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defibrillation } from './defibrillation.ts'

const of = (weight: string, units: 'kg' | 'lb' = 'kg') => {
  const { biphasic, monophasic } = defibrillation({ weight, units }) ?? {}
  const words = (joules: { low: number; high: number } | null | undefined) =>
    joules ? `${joules.low} to ${joules.high}` : joules
  return [words(biphasic), words(monophasic)]
}

test.each([
  ['20', '40 to 80', '80 to 120'],
  ['4', '8 to 16', '16 to 24'],
  // 8.2 to 16.4 and 16.4 to 24.6: both ends within.
  ['4.1', '9 to 16', '17 to 24'],
  ['0.5', '1 to 2', '2 to 3'],
  // 1.2 to 1.8: no whole joule, the one below.
  ['0.3', '1 to 1', '1 to 1'],
  ['0.25', '1 to 1', '1 to 1'],
  // 0.4 to 0.8: 1 J would be too much.
  ['0.2', null, '1 to 1'],
  ['0.249999', null, '1 to 1'],
  ['0.1', null, null],
])('[Q-16] a patient of %s kg: biphasic %s J, monophasic %s J', (weight, biphasic, monophasic) => {
  expect(of(weight)).toEqual([biphasic, monophasic])
})

test('[Q-16] pounds are not rounded on the way', () => {
  // 2.205 lb is 1 kg exactly; a hair less makes the high value one joule less.
  expect(of('2.205', 'lb')).toEqual(['2 to 4', '4 to 6'])
  expect(of('2.2049999', 'lb')).toEqual(['2 to 3', '4 to 5'])
})

test.each(['', '0', '-3', 'x', '100001'])('[Q-16] no joules while the weight is %j', (weight) => {
  expect(defibrillation({ weight, units: 'kg' })).toBeNull()
})

test('[Q-16] never above the high value, never 0, and within the range wherever a whole joule is', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 200_000 })),
      fc.constantFrom('kg' as const, 'lb' as const),
      (thousandths, units) => {
        const said = defibrillation({ weight: String(thousandths / 1000), units })
        // Grams x 2205, and the grams of one joule at n J/kg.
        const grams = BigInt(thousandths) * (units === 'lb' ? 1000n : 2205n)
        const unit = 1000n * 2205n
        for (const [kind, low, high] of [
          ['biphasic', 2n, 4n],
          ['monophasic', 4n, 6n],
        ] as const) {
          const joules = said?.[kind]
          if (!joules) {
            expect(grams * high < unit).toBe(true)
            continue
          }
          const [from, to] = [BigInt(joules.low), BigInt(joules.high)]
          expect(from >= 1n && from <= to).toBe(true)
          expect(to * unit <= grams * high && (to + 1n) * unit > grams * high).toBe(true)
          const isWithin = from * unit >= grams * low
          expect(isWithin ? (from - 1n) * unit < grams * low : from === to).toBe(true)
        }
      },
    ),
    { numRuns: 5000 },
  )
})
