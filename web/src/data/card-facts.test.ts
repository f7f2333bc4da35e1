import { expect, test } from 'vitest'
import { cardFacts, shortNames } from './card-facts.ts'

const drugs = (...names: string[]) => names.map((name) => ({ name }))

test('[LIST-02] a protocol is described by its drugs in order, shortened', () => {
  const sections = [{ drugs: drugs('Acepromazine') }, { drugs: drugs('Ketamine', 'Midazolam') }]
  expect(cardFacts('anesthesia_protocols', { sections })).toEqual({
    drugs: 'Acepromazine, Ketamine, Midazolam',
  })
  expect(cardFacts('emergency_protocols', { drugs: drugs('Atropine') })).toEqual({ drugs: 'Atropine' })
  expect(shortNames(['A', 'B', 'C', 'D', 'E', 'F'])).toBe('A, B, C, D, E, F')
  expect(shortNames(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'])).toBe('A, B, C, D, E, F + 2')
})
