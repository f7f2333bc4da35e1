import type { ChosenAnesthesia, ChosenEmergency, ChosenProcedure } from '../modal-steps.ts'
import {
  opened,
  procedureChosen,
  reviewConfirmed,
  speciesPressed,
  startSheet,
  typed,
  unitChosen,
  type OpenSheet,
} from '../open-sheet.ts'

/** For tests. */
export const USER = {
  _id: '0193aaaa-0000-7000-8000-0000000000a1',
  name: 'Ana Smith',
  email: 'ana@clinic.test',
  org_id: '0193aaaa-0000-7000-8000-000000000001',
  org_name: 'Riverside',
  org_perms: [1],
  time_zone: 'America/Chicago',
  demo: false,
}

/** 22 lb at 0.5 mg/kg and 10 mg/ml is 0.5 ml. */
export const PROCEDURE: ChosenProcedure = {
  content: { name: 'Ovariohysterectomy', notes: 'Check both ovaries.' },
}

const given = { dosage_from: -1, dosage_to: -1, route: 'IM', form: 'INJECTION' } as const

export const ANESTHESIA: ChosenAnesthesia = {
  content: {
    species: 0,
    name: 'Spay A',
    sections: [
      {
        key: 10,
        title_s: 'Opioid',
        title_p: 'Opioids',
        drugs: [
          { ...given, name: 'Methadone', concentration: 10, dosage: 0.5, controlled: true, schedule: 'II' },
          { ...given, name: 'Maropitant', concentration: 10, dosage: 1, controlled: false },
        ],
      },
    ],
    fluids: [{ name: "Lactated Ringer's", rate: 5 }],
  },
}

export const EMERGENCY: ChosenEmergency = {
  content: {
    species: 0,
    name: 'CPR',
    drugs: [
      {
        name: 'Epinephrine',
        concentration: 1,
        dosage: -1,
        dosage_from: 0.01,
        dosage_to: 0.1,
        route: 'IV',
        form: 'INJECTION',
        controlled: false,
      },
    ],
  },
}

/** A sheet with nothing missing: a canine patient of 22 lb. */
export function completeSheet(): OpenSheet {
  let sheet = startSheet({ outcome: 'N/A', weight_units: '-' })
  sheet = procedureChosen(speciesPressed(sheet), PROCEDURE)
  sheet = reviewConfirmed(opened(sheet, { step: 2, choice: ANESTHESIA }))
  sheet = reviewConfirmed(opened(sheet, { step: 4, choice: EMERGENCY }))
  return unitChosen(typed(typed(sheet, 'name', 'Bella'), 'weight', '22'), 'lb')
}
