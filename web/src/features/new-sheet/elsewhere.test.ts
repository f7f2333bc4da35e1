import { expect, test } from 'vitest'
import type { ProtocolDrug } from 'sync-protocol/records/anesthesia-protocol'
import { lookupIn } from 'sync-protocol/rules/library-lookup'
import { emptySheetDraft, sheetOfDraft } from 'sync-protocol/rules/sheet'
import { differencesFrom } from './elsewhere.ts'

const copied = {
  name: 'Hydromorphone',
  concentration: 2,
  dosage: 0.1,
  dosage_from: -1,
  dosage_to: -1,
  route: 'IM',
  form: 'INJECTION',
  controlled: false,
} as const satisfies ProtocolDrug
const ofLibrary = {
  ...copied,
  _id: 'one',
  species: [1],
  section_key: 7,
  dosage: [-1, 0.1] as [number, number],
  dosage_from: [-1, -1] as [number, number],
  dosage_to: [-1, -1] as [number, number],
  limits: [null, { min: 0.05, max: 0.15 }] as [null, { min: number; max: number }],
}
const openWith = (drug: ProtocolDrug) => ({
  ...emptySheetDraft({ outcome: 'N/A' }),
  species: 1 as const,
  name: 'Bella',
  weight: '15',
  weight_units: 'kg' as const,
  procedure: { content: { species: 1 as const, name: 'Castration' } },
  anesthesia_protocol: {
    content: {
      species: 1 as const,
      name: 'TTDex',
      sections: [{ key: 7, title_s: 'Drug', title_p: 'Drugs', drugs: [drug] }],
    },
  },
})

test('a sheet differs from the saved one by what is drawn, not by what the library judged it by', () => {
  // A protocol of before there were limits: the sheet has them from the library when it is saved.
  const saved = sheetOfDraft(openWith(copied), '2026-11-20', lookupIn([ofLibrary], 1))
  expect(JSON.stringify(saved)).toContain('"limits":{"min":0.05')
  expect(differencesFrom(openWith(copied), saved)).toEqual([])
  for (const change of [{ dosage: 0.2 }, { name: 'Morphine' }, { concentration: 10 }])
    expect(differencesFrom(openWith({ ...copied, ...change }), saved)).toMatchObject([{ part: 'anesthesia' }])
})
