import type { BalanceFacts, DrawFacts } from '../rules/balance-facts.ts'
import { drawId, sheetId } from './table-examples.ts'

/** The `k`-th balance sheet of the feed, of ketamine, begun with a bottle of its own, closed with 5 ml in bottle A1 of 20 ml. */
export const balanceFact = (k: number, over: Partial<BalanceFacts> = {}): BalanceFacts => ({
  _id: sheetId(k),
  order: k,
  voided: false,
  draw_ids: [],
  first_bottle: `B${k}`,
  author_id: sheetId(1000),
  author_name: 'Ana',
  date_created: `2026-11-20T10:${String(k).padStart(2, '0')}:00.000Z`,
  drug_name: 'Ketamine',
  drug_concentration: 100,
  drug_form: 'injection',
  container_size: 20,
  date_start: '2026-11-20',
  date_end: '2026-11-20',
  combined: false,
  closing: { bottle_number: 'A1', container_size: 20, balance: 5 },
  ...over,
})

/** The `k`-th draw, of 0.5 ml of ketamine. */
export const drawFact = (k: number, over: Partial<DrawFacts> = {}): DrawFacts => ({
  _id: drawId(k),
  voided: false,
  author_id: sheetId(1000),
  author_name: 'Ana',
  date_created: `2026-11-20T10:${String(k).padStart(2, '0')}:00.000Z`,
  drug_name: 'Ketamine',
  drug_concentration: 100,
  drug_volume: 0.5,
  drug_form: 'INJECTION',
  sheet_id: '-',
  patient_name: `Patient ${k}`,
  reason: 'Castration',
  species: 0,
  day: '2026-11-20',
  ...over,
})
