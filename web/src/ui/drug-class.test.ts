import { expect, test } from 'vitest'
import { DRUG_CLASSES } from './drug-class.ts'
import css from './tokens.css?raw'

test('paper and light screen show the same colours', () => {
  for (const [name, { print }] of Object.entries(DRUG_CLASSES)) {
    expect(css).toContain(`--class-${name}: light-dark(${print},`)
  }
})
