import { expect, it } from 'vitest'
import type { SheetDraft } from 'sync-protocol/records/draft'
import { startSheet } from './open-sheet.ts'
import { ANESTHESIA, EMERGENCY } from './testing/sheet-samples.ts'
import { volumesSaid } from './volumes-said.ts'

const said = (part: Partial<SheetDraft>) =>
  volumesSaid({ ...startSheet({ outcome: 'N/A', weight_units: '-' }).draft, ...part })

it('reads out how many volumes there are, how many of them are marked, and why there are none', () => {
  const both = { anesthesia_protocol: ANESTHESIA, emergency_protocol: EMERGENCY }
  expect(said({ weight: '22', weight_units: 'lb' })).toBe('')
  expect(said({ ...both, weight: '' })).toBe('Enter the weight to see volumes.')
  expect(said({ ...both, weight: '22', weight_units: '-' })).toBe('Please select the weight units.')
  expect(said({ ...both, weight: 'abc', weight_units: 'kg' })).toBe('Check the weight to see volumes.')
  expect(said({ anesthesia_protocol: ANESTHESIA, weight: '22', weight_units: 'lb' })).toBe('3 volumes.')
  expect(said({ ...both, weight: '22', weight_units: 'lb' })).toBe('5 volumes.')
  expect(said({ ...both, weight: '0.05', weight_units: 'kg' })).toMatch(/^5 volumes, \d marked\.$/)
})
