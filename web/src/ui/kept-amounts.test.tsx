import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { KeptAmounts } from './kept-amounts.tsx'

const drawn = (text: string) => renderToStaticMarkup(<KeptAmounts text={text} />)
const kept = (text: string) =>
  [...drawn(text).matchAll(/<span class="kept-amount">(.*?)<\/span>/g)].map(([, amount]) => amount)

test('no line ends between a number and its unit, and no word is lost', () => {
  const text =
    'Voided: 1.6 ml of Hydromorphone 2 mg/ml drawn for Bear (ID 12, 1,204.5 lb), 5 mcg/kg/min at 20 ml/h, 2 %'
  expect(kept(text)).toEqual(['1.6 ml', '2 mg/ml', '1,204.5 lb', '5 mcg/kg/min', '20 ml/h', '2 %'])
  expect(drawn(text).replaceAll(/<[^>]+>/g, '')).toBe(text)
})

test('a word that begins like a unit is none', () => {
  expect(kept('12 kgs, 3 lbs, 2 grams, 4 Jack Russells, 8 mg/tablet, 1 mla')).toEqual([])
  expect(kept('12 kg')).toEqual(['12 kg'])
})
