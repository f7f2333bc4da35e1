import { expect, test } from 'vitest'
import { EDITION } from '../records/edition.ts'
import type { Kind } from '../records/kind.ts'
import { kinds } from '../records/kinds.ts'
import { ketamine } from '../testing/examples.ts'
import { mergeEdit } from './three-way.ts'

const LATER = EDITION + 1
/** Drugs as the next release has them: one more field beside the dosages. */
const { dose = [], ...groups } = kinds.drugs.groups
const later: Kind = {
  ...kinds.drugs,
  fields: { ...kinds.drugs.fields, usual: { ...kinds.drugs.fields['dosage']!, since: LATER } },
  groups: { ...groups, dose: [...dose, 'usual'] },
}
const seen = ketamine()
const was = Object.fromEntries(dose.map((field) => [field, seen[field] ?? null]))
const stands = { ...seen, section_key: 2, usual: [5, 5] }
const set = { concentration: 50 }

test('[M1] [P7] an edit by a release that does not know a field leaves it, and clashes with nothing', () => {
  const { content, clashes } = mergeEdit(later, stands, { set, was, edition: EDITION }, false)
  expect(clashes).toEqual([])
  expect(content).toEqual({ ...stands, concentration: 50 })
})

test('[M3] an edit by a release that knows the field, and does not say what it saw of it, clashes', () => {
  const { content, clashes } = mergeEdit(later, stands, { set, was, edition: LATER }, false)
  expect(clashes).toMatchObject([{ group: 'dose' }])
  expect(content).toEqual(stands)
})

test('[M3] what its maker knew and another has changed still clashes', () => {
  const changed = { ...stands, dosage: [6, 6] }
  expect(mergeEdit(later, changed, { set, was, edition: EDITION }, false).clashes).toHaveLength(1)
})

const weighed = (weight: string, minute: number, more = {}) => ({
  weight,
  weight_units: 'kg',
  weighed_at: `2026-11-26T10:${minute}:00.000Z`,
  ...more,
})
const draft = (values: object) => ({ kind: 'sheet', name: 'Bella', ...values })
const typedOver = (known: object, values: Record<string, string | boolean>) => ({
  set: values,
  was: { estimated: null, ...known },
  edition: EDITION,
})

test('[M1] [M2] two people who enter the same weight at two times agree; when it was entered stays with the first', () => {
  const [before, first] = [weighed('12', 40), weighed('13', 51)]
  const same = mergeEdit(kinds.drafts, draft(first), typedOver(before, weighed('13', 52)), false)
  expect(same).toEqual({ content: draft(first), clashes: [] })
  const other = mergeEdit(kinds.drafts, draft(first), typedOver(before, weighed('14', 52)), false)
  expect(other.clashes).toMatchObject([{ group: 'weight', theirs: first, mine: weighed('14', 52) }])
  // The first went there and back: what was seen stands.
  const back = mergeEdit(kinds.drafts, draft(weighed('12', 51)), typedOver(before, weighed('14', 52)), false)
  expect(back).toEqual({ content: draft(weighed('14', 52)), clashes: [] })
})

test('[M1] whether a weight is a guess belongs to it', () => {
  const before = weighed('12', 40)
  const guess = draft(weighed('12', 40, { estimated: true }))
  const { clashes } = mergeEdit(kinds.drafts, guess, typedOver(before, weighed('13', 51)), false)
  expect(clashes).toMatchObject([{ group: 'weight', theirs: { weight: '12', estimated: true } }])
})
