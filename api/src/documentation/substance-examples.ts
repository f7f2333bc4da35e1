import { AT, type CallExample, itemExample, RECORD_ID, USER_ID } from './example-records.ts'

const DRAW_ID = '0195a1f4-8f21-7d4b-9c32-6e7f80910213'
const meta = { author_id: USER_ID, author_name: 'Ana Alvarez', date_created: AT }
const sheet_data = { patient_name: 'Rex', patient_id: 'A-1042', reason: 'Castration', species: 0 }
const drawn = {
  drug_name: 'Ketamine',
  drug_concentration: 100,
  drug_volume: 0.5,
  drug_form: 'INJECTION',
}
const draws = {
  success: true,
  total_draws: 1,
  draws: [
    { _id: DRAW_ID, meta: { ...meta, sheet_id: '-' }, number: -1, used: 1, sheet_data, content: drawn },
  ],
}
const row = { date: '2026-03-05', bottle_number: 'B-17' }
const sheet = {
  drug_name: 'Ketamine',
  drug_concentration: 100,
  drug_form: 'injection',
  container_size: 10,
  date_start: '2026-03-05',
  date_end: '2026-03-05',
  pages: [
    [
      { ...row, title: 'Ketamine', reason: 'Previous Balance', balance: 10 },
      {
        ...row,
        procedure_number: 1,
        title: 'Rex',
        species: 0,
        description: 'A-1042',
        reason: 'Castration',
        used: 0.5,
        balance: 9.5,
      },
    ],
  ],
}
const several: CallExample = {
  body: { ids: [RECORD_ID], reason: 'Wrong bottle' },
  answer: { success: true, deleted: 1 },
}
const item = { success: true, item: itemExample('balances') }
const saving: CallExample = { body: sheet, answer: item }
const combining: CallExample = {
  body: {
    drugName: 'Ketamine',
    drugConcentration: 100,
    drugForm: 'injection',
    ids: [RECORD_ID, DRAW_ID],
  },
  answer: { ...item, dropped: 0, gaps: 0 },
}
const list: CallExample = { answer: { success: true, total: 1, items: [itemExample('balances')] } }

/** What is sent and answered of controlled substances. */
export const SUBSTANCE_EXAMPLES: Readonly<Record<string, CallExample>> = {
  'GET /single-draws/:species': { answer: draws },
  'POST /single-draws/:species': {
    body: {
      patientName: 'Rex',
      patientId: 'A-1042',
      drugName: 'Ketamine',
      drugConcentration: 100,
      drugVolume: 0.5,
      drugForm: 'INJECTION',
      reason: 'Castration',
    },
    answer: {
      success: true,
      item: {
        _id: DRAW_ID,
        version: 1,
        meta,
        content: { ...drawn, sheet_id: '-', sheet_data, day: '2026-03-05' },
      },
    },
  },
  'DELETE /single-draws/:species/:id': { answer: { success: true, deleted: 1 } },
  'GET /controlled-substances/unique': { answer: [{ drug_name: 'Ketamine', drug_concentration: 100 }] },
  'GET /controlled-substances/prev-balance': {
    answer: {
      success: true,
      balance: 9.5,
      bottleNumber: 'B-17',
      containerSize: 10,
      previous_id: RECORD_ID,
      branches: 1,
    },
  },
  'GET /controlled-substances/draws': { answer: draws },
  'GET /controlled-substances': list,
  'GET /new/controlled-substances': list,
  'POST /controlled-substances/': saving,
  'POST /new/controlled-substances/': saving,
  'POST /controlled-substances/update/:id': { body: {}, answer: item },
  'DELETE /controlled-substances/:id': { answer: { success: true, deleted: 1 } },
  'PUT /controlled-substances': several,
  'POST /controlled-substances/delete-multiple': several,
  'POST /controlled-substances/combine': combining,
  'POST /new/controlled-substances/combine': combining,
}
