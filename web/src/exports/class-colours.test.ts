import { expect, test } from 'vitest'
import swatches from '../records/drug-class-swatch.css?raw'
import tokens from '../ui/tokens.css?raw'
import { CLASS_COLOUR, isStriped } from './class-colours.ts'

/** The token that a swatch of this class takes its colour from, on screen. */
const tokenOf = (drugClass: string) =>
  new RegExp(`\\.swatch-${drugClass}[),\\s][^{]*\\{\\s*--of-class: var\\(--(class-[a-z-]+)\\)`).exec(
    swatches,
  )?.[1]

test.each(Object.entries(CLASS_COLOUR))(
  '%s has one colour, on paper and on a light screen',
  (drugClass, colour) => {
    expect(tokens).toContain(`--${tokenOf(drugClass)}: light-dark(${colour},`)
  },
)

test('an antagonist has the colour of what it reverses, and stripes', () => {
  for (const drugClass of ['opioid', 'benzodiazepine', 'relaxant'] as const) {
    expect(CLASS_COLOUR[`${drugClass}-antagonist`]).toBe(CLASS_COLOUR[drugClass])
    expect([isStriped(drugClass), isStriped(`${drugClass}-antagonist`)]).toEqual([false, true])
  }
  expect(isStriped('antagonist')).toBe(true)
})
