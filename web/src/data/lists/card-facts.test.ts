import { expect, test } from 'vitest'
import { cardFacts, shortNames, shortNotes } from './card-facts.ts'

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

test('[PROC-03] notes on a card are cut to 50 characters plus an ellipsis', () => {
  expect(shortNotes('x'.repeat(50))).toBe('x'.repeat(50))
  expect(shortNotes('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`)
  const halves = shortNotes(`${'x'.repeat(49)}😀 and more`)
  expect(halves).toBe(`${'x'.repeat(49)}…`)
})

test('[PROC-09] blank notes are no notes', () => {
  for (const notes of [undefined, '', '  \n '])
    expect(cardFacts('procedures', notes === undefined ? {} : { notes })).toEqual({})
  expect(cardFacts('procedures', { notes: ' Warm. ' })).toEqual({ texts: { notes: 'Warm.' } })
})
