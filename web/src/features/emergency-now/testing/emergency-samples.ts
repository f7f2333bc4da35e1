import type { SheetDraft } from 'sync-protocol/records/draft'
import { emptySheetDraft } from 'sync-protocol/rules/sheet'

interface Given {
  name: string
  dosage?: number
  concentration?: number
}

/** For tests: the open sheet of a 12.4 kg dog that gets these drugs. */
export const sheetGiving = (drugs: readonly Given[]): SheetDraft => ({
  ...emptySheetDraft({ outcome: 'N/A' }),
  species: 0,
  name: ' Bella ',
  weight: '12.4',
  weight_units: 'kg',
  anesthesia_protocol: {
    content: {
      species: 0,
      name: 'Dental',
      sections: [
        {
          key: 1000,
          title_s: 'Drug',
          title_p: 'Drugs',
          drugs: drugs.map(({ name, dosage = 1, concentration = 10 }) => ({
            name,
            dosage,
            concentration,
            dosage_from: -1,
            dosage_to: -1,
            route: 'IM',
            form: 'INJECTION',
            controlled: false,
          })),
        },
      ],
    },
  },
})
