import { expect, it } from 'vitest'
import { sheetDraft } from 'sync-protocol/records/draft'
import type { SheetDraft } from 'sync-protocol/records/draft'
import { checkOf, planOf } from 'sync-protocol/rules/double-check'
import { doseRows, NO_LIBRARY, unexplained, withReason } from 'sync-protocol/rules/sheet-guard'
import { sheetOfDraft } from 'sync-protocol/rules/sheet'
import { reopenedSheet } from './reopened-sheet.ts'

const drug = {
  dosage_from: -1,
  dosage_to: -1,
  dosage: -1,
  form: 'INJECTION',
  route: 'IV',
  controlled: true,
} as const
const typed: SheetDraft = {
  kind: 'sheet',
  species: 0,
  name: 'Bella',
  patient_id: 'A-12',
  weight: '22',
  weight_units: 'lb',
  outcome: 'rescue',
  procedure: { content: { name: 'Spay', notes: 'Warm her.' } },
  anesthesia_protocol: {
    content: {
      species: 0,
      name: 'Routine',
      sections: [
        {
          key: 4,
          title_s: 'Opioids',
          title_p: 'Opioids',
          drugs: [
            { ...drug, name: 'Morphine', concentration: 10, dosage: 0.5, schedule: 'II' },
            {
              ...drug,
              name: 'Vasopressin',
              concentration: 20,
              dosage: 0.8,
              amount_unit: 'units',
              controlled: false,
            },
          ],
        },
      ],
      fluids: [{ name: 'LRS', rate: 5 }],
    },
  },
  emergency_protocol: {
    content: {
      species: 0,
      name: 'Crash',
      drugs: [{ ...drug, name: 'Atropine', concentration: 0.54, dosage_from: 0.02, dosage_to: 0.04 }],
    },
  },
  injections: ['Carprofen'],
  saved_as: null,
}

it('[Q-60] brings back what was entered, so that the same sheet comes out again', () => {
  const { draft } = reopenedSheet(sheetOfDraft(typed, '2026-11-20'))
  expect(sheetDraft.parse(draft)).toEqual({ ...typed, emergency_protocol: null })
})

it('brings back for which patient of the day list it was made', () => {
  const row = '0193cccc-0000-7000-8000-0aa000000009'
  const saved = sheetOfDraft({ ...typed, day_row: row }, '2026-11-20')
  expect(reopenedSheet(saved).draft.day_row).toBe(row)
})

it('brings back by what its doses were judged, and why they were given', () => {
  const open = structuredClone(typed)
  const drugs = open.anesthesia_protocol?.content.sections[0]?.drugs ?? []
  for (const one of drugs) Object.assign(one, { usual: 0.05, limits: { max: 0.1 } })
  const [first] = doseRows(open, NO_LIBRARY)
  if (first === undefined) throw new Error('The sheet has no drug.')
  const explained = withReason(open, first, 'To effect', 'Ana')
  const { draft } = reopenedSheet(sheetOfDraft(explained, '2026-11-20'))
  expect(draft.anesthesia_protocol).toEqual(open.anesthesia_protocol)
  const left = unexplained(doseRows(draft, NO_LIBRARY)).map((row) => row.drug.name)
  expect(left).toEqual(['Vasopressin'])
})

it('brings back a check by a second person with the drugs that were checked, and no check of others', () => {
  const second = {
    by: '0193aaaa-0000-7000-8000-0000000000c1',
    name: 'Ben',
    at: '2026-11-20T10:00:00.000Z',
    weight: '22',
    weight_units: 'lb',
  } as const
  const open = { ...typed, emergency_protocol: null }
  const reopened = (draft: SheetDraft) => {
    const check = { ...second, plan: planOf(draft) }
    return reopenedSheet(sheetOfDraft({ ...draft, check }, '2026-11-20')).draft
  }
  expect(checkOf(reopened(open))).toMatchObject(second)
  // Its emergency protocol is chosen again.
  expect(reopened(typed).check).toBeUndefined()
})

it('never works a dosage out of a volume: it names what must be chosen again', () => {
  const sheet = sheetOfDraft(typed, '2026-11-20')
  expect(reopenedSheet(sheet).missing).toEqual(['emergency protocol'])
  const [section] = sheet.anesthesia_protocol.sections
  const [first] = section?.drugs ?? []
  if (section === undefined || first === undefined) throw new Error('the sheet has no drug')
  const { dosage: _, ...without } = first
  const foreign = {
    ...sheet,
    anesthesia_protocol: { ...sheet.anesthesia_protocol, sections: [{ ...section, drugs: [without] }] },
  }
  expect(reopenedSheet(foreign)).toMatchObject({
    missing: ['anesthesia protocol', 'emergency protocol'],
    draft: { anesthesia_protocol: null, weight: '22' },
  })
})
