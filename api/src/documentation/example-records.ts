import type { CalledCollection } from '../documented-api/collection-paths.ts'
import type { WrittenCollection } from '../documented-api/payload-fields.ts'

/** What is sent to a call, and what it answers. */
export interface CallExample {
  body?: unknown
  answer?: unknown
}

export const AT = '2026-03-05T15:04:05.120Z'
export const USER_ID = '0195a1f0-3c1e-7a52-9d0b-6c1f2a3b4c5d'
export const RECORD_ID = '0195a1f4-7e10-7c3a-8b21-5d6e7f809102'

const ketamine = {
  name: 'Ketamine',
  concentration: 100,
  route: 'IM',
  form: 'INJECTION',
  controlled: true,
  schedule: 'III',
}

/** What is sent to insert a record of each collection. */
export const SENT: Readonly<Record<WrittenCollection, Readonly<Record<string, unknown>>>> = {
  drugs: {
    section_key: -1,
    species: [0, 1],
    ...ketamine,
    route: ['IM', 'IV'],
    dosage: [5, 4],
    dosage_from: [-1, -1],
    dosage_to: [-1, -1],
  },
  fluids: { species: [0], name: 'Lactated Ringer', rate: 5 },
  anesthesia_protocols: {
    species: 0,
    name: 'Healthy dog',
    sections: [
      {
        key: -1,
        title_s: 'Unset Medication',
        title_p: 'Unset Medications',
        drugs: [{ ...ketamine, dosage: 5 }],
      },
    ],
    fluids: [{ name: 'Lactated Ringer', rate: 5 }],
  },
  emergency_protocols: {
    species: 0,
    name: 'Cardiac arrest',
    drugs: [
      {
        name: 'Epinephrine',
        concentration: 1,
        dosage_from: 0.01,
        dosage_to: 0.1,
        route: 'IV',
        form: 'INJECTION',
        controlled: false,
      },
      {
        name: 'Vasopressin',
        concentration: 20,
        amount_unit: 'units',
        dosage_from: 0.8,
        dosage_to: 0.8,
        route: 'IV',
        form: 'INJECTION',
        controlled: false,
      },
    ],
  },
  injections: { species: 0, name: 'Cefazolin' },
  procedures: { species: 0, name: 'Castration', notes: 'Nothing to eat for twelve hours.' },
  sheets: {
    species: 0,
    name: 'Rex',
    patient_id: 'A-1042',
    weight: 22,
    weight_units: 'lb',
    outcome: 'N/A',
    procedure: { name: 'Castration', notes: 'Nothing to eat for twelve hours.' },
    anesthesia_protocol: {
      name: 'Healthy dog',
      sections: [{ title: 'Unset Medications', key: -1, drugs: [{ ...ketamine, dosage: 5, volume: 0.5 }] }],
      fluids: [{ name: 'Lactated Ringer', rate: 5, volume: 49.9 }],
    },
    emergency_protocol: {
      name: 'Cardiac arrest',
      drugs: [
        { id: '1', name: 'Epinephrine', concentration: 1, volume_low: 0.1, volume_high: 1, route: 'IV' },
        {
          id: '2',
          name: 'Vasopressin',
          concentration: 20,
          amount_unit: 'units',
          volume_low: 0.4,
          volume_high: 0.4,
          route: 'IV',
        },
      ],
    },
    injections: ['Cefazolin'],
  },
}

const protocolDrug = { ...ketamine, dosage: 5, dosage_from: -1, dosage_to: -1 }

/** What stands afterwards. */
const CONTENT: Readonly<Record<CalledCollection, object>> = {
  ...SENT,
  drugs: { ...SENT.drugs, section_name: 'unset medications' },
  anesthesia_protocols: {
    ...SENT.anesthesia_protocols,
    sections: [{ key: -1, title_s: 'Unset Medication', title_p: 'Unset Medications', drugs: [protocolDrug] }],
  },
  emergency_protocols: {
    ...SENT.emergency_protocols,
    drugs: (SENT.emergency_protocols['drugs'] as object[]).map((drug) => ({ ...drug, dosage: -1 })),
  },
  sheets: { ...SENT.sheets, day: '2026-03-05' },
  balances: {
    drug_name: 'Ketamine',
    drug_concentration: 100,
    drug_form: 'injection',
    container_size: 10,
    date_start: '2026-03-01',
    date_end: '2026-03-05',
    combined: false,
    pages: [],
  },
}

/** A record as it is answered. */
export const itemExample = (collection: CalledCollection) => ({
  _id: RECORD_ID,
  version: 1,
  meta: { author_id: USER_ID, author_name: 'Ana Alvarez', date_created: AT },
  content: CONTENT[collection],
})
