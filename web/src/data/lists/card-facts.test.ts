import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { optional } from 'sync-protocol/records/fields'
import type { Field } from 'sync-protocol/records/kind'
import { kinds } from 'sync-protocol/records/kinds'
import { ketamine } from 'sync-protocol/testing/examples'
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

test('a number that a card shows is there as it is typed', async () => {
  const fields = kinds.procedures.fields as Record<string, Field>
  const schema = optional(z.int())
  fields['minutes'] = { schema, label: 'Takes', plain: 'whole', card: '', group: 'minutes' }
  // Which fields a card shows is looked up once.
  const grown: string = './card-facts.ts?grown'
  const { cardFacts: facts } = (await import(grown)) as { cardFacts: typeof cardFacts }
  delete fields['minutes']
  expect(facts('procedures', { notes: 'Warm.', minutes: 45 })).toEqual({
    texts: { notes: 'Warm.', minutes: '45' },
  })
  expect(facts('procedures', { minutes: null })).toEqual({})
})

test('[PROC-09] blank notes are no notes', () => {
  for (const notes of [undefined, '', '  \n '])
    expect(cardFacts('procedures', notes === undefined ? {} : { notes })).toEqual({})
  expect(cardFacts('procedures', { notes: ' Warm. ' })).toEqual({ texts: { notes: 'Warm.' } })
})

test('a drug carries the limits that its copies are judged by', () => {
  const limits = [{ min: 3, max: 10 }, null]
  expect(cardFacts('drugs', ketamine({ limits })).drug?.limits).toEqual(limits)
  expect(cardFacts('drugs', ketamine()).drug).not.toHaveProperty('limits')
})

test('a drug carries from when its review is due, where it was reviewed', () => {
  const reviewed = ketamine({ reviewed: '2025-03-05', review_months: 6 })
  expect(cardFacts('drugs', reviewed).drug?.review_due).toBe('2025-09-05')
  expect(cardFacts('drugs', ketamine({ review_months: 6 })).drug).not.toHaveProperty('review_due')
})

test('a drug carries what it reverses, and where its numbers are from', () => {
  const reverses = [{ name: 'Xylazine', species: 0, rule: 'mg_per_kg', value: 0.1, route: 'IM' }]
  expect(cardFacts('drugs', ketamine({ reverses, reference: 'Label' })).drug).toMatchObject({
    reverses,
    reference: 'Label',
  })
  // Nothing that no rule asks for is kept of 10,000 drugs.
  expect(cardFacts('drugs', ketamine({ reference: 'Label' })).drug).not.toHaveProperty('reference')
  expect(cardFacts('drugs', ketamine()).drug).not.toHaveProperty('reverses')
})

test('a saved sheet carries its weight as it was entered and the name of its protocol', () => {
  const sheet = { weight: 12.4, weight_units: 'kg', anesthesia_protocol: { name: 'Spay A', sections: [] } }
  expect(cardFacts('sheets', sheet)).toEqual({
    sheet: { weight: 12.4, weight_units: 'kg', protocol: 'Spay A' },
  })
  expect(cardFacts('sheets', { ...sheet, estimated: true }).sheet?.estimated).toBe(true)
  // A unit that only a later release knows is not taken for another one.
  expect(cardFacts('sheets', { ...sheet, weight_units: 'st' })).toEqual({})
})
