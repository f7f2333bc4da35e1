import { expect, test } from 'vitest'
import { DRUG_CLASSES, drugClassOfTitle } from './drug-class.ts'
import css from './tokens.css?raw'

test.each([
  ['Tranquilizers/Sedatives', 'tranquilizer'],
  ['tranquilizers/sedatives', 'tranquilizer'],
  ['Opioids', 'opioid'],
  ['Opioid', 'opioid'],
  ['Induction Agents', 'induction'],
  ['Anticholinergics', 'anticholinergic'],
  ['Local Anesthetics', 'local-anesthetic'],
  ['Local Anaesthetics', 'local-anesthetic'],
  ['Vasopressors', 'vasopressor'],
  ['Reversal Agents', 'antagonist'],
  ['Opioid Antagonists', 'antagonist'],
  ['NSAIDs', undefined],
  ['Supportive Medications', undefined],
  ['Euthanasia Solutions', undefined],
  ['Emergency Medications', undefined],
  ['', undefined],
])('%s is %s', (title, drugClass) => {
  expect(drugClassOfTitle(title)).toBe(drugClass)
})

test('paper and light screen show the same colours', () => {
  for (const [name, { print }] of Object.entries(DRUG_CLASSES)) {
    expect(css).toContain(`--class-${name}: light-dark(${print},`)
  }
})
