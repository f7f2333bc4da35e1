import { describe, expect, test } from 'vitest'
import { contrast } from './testing/contrast.ts'
import css from './tokens.css?raw'

const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name, light, dark]) => [name, { light, dark }],
  ),
)

const grounds = ['page', 'surface', 'raised', 'sunk', 'press', 'key', 'shaded']
const AAA = 7
const AA = 4.5
const GRAPHIC = 3
const pairs: [text: string, ground: string, least: number][] = [
  ...grounds.map((ground): [string, string, number] => ['text', ground, AAA]),
  ...grounds.map((ground): [string, string, number] => ['text-quiet', ground, AA]),
  ...['page', 'surface', 'raised', 'sunk'].flatMap((ground): [string, string, number][] => [
    ['accent', ground, AA],
    ['attention', ground, AA],
    ['harm', ground, AA],
    ['ok', ground, GRAPHIC],
    ['harm-fill', ground, GRAPHIC],
    ['control', ground, GRAPHIC],
    ['class-edge', ground, GRAPHIC],
  ]),
  ['text', 'accent-soft', AAA],
  ['text', 'attention-soft', AAA],
  ['text', 'harm-soft', AAA],
  ['text-quiet', 'accent-soft', AA],
  ['accent', 'accent-soft', AA],
  ['accent-text', 'accent', AA],
  ['accent-text', 'accent-press', AA],
  ['accent-soft-text', 'accent-soft', AA],
  ['attention', 'attention-soft', AA],
  ['attention-text', 'attention-soft', AAA],
  ['harm', 'harm-soft', AA],
  ['harm-text', 'harm-soft', AAA],
  ['harm-on', 'harm-fill', AA],
  ['harm-on', 'harm-press', AA],
  ['class-antagonist', 'class-stripe', GRAPHIC],
]

function colour(name: string, theme: 'light' | 'dark'): string {
  const value = colours.get(name)?.[theme]
  if (value === undefined) throw new Error(`tokens.css has no colour --${name}`)
  return value
}

describe('contrast of the tokens', () => {
  test('black on white is 21 to 1', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 1)
  })

  for (const theme of ['light', 'dark'] as const) {
    test.each(pairs)(`${theme}: %s on %s is at least %d to 1`, (text, ground, least) => {
      expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(least)
    })
  }
})

test('a key is seen in the dark: it is lighter than what it lies on', () => {
  for (const ground of ['page', 'surface', 'raised'])
    expect(contrast(colour('key', 'dark'), colour(ground, 'dark'))).toBeGreaterThanOrEqual(1.1)
  expect(contrast('#ffffff', colour('key', 'dark'))).toBeLessThan(
    contrast('#ffffff', colour('surface', 'dark')),
  )
})
