import { perKg, perMl } from 'sync-protocol/records/amount-unit'
import type { NumberName } from './any-drug.ts'
import { protocolsText as text } from './protocols-text.ts'

/** How the rows of a list are laid out: its name among the styles, and its typed numbers in order. */
export interface RowLayout {
  name: 'drug' | 'emergency'
  numbers: readonly { field: NumberName; label: string; unitOf: (drug: object) => string }[]
}

const concentration = { field: 'concentration', label: text.concentration, unitOf: perMl } as const

export const DRUG_LAYOUT: RowLayout = {
  name: 'drug',
  numbers: [concentration, { field: 'dosage', label: text.dosage, unitOf: perKg }],
}

export const EMERGENCY_LAYOUT: RowLayout = {
  name: 'emergency',
  numbers: [
    concentration,
    { field: 'dosage_from', label: text.low, unitOf: perKg },
    { field: 'dosage_to', label: text.high, unitOf: perKg },
  ],
}
