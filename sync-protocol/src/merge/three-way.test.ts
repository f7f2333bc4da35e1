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
