import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DefibrillationPart } from './defibrillation-part.tsx'

const shown = (weight: string) =>
  renderToStaticMarkup(<DefibrillationPart weight={{ weight, units: 'kg' }} />)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

it('says the joules of a shock, biphasic and monophasic', () => {
  // 24.8 to 49.6 and 49.6 to 74.4 J.
  expect(shown('12.4')).toMatch(/25– 49 J Biphasic 2 to 4 J\/kg 50– 74 J Monophasic 4 to 6 J\/kg/)
})

it('has no number where a whole joule would be too much, and nothing without a weight', () => {
  expect(shown('0.1')).toMatch(/less than 1 J Biphasic .* less than 1 J Monophasic/)
  expect(shown('')).toBe('')
})
