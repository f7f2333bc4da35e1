import type { SheetDraft } from 'sync-protocol/records/draft'
import { emptySheetDraft } from 'sync-protocol/rules/sheet'
import { expect, test } from 'vitest'
import { syringeLabels, patientLabels } from './labels-of.ts'
import { plannedRows } from './planned-rows.ts'
import { rowOfSheet } from './row-of-sheet.ts'

const protocol = {
  species: 0 as const,
  name: 'TTDex',
  sections: [
    {
      key: 1,
      title_s: 'Opioid',
      title_p: 'Opioids',
      drugs: [
        {
          name: 'Butorphanol',
          concentration: 10,
          dosage: 0.2,
          dosage_from: -1 as const,
          dosage_to: -1 as const,
          route: 'IM' as const,
          form: 'INJECTION' as const,
          controlled: true,
        },
      ],
    },
  ],
}
const open = (more: Partial<SheetDraft> = {}): SheetDraft => ({
  ...emptySheetDraft({ outcome: 'N/A' }),
  species: 0,
  name: 'Max',
  patient_id: 'A-1',
  weight: '12.40',
  weight_units: 'kg',
  anesthesia_protocol: { content: protocol },
  ...more,
})
const made = (draft: SheetDraft, line = '3') => {
  const { row, sheets } = rowOfSheet('row-1', draft, { day: '2026-11-20', line })
  const known = { prints: {}, classes: new Map(), sheets, time: 'now' }
  const [syringes] = syringeLabels([row], plannedRows([row], new Map(), new Set()), known)
  const [patient] = patientLabels([row], new Set(), known)
  return { syringes, patient: patient?.labels[0] }
}

test('an open sheet has the labels of its own weight and protocol, counted as its patient’s', () => {
  const { syringes, patient } = made(open())
  expect(syringes?.labels).toMatchObject([
    {
      row: 'row-1',
      label: 'Butorphanol 10 mg/ml',
      weight: '12.4 kg',
      paper: { patient: 'Max', line: '3', volume: '0.25' },
    },
  ])
  expect(patient).toMatchObject({
    row: 'row-1',
    weight: '12.4 kg',
    paper: { patient: 'Max', patientId: 'A-1', weight: '12.4 kg · 27.34 lb', line: '3' },
  })
})

test('who is on no list has no number, and nobody a volume without a weight or its unit', () => {
  expect(made(open(), '').patient?.paper.line).toBe('')
  for (const lacking of [{ weight: '' }, { weight_units: '-' as const }]) {
    const { syringes, patient } = made(open(lacking))
    expect([syringes?.labels, syringes?.lack]).toEqual([[], 'weight'])
    expect(patient?.paper.weight).toBe('')
  }
})
