import type { Collection } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import { draw, ketamine } from './examples.ts'

const protocolDrug: JsonObject = {
  name: 'Ketamine',
  concentration: 100,
  dosage: 5,
  dosage_from: -1,
  dosage_to: -1,
  route: 'IM',
  form: 'INJECTION',
  controlled: true,
}

/** Records that every collection takes, each with an edit that its schema takes too. */
export const CONTENTS: Readonly<
  Record<Exclude<Collection, 'conflicts' | 'attention'>, { content: JsonObject; edit: JsonObject }>
> = {
  drugs: { content: ketamine(), edit: { concentration: 50 } },
  fluids: { content: { species: [0, 1], name: 'Lactated Ringer', rate: 10 }, edit: { rate: 5 } },
  sections: {
    content: { key: 1, title_s: 'Opioid', title_p: 'Opioids' },
    edit: { title_p: 'Opioid agonists' },
  },
  anesthesia_protocols: {
    content: {
      species: 0,
      name: 'Healthy dog',
      sections: [{ key: 999, title_s: 'Opioid', title_p: 'Opioids', drugs: [protocolDrug] }],
    },
    edit: { name: 'Old dog' },
  },
  emergency_protocols: {
    content: {
      species: 0,
      name: 'Crash',
      drugs: [{ ...protocolDrug, dosage: -1, dosage_from: 0.01, dosage_to: 0.1 }],
    },
    edit: { name: 'Arrest' },
  },
  injections: { content: { species: 0, name: 'Cefazolin' }, edit: { name: 'Cerenia' } },
  procedures: { content: { species: 0, name: 'Castration' }, edit: { notes: 'Fast for twelve hours.' } },
  policies: {
    content: { time_zone: 'America/Chicago', printed_name: 'Riverside Animal Hospital' },
    edit: { printed_address: '12 Mill Lane, Springfield' },
  },
  day_rows: {
    content: {
      day: '2026-11-20',
      order: 'm',
      line: '7',
      name: 'Rex',
      species: 0,
      weight: 10,
      weight_units: 'kg',
      procedure: 'Castration',
      status: 'weighed',
    },
    edit: { cage: 'B4' },
  },
  sheets: {
    content: {
      species: 0,
      procedure: 'Castration',
      anesthesia_protocol: { name: 'Healthy dog', sections: [], fluids: [] },
      name: 'Rex',
      weight: 10,
      weight_units: 'kg',
      outcome: 'N/A',
      injections: [],
      day: '2026-11-20',
    },
    edit: { name: 'Max' },
  },
  draws: { content: draw(), edit: { drug_volume: 1 } },
  balances: {
    content: {
      drug_name: 'Ketamine',
      drug_concentration: 100,
      drug_form: 'injection',
      container_size: 10,
      date_start: '2026-11-01',
      date_end: '2026-11-20',
      combined: false,
      pages: [],
    },
    edit: { container_size: 20 },
  },
  code_events: {
    content: {
      code_id: '00000000-0000-4000-8000-00000000c0de',
      what: 'started',
      patient: { name: 'Rex', species: 0, weight: 12.4, weight_units: 'kg' },
      at: '2026-11-20T10:00:00.000Z',
    },
    edit: { what: 'shock' },
  },
  drafts: {
    content: {
      kind: 'sheet',
      species: 0,
      name: 'Rex',
      patient_id: '',
      weight: '',
      weight_units: '-',
      outcome: 'N/A',
      procedure: null,
      anesthesia_protocol: null,
      emergency_protocol: null,
      injections: [],
      saved_as: null,
    },
    edit: { name: 'Max' },
  },
}

export const BALANCE_TABLE = { content: { kind: 'balance', table: [1] }, edit: { table: [2] } } satisfies {
  content: JsonObject
  edit: JsonObject
}
