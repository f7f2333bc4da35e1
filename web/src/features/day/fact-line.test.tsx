import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FactLine } from './fact-line.tsx'

const lines = (...facts: string[]) => renderToStaticMarkup(<FactLine facts={facts} />)

test('a point stays with the word before it, in a long fact too', () => {
  expect(lines('Canine', 'Spay/Neuter A (Ace-Hydro, Ket-Midaz)', '8 mo')).toBe(
    '<span class="day-fact">Canine ·</span> Spay/Neuter A (Ace-Hydro, <span class="day-fact">Ket-Midaz) ·</span> <span class="day-fact">8 mo</span>',
  )
})

test('a word that is longer than a line may be broken', () => {
  expect(lines('Ovariohysterectomyofall', 'F')).toBe(
    '<span>Ovariohysterectomyofall ·</span> <span class="day-fact">F</span>',
  )
})
